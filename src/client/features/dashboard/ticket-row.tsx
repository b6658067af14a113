import { Trans } from '@lingui/react/macro';
import type { TicketRow as Ticket } from '../../../contract/tickets.ts';
import { useStatuses } from '../../text/statuses.ts';
import { IsolatedText } from '../../ui/free-text.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { PendingMark } from '../../ui/pending-mark.tsx';
import type { PendingState } from '../../ui/pending-mark.tsx';
import { ListRow } from './list-row.tsx';
import { waitsForCustomer } from './queries.ts';
import { chakra } from '../../ui/theme/styled.tsx';

interface Props {
  ticket: Ticket;
  view: 'admin' | 'user';
  /** The state of its pending changes. */
  pending: PendingState | undefined;
  /** Phones show the row in any place of its list. */
  isWanted?: boolean;
}

/** A ticket in a small list; customers see which tickets wait for their reply. */
export function TicketRow({ ticket, view, pending, isWanted = false }: Props) {
  const statuses = useStatuses();
  const base = view === 'admin' ? '/admin/tickets' : '/user/tickets';
  return (
    <ListRow
      to={`${base}/${ticket.number ?? ticket.id}`}
      title={ticket.subject}
      isWanted={isWanted}
      details={
        <>
          {ticket.number === null ? null : <chakra.span className="numbers">#{ticket.number}</chakra.span>}
          {view === 'admin' ? <IsolatedText>{ticket.user_name}</IsolatedText> : null}
          <RelativeTime at={ticket.last_response_at ?? ticket.created_at} />
          {view === 'user' && waitsForCustomer(ticket) ? (
            <chakra.span color="fg.warning" fontWeight="medium">
              <Trans>Waits for your reply</Trans>
            </chakra.span>
          ) : null}
          <PendingMark state={pending} />
        </>
      }
      end={<StatusBadge {...statuses.ticket(ticket.status, 'dashboard')} />}
    />
  );
}
