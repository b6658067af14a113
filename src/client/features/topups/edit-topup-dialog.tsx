import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState, type FormEvent } from 'react';
import { topupFilesMax } from '../../../contract/limits.ts';
import type { FieldErrors } from '../../../contract/refusals.ts';
import type { TopupMethodRow } from '../../../contract/topup-settings.ts';
import { filesOf } from '../../actions/all.ts';
import { useReportUnchanged } from '../../forms/report-unchanged.ts';
import { useAttachments } from '../../forms/use-attachments.ts';
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
import { useTopupMethods } from '../../sync/use-topup-methods.ts';
import { serverNow } from '../../text/dates.ts';
import { useRefusalText } from '../../text/refusals.ts';
import { openingTimesOf, useShop } from '../../text/shop.ts';
import { Button } from '../../ui/button.tsx';
import { SheetDialog } from '../../ui/sheet-dialog.tsx';
import { Stack } from '../../ui/theme/styled.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import { checkTopup, type TopupFieldValues } from './check-topup.ts';
import { MethodCards } from './method-cards.tsx';
import { dayIn } from './topup-limits.ts';
import { TopupFields } from './topup-fields.tsx';
import { methodOf } from './use-topup-form.ts';

interface Props {
  item: OutboxItem;
  onClose: () => void;
}

/** Changes a request that the server has not accepted, with its files, and sends it again; it keeps its id. */
export function EditTopupDialog(props: Props) {
  const db = currentDatabase();
  const { item } = props;
  const methods = useTopupMethods();
  const [files, setFiles] = useState<readonly StoredFile[]>();
  useEffect(() => {
    void filesOfItem(db, item).then((found) => setFiles((before) => before ?? found));
    ignoreStorageErrors(deleteGoneEdits(db));
  }, [db, item]);
  return files && methods ? <Editor {...props} stored={files} methods={methods} /> : null;
}

/** Reads the files of an item that are still on this device, in the order of the item. */
async function filesOfItem(db: LocalDatabase, item: OutboxItem): Promise<StoredFile[]> {
  const found = await db.blobs.bulkGet([...filesOf(item)]);
  return found.filter((file) => file !== undefined);
}

interface EditorProps extends Props {
  stored: readonly StoredFile[];
  methods: readonly TopupMethodRow[];
}

function Editor(props: EditorProps) {
  const { t } = useLingui();
  const { field } = useRefusalText();
  const { values, change, errors, method, attachments, busy, close, save } = useEdit(props);
  return (
    <SheetDialog
      open
      ignoresBackdrop
      onClose={close}
      title={<Trans>Change the request</Trans>}
      footer={
        <>
          <Button variant="outline" onClick={close}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form="edit-topup" loading={busy} disabled={attachments.isPreparing}>
            <Trans>Send</Trans>
          </Button>
        </>
      }
    >
      <Stack as="form" id="edit-topup" onSubmit={(event) => void save(event)} {...attachments.receiver} gap="4">
        {props.methods.length > 1 || errors.method_id ? (
          <MethodCards
            methods={props.methods}
            value={method?.id ?? null}
            error={errors.method_id ? field(errors.method_id[0] ?? '', t`Way to pay`) : null}
            onChange={(method_id) => change({ method_id })}
          />
        ) : null}
        <TopupFields {...{ method, values, errors, attachments }} onChange={change} />
      </Stack>
    </SheetDialog>
  );
}

/** The texts and files of an item as they are being changed, kept as a draft until they are sent or cancelled. */
function useEdit({ item, stored, methods, onClose }: EditorProps) {
  const draft = editDraft(item.id);
  const shop = useShop();
  const [files] = useState<readonly ChosenFile[]>(() => stored.map(withName));
  const draftFiles = useDraftFiles(draft, files);
  const attachments = useAttachments(draftFiles, { filesMax: topupFilesMax, keepsBytes: true });
  const [values, setValues, clearTexts] = useDraft(draft, valuesIn(item));
  const [errors, setErrors] = useState<FieldErrors>(item.error?.errors ?? {});
  const { busy, whileBusy } = useBusy();
  const reportUnchanged = useReportUnchanged();
  const method = methodOf(methods, values.method_id);
  const close = () => {
    void clearTexts();
    void draftFiles.clear();
    onClose();
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    const today = dayIn(openingTimesOf(shop).timeZone, new Date(serverNow()));
    const checked = checkTopup(values, { method, files: attachments.files.length, today });
    if ('errors' in checked) return setErrors(checked.errors);
    const added = attachments.files.filter(({ id }) => !stored.some((file) => file.id === id));
    const patch = { ...checked.value, file_ids: attachments.files.map(({ id }) => id) };
    return whileBusy(async () => {
      const outcome = await amend(currentDatabase(), item.id, patch, { ...deviceEnvironment, files: added });
      reportUnchanged(outcome);
      if (outcome === 'amended' || outcome === 'applied') close();
    });
  };
  return {
    values,
    errors,
    method,
    attachments,
    busy,
    close,
    save,
    change: (patch: Partial<TopupFieldValues>) => setValues((before) => ({ ...before, ...patch })),
  };
}

const withName = ({ name, ...file }: StoredFile): ChosenFile => ({ ...file, name: name ?? file.id });

const valuesIn = ({ args }: OutboxItem): TopupFieldValues => ({
  method_id: Number(args.method_id) || null,
  amount: Number(args.amount).toFixed(2),
  slip_number: textOf(args.slip_number),
  paid_on: textOf(args.paid_on),
  note: textOf(args.note),
});

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
