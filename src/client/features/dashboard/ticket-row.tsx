import { chakra } from '@chakra-ui/react/styled-system';
import { Trans } from '@lingui/react/macro';
import type { TicketRow as Ticket } from '../../../contract/tickets.ts';
import { useStatuses } from '../../text/statuses.ts';
import { PersonName } from '../../ui/person-name.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { WaitingMark } from '../../ui/waiting-mark.tsx';
import type { WaitingState } from '../../ui/waiting-mark.tsx';
import { ListRow } from './list-row.tsx';
import { waitsForCustomer } from './queries.ts';

interface Props {
  ticket: Ticket;
  view: 'admin' | 'user';
  /** What of it the server has not accepted yet. */
  pending: WaitingState | undefined;
}

/** One ticket of a small list; customers see where an answer of theirs is awaited. */
export function TicketRow({ ticket, view, pending }: Props) {
  const statuses = useStatuses();
  const base = view === 'admin' ? '/admin/tickets' : '/user/tickets';
  return (
    <ListRow
      to={`${base}/${ticket.number ?? ticket.id}`}
      title={ticket.subject}
      about={
        <>
          {ticket.number === null ? null : <chakra.span className="numbers">#{ticket.number}</chakra.span>}
          {view === 'admin' ? <PersonName>{ticket.user_name}</PersonName> : null}
          <RelativeTime at={ticket.last_response_at ?? ticket.created_at} />
          {view === 'user' && waitsForCustomer(ticket) ? (
            <chakra.span color="fg.warning" fontWeight="medium">
              <Trans>Waits for your reply</Trans>
            </chakra.span>
          ) : null}
          <WaitingMark state={pending} />
        </>
      }
      end={<StatusBadge {...statuses.ticket(ticket.status, 'dashboard')} />}
    />
  );
}
