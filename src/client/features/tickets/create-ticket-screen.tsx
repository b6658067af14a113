import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { chakra } from '@chakra-ui/react/styled-system';
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import type { FieldErrors } from '../../../contract/refusals.ts';
import { useDraft } from '../../sync/use-draft.ts';
import { useIsMemoryOnly } from '../../sync/use-storage-mode.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { ButtonLink } from '../../ui/app-link.tsx';
import { OfflineReason } from '../../ui/offline-reason.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import { AttachmentPicker } from './attachment-picker.tsx';
import { checkTicket } from './check-ticket.ts';
import { OrderPicker } from './order-picker.tsx';
import { TicketFields } from './ticket-fields.tsx';
import { useAttachments } from './use-attachments.ts';
import { useTicketActions } from './use-ticket-actions.ts';

const listPath = '/user/tickets';

/** The form of a new ticket; `?order_id=` makes it about that order. The typed text stays until it is sent (OF-25). */
export function CreateTicketScreen() {
  const { t } = useLingui();
  const requestedId = Number((useSearch({ strict: false }) as { order_id?: unknown }).order_id);
  const orderId = Number.isSafeInteger(requestedId) && requestedId > 0 ? requestedId : null;
  return (
    <Box maxW="2xl" mx="auto">
      <PageHeader
        title={t`New ticket`}
        breadcrumb={[{ label: t`Tickets`, to: listPath }]}
        description={<Trans>Tell us what happened. We answer here.</Trans>}
      />
      <Panel>
        <TicketForm key={orderId} orderId={orderId} />
      </Panel>
    </Box>
  );
}

function TicketForm({ orderId }: { orderId: number | null }) {
  const navigate = useNavigate();
  const online = useOnline();
  const { open } = useTicketActions();
  const attachments = useAttachments();
  const draftName = orderId === null ? 'ticket.new' : `ticket.new.${orderId}`;
  const [draft, setDraft, , sendDraft] = useDraft(draftName, {
    subject: '',
    type: orderId === null ? '' : 'order',
    priority: 'medium',
    content: '',
    order_id: orderId,
  });
  const [errors, setErrors] = useState<FieldErrors>({});
  const { busy, whileBusy } = useBusy();
  const change = (patch: Partial<typeof draft>) => setDraft({ ...draft, ...patch });

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const checked = checkTicket(draft);
    setErrors('errors' in checked ? checked.errors : {});
    if ('errors' in checked) return setTimeout(() => form.querySelector<HTMLElement>('[aria-invalid]')?.focus());
    return whileBusy(async () => {
      const id = await sendDraft((name) => open({ ticket: checked.value, draft: name, files: attachments.files }));
      if (id !== null) await navigate({ to: `${listPath}/${id}`, replace: true });
    });
  };

  return (
    <chakra.form
      noValidate
      onSubmit={(event) => void submit(event)}
      {...attachments.receiver}
      display="flex"
      flexDirection="column"
      gap="4"
    >
      <TicketFields values={draft} errors={errors} onChange={change}>
        <OrderPicker value={draft.order_id} onChange={(order_id) => change({ order_id })} />
      </TicketFields>
      <AttachmentPicker {...attachments} />
      <OfflineReason online={online}>
        {useIsMemoryOnly() ? null : <Trans>You are offline. The ticket is sent when you are connected.</Trans>}
      </OfflineReason>
      <Box display="flex" justifyContent="flex-end" gap="3" css={{ '& > *': { flex: { base: '1', sm: 'none' } } }}>
        <ButtonLink to={listPath} variant="outline">
          <Trans>Back</Trans>
        </ButtonLink>
        <Button type="submit" loading={busy}>
          <Trans>Create ticket</Trans>
        </Button>
      </Box>
    </chakra.form>
  );
}
