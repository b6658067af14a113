import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { FormEvent } from 'react';
import type { FieldErrors } from '../../../contract/refusals.ts';
import { currentDatabase } from '../../local/current.ts';
import type { OutboxItem } from '../../local/stored.ts';
import { amend } from '../../sync/amend.ts';
import { SheetDialog } from '../../ui/sheet-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { useBusy } from '../../ui/use-busy.ts';
import { checkReply, checkTicket } from './check-ticket.ts';
import { ContentField, TicketFields, type TicketTexts } from './ticket-fields.tsx';

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
  const { busy, whileBusy } = useBusy();
  const change = (patch: Partial<typeof values>) => setValues({ ...values, ...patch });

  const said = {
    unknown: {
      kind: 'offline',
      tone: 'warning',
      title: t`This may have arrived already. It can be changed when you are connected.`,
    },
    applied: { tone: 'info', title: t`The server had accepted this already.` },
  } as const;

  const save = async (event: FormEvent) => {
    event.preventDefault();
    const checked = isTicket ? checkTicket({ ...item.args, ...values }) : checkReply(values.content);
    if ('errors' in checked) return setErrors(checked.errors);
    return whileBusy(async () => {
      const outcome = await amend(currentDatabase(), item.id, checked.value);
      if (outcome !== 'amended') toast(said[outcome]);
      if (outcome !== 'unknown') onClose();
    });
  };

  return (
    <SheetDialog
      open
      guarded
      onClose={onClose}
      title={isTicket ? <Trans>Edit ticket</Trans> : <Trans>Edit reply</Trans>}
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
        <ItemFields isTicket={isTicket} values={values} errors={errors} onChange={change} />
      </Box>
    </SheetDialog>
  );
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
