import { Trans, useLingui } from '@lingui/react/macro';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { endedStatuses, turnOf } from '../../../contract/ticket-rules.ts';
import type { TicketRow } from '../../../contract/tickets.ts';
import { useReadMark } from '../../sync/use-read-mark.ts';
import { useSyncStatus } from '../../sync/use-sync-status.ts';
import { useDates } from '../../text/dates.ts';
import { useAnswerHours } from '../../text/opening-hours.ts';
import { useStatuses } from '../../text/statuses.ts';
import { AgeNote } from '../../ui/age-note.tsx';
import { FreeText } from '../../ui/free-text.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Box, chakra } from '../../ui/theme/styled.tsx';
import { Conversation } from './conversation.tsx';
import { MergedNotice } from './merged-notice.tsx';
import { OrderLink } from './order-link.tsx';
import { ReplyForm, TicketPage } from './reply-form.tsx';
import { TicketGate } from './ticket-gate.tsx';
import { useTicketName } from './ticket-name.tsx';
import type { OpenedTicket } from './ticket-reads.ts';
import { TicketTypeMark } from './ticket-type.tsx';
import { UnsentElsewhere } from './unsent-elsewhere.tsx';
import { UnsentTicket } from './unsent-ticket.tsx';
import { PriorityMark } from './work-menus.tsx';

/** One of the customer's own tickets: its conversation and a reply form. */
export function UserTicketScreen() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  return (
    <TicketGate key={id} id={id} listPath="/user/tickets">
      {(opened) => <OwnTicket {...opened} />}
    </TicketGate>
  );
}

function OwnTicket(opened: OpenedTicket) {
  const { t } = useLingui();
  const { ticket, lane } = opened;
  const { stamp, time } = useDates();
  const { online, lastSyncAt } = useSyncStatus();
  const hours = useAnswerHours();
  useReadMark('ticket_id', ticket.id);
  const isEnded = endedStatuses.includes(ticket.status);
  return (
    <TicketPage maxW="3xl">
      <PageHeader
        title={ticket.subject}
        heading={<FreeText>{ticket.subject}</FreeText>}
        breadcrumb={[{ label: t`Tickets`, to: '/user/tickets' }]}
        description={<Tags ticket={ticket} />}
      />
      <UnsentTicket lane={lane} />
      <UnsentElsewhere ticketId={ticket.id} />
      <TicketFacts
        facts={[
          { name: t`Type`, value: <TicketTypeMark type={ticket.type} /> },
          { name: t`Priority`, value: <PriorityMark priority={ticket.priority} /> },
          ...(ticket.order_id === null ? [] : [{ name: t`Order`, value: <OrderLink id={ticket.order_id} /> }]),
          { name: t`Created`, value: <bdi>{stamp(ticket.created_at)}</bdi> },
          { name: t`Updated`, value: <bdi>{stamp(ticket.updated_at)}</bdi> },
        ]}
      />
      <Box mt="2">
        <Conversation {...opened} viewer="user" time={(at) => <bdi title={stamp(at)}>{time(at)}</bdi>} />
      </Box>
      <Box pb="2">
        <AgeNote at={lastSyncAt} online={online} />
      </Box>
      {ticket.merged_into_id ? (
        <MergedNotice id={ticket.merged_into_id} area="user" />
      ) : (
        <ReplyForm
          ticketId={ticket.id}
          authorRole="user"
          note={isEnded ? <Trans>A reply opens this ticket again.</Trans> : turnOf(ticket) === 'us' ? hours : null}
        />
      )}
    </TicketPage>
  );
}

function Tags({ ticket }: { ticket: TicketRow }) {
  const statuses = useStatuses();
  const name = useTicketName();
  return (
    <chakra.span display="inline-flex" alignItems="center" gap="2.5" mt="1">
      <bdi className="numbers">{name(ticket)}</bdi>
      <StatusBadge {...statuses.ticket(ticket.status)} />
    </chakra.span>
  );
}

interface TicketFact {
  name: string;
  value: ReactNode;
}

/** Facts of a ticket with their names, side by side. */
function TicketFacts({ facts }: { facts: readonly TicketFact[] }) {
  return (
    <chakra.dl
      display="grid"
      gridTemplateColumns={{ base: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(auto-fit, minmax(8.25rem, max-content))' }}
      columnGap="5"
      rowGap="3"
      textStyle="sm"
    >
      {facts.map(({ name, value }) => (
        <Box key={name} minW="0">
          <chakra.dt textStyle="xs" color="fg.muted">
            {name}
          </chakra.dt>
          <chakra.dd mt="0.5">{value}</chakra.dd>
        </Box>
      ))}
    </chakra.dl>
  );
}
