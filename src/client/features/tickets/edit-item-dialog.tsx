import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { contentMax } from '../../../contract/limits.ts';
import type { FieldErrors } from '../../../contract/refusals.ts';
import { currentDatabase } from '../../local/current.ts';
import type { OutboxItem } from '../../local/stored.ts';
import { amend } from '../../sync/amend.ts';
import { SheetDialog } from '../../ui/sheet-dialog.tsx';
import { TextAreaField, TextField } from '../../ui/fields.tsx';
import { toast } from '../../ui/toast.ts';
import { useFieldError } from './use-field-error.ts';
import { TypeField } from './type-field.tsx';

interface Props {
  item: OutboxItem;
  onClose: () => void;
}

/** Changes what an unsent or refused ticket or reply says; the fields the server refused are marked. */
export function EditItemDialog({ item, onClose }: Props) {
  const { t } = useLingui();
  const isTicket = item.kind === 'ticket.open';
  const [values, setValues] = useState(() => textsOf(item));
  const [errors, setErrors] = useState<FieldErrors>(item.error?.errors ?? {});
  const [busy, setBusy] = useState(false);
  const error = useFieldError(errors);
  const change = (patch: Partial<typeof values>) => setValues({ ...values, ...patch });

  const save = async (event: FormEvent) => {
    event.preventDefault();
    const { checkTicket, checkReply } = await import('./check-ticket.ts');
    const checked = isTicket ? checkTicket({ ...item.args, ...values }) : checkReply(values.content);
    if ('errors' in checked) return setErrors(checked.errors);
    setBusy(true);
    const outcome = await amend(currentDatabase(), item.id, checked.value);
    setBusy(false);
    if (outcome === 'unknown')
      return toast({
        tone: 'warning',
        title: t`This may have arrived already. It can be changed when you are connected.`,
      });
    if (outcome === 'applied') toast({ tone: 'info', title: t`The server had accepted this already.` });
    return onClose();
  };

  return (
    <SheetDialog
      open
      guarded
      onClose={onClose}
      title={isTicket ? <Trans>Edit ticket</Trans> : <Trans>Edit response</Trans>}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form="edit-item" loading={busy}>
            <Trans>Save</Trans>
          </Button>
        </>
      }
    >
      <Box
        as="form"
        id="edit-item"
        onSubmit={(event) => void save(event)}
        display="flex"
        flexDirection="column"
        gap="4"
      >
        {isTicket ? (
          <TextField
            label={t`Subject`}
            required
            value={values.subject}
            error={error('subject', t`Subject`)}
            onChange={(subject) => change({ subject })}
          />
        ) : null}
        {isTicket ? (
          <TypeField value={values.type} error={error('type', t`Type`)} onChange={(type) => change({ type })} />
        ) : null}
        <TextAreaField
          label={isTicket ? t`Content` : t`Response`}
          required
          rows={8}
          max={contentMax}
          value={values.content}
          error={error('content', isTicket ? t`Content` : t`Response`)}
          onChange={(content) => change({ content })}
        />
      </Box>
    </SheetDialog>
  );
}

const textsOf = ({ args }: OutboxItem) => ({
  subject: String(args.subject ?? ''),
  type: String(args.type ?? ''),
  content: String(args.content ?? ''),
});
