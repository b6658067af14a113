import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import type { FormEvent } from 'react';
import type { FieldErrors } from '../../../contract/refusals.ts';
import { filesOf } from '../../actions/all.ts';
import { useReportUnchanged } from '../../forms/report-unchanged.ts';
import { useDraftFiles } from '../../forms/use-draft-files.ts';
import type { ChosenFile } from '../../local/choose-files.ts';
import { currentDatabase } from '../../local/current.ts';
import type { LocalDatabase } from '../../local/database.ts';
import { deleteGoneEdits, editDraft } from '../../local/form-drafts.ts';
import { ignoreStorageErrors } from '../../local/storage-errors.ts';
import type { OutboxItem, StoredFile } from '../../local/stored.ts';
import { amend } from '../../sync/amend.ts';
import { deviceEnvironment } from '../../sync/transport.ts';
import { useDraft } from '../../sync/use-draft.ts';
import { FieldError } from '../../ui/field.tsx';
import { SheetDialog } from '../../ui/sheet-dialog.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import { AttachmentPicker } from '../../forms/attachment-picker.tsx';
import { checkReply, checkTicket } from './check-ticket.ts';
import { ContentField, TicketFields, type TicketTexts } from './ticket-fields.tsx';
import { useAttachments } from '../../forms/use-attachments.ts';
import { Stack } from '../../ui/theme/styled.tsx';
import { Button } from '../../ui/button.tsx';

interface Props {
  item: OutboxItem;
  onClose: () => void;
}

/**
 * Changes the texts and files of an unsent or refused ticket or reply; the fields that the server refused are marked.
 * The changes are kept as a draft until they are saved or canceled.
 */
export function EditItemDialog(props: Props) {
  const db = currentDatabase();
  const { item } = props;
  const [files, setFiles] = useState<readonly StoredFile[]>();
  useEffect(() => {
    void filesOfItem(db, item).then((found) => setFiles((before) => before ?? found));
    ignoreStorageErrors(deleteGoneEdits(db));
  }, [db, item]);
  return files ? <Editor {...props} stored={files} /> : null;
}

/** Reads the files of an item that are still on this device, in the order of the item. */
async function filesOfItem(db: LocalDatabase, item: OutboxItem): Promise<StoredFile[]> {
  const found = await db.blobs.bulkGet([...filesOf(item)]);
  return found.filter((file) => file !== undefined);
}

function Editor({ item, stored, onClose }: Props & { stored: readonly StoredFile[] }) {
  const { attachments, values, setValues, clear } = useEdit(item, stored);
  const isTicket = item.kind === 'ticket.open';
  const [errors, setErrors] = useState<FieldErrors>(item.error?.errors ?? {});
  const close = () => {
    clear();
    onClose();
  };
  const { busy, amendItem } = useAmend(item, close);
  const change = (patch: Partial<typeof values>) => setValues({ ...values, ...patch });

  const save = async (event: FormEvent) => {
    event.preventDefault();
    const checked = isTicket ? checkTicket({ ...item.args, ...values }) : checkReply(values.content);
    if ('errors' in checked) return setErrors(checked.errors);
    const ids = attachments.files.map(({ id }) => id);
    const areFilesChanged = ids.join() !== stored.map(({ id }) => id).join();
    const added = attachments.files.filter(({ id }) => !stored.some((file) => file.id === id));
    return amendItem({ ...checked.value, ...(areFilesChanged && { file_ids: ids }) }, added);
  };

  return (
    <SheetDialog
      open
      ignoresBackdrop
      onClose={close}
      title={<Title kind={item.kind} />}
      footer={
        <>
          <Button variant="outline" onClick={close}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form="edit-item" loading={busy} disabled={attachments.isPreparing}>
            <Trans>Save</Trans>
          </Button>
        </>
      }
    >
      <Stack as="form" id="edit-item" onSubmit={(event) => void save(event)} {...attachments.receiver} gap="4">
        <ItemFields isTicket={isTicket} values={values} errors={errors} onChange={change} />
        <Stack gap="1.5">
          <AttachmentPicker {...attachments} />
          <FilesError errors={errors} />
        </Stack>
      </Stack>
    </SheetDialog>
  );
}

/** The texts and files of an item as they are being changed; `clear` deletes their draft. */
function useEdit(item: OutboxItem, stored: readonly StoredFile[]) {
  const draft = editDraft(item.id);
  const [files] = useState<readonly ChosenFile[]>(() => stored.map(withName));
  const draftFiles = useDraftFiles(draft, files);
  const attachments = useAttachments(draftFiles);
  const [values, setValues, clearTexts] = useDraft(draft, textsOf(item));
  const clear = () => {
    void clearTexts();
    void draftFiles.clear();
  };
  return { attachments, values, setValues, clear };
}

function Title({ kind }: Pick<OutboxItem, 'kind'>) {
  if (kind === 'ticket.open') return <Trans>Edit ticket</Trans>;
  return kind === 'ticket.note' ? <Trans>Edit internal note</Trans> : <Trans>Edit reply</Trans>;
}

const withName = ({ name, ...file }: StoredFile): ChosenFile => ({ ...file, name: name ?? file.id });

/** Changes the item and closes the dialog. Where that is not possible, shows a message, and the text stays to be copied. */
function useAmend(item: OutboxItem, onClose: () => void) {
  const { busy, whileBusy } = useBusy();
  const reportUnchanged = useReportUnchanged();
  const amendItem = (patch: Record<string, unknown>, files: readonly StoredFile[]) =>
    whileBusy(async () => {
      const outcome = await amend(currentDatabase(), item.id, patch, { ...deviceEnvironment, files });
      reportUnchanged(outcome);
      if (outcome === 'amended') onClose();
    });
  return { busy, amendItem };
}

/** A refused upload has its codes under `file`, a refused action that names the file has them under `file_ids`. */
function FilesError({ errors }: { errors: FieldErrors }) {
  const { t } = useLingui();
  if (!errors.file && !errors.file_ids) return null;
  return <FieldError>{t`A file was not accepted. Remove it or choose another one.`}</FieldError>;
}

interface FieldsProps {
  isTicket: boolean;
  values: TicketTexts;
  errors: FieldErrors;
  onChange: (patch: Partial<TicketTexts>) => void;
}

function ItemFields({ isTicket, values, errors, onChange }: FieldsProps) {
  const { t } = useLingui();
  if (isTicket) return <TicketFields values={values} errors={errors} onChange={onChange} />;
  return (
    <ContentField
      label={t`Reply`}
      value={values.content}
      errors={errors}
      onChange={(content) => onChange({ content })}
    />
  );
}

const textsOf = ({ args }: OutboxItem) => ({
  subject: textOf(args.subject),
  type: textOf(args.type),
  priority: textOf(args.priority) || 'medium',
  content: textOf(args.content),
});

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
