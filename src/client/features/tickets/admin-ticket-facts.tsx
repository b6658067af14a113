import { chakra } from '@chakra-ui/react/styled-system';
import { Trans } from '@lingui/react/macro';
import type { TicketRow } from '../../../contract/tickets.ts';
import { currentDatabase } from '../../local/current.ts';
import { MergeControl } from './admin-merge.tsx';
import { DueMark } from './admin-due-mark.tsx';
import { SnoozeMenu } from './admin-snooze-menu.tsx';
import { TicketTags } from './admin-ticket-tags.tsx';
import { OrderLink } from './order-link.tsx';
import { StatusMenu } from './status-menu.tsx';
import { useTicketName } from './ticket-name.tsx';
import { TicketTypeMark } from './ticket-type.tsx';
import { DetailsButton } from './ticket-details.tsx';
import { useAdmins } from './use-choices.ts';
import { useTicketChange } from './use-ticket-actions.ts';
import { AssigneeMenu, PriorityMenu } from './work-menus.tsx';

interface Props {
  ticket: TicketRow;
  /** The tickets that are merged into it. */
  merged: readonly TicketRow[];
  replies: number;
  /** The details are beside the conversation. */
  hasDetails: boolean;
}

/** Status, type, priority, assignee and order of a ticket, in one line on wide screens; its times are in the details (S2N-01, S2N-02). */
export function AdminTicketFacts({ ticket, merged, replies, hasDetails }: Props) {
  const changeTicket = useTicketChange();
  const admins = useAdmins();
  const name = useTicketName()(ticket);
  return (
    <Facts>
      <StatusMenu
        status={ticket.status}
        ticketName={name}
        hasKey
        onChange={(to) => void changeTicket(ticket, { kind: 'ticket.status', to })}
      />
      <DueMark ticket={ticket} />
      <TicketTypeMark type={ticket.type} />
      <PriorityMenu
        priority={ticket.priority}
        ticketName={name}
        onChange={(to) => void changeTicket(ticket, { kind: 'ticket.priority', to })}
      />
      <AssigneeMenu
        assignee={ticket.assignee_id ?? null}
        ticketName={name}
        admins={admins}
        me={currentDatabase().userId}
        onChange={(to) => void changeTicket(ticket, { kind: 'ticket.assign', to })}
      />
      <SnoozeMenu ticket={ticket} ticketName={name} />
      <TicketTags ticket={ticket} ticketName={name} />
      <MergeControl ticket={ticket} merged={merged} ticketName={name} />
      {ticket.order_id === null ? null : (
        <span>
          <Trans>Order</Trans> <OrderLink id={ticket.order_id} area="admin" />
        </span>
      )}
      {hasDetails ? null : <DetailsButton ticket={ticket} replies={replies} />}
    </Facts>
  );
}

/** On phones one line that scrolls sideways, as wide as the window; the details stay at its end. */
const oneStrip = {
  '@media (min-width: 22em)': {
    flexWrap: 'nowrap',
    columnGap: '3',
    overflowX: 'auto',
    scrollbarWidth: 'none',
    mx: '-4',
    ps: '4',
    // The touch targets of the badges are higher than the badges.
    py: '11px',
    scrollPaddingInlineEnd: '7.5rem',
    '& > *': { flexShrink: '0' },
    '& > [aria-haspopup=dialog]:last-of-type': {
      position: 'sticky',
      insetEnd: '0',
      ms: 'auto',
      my: '-11px',
      borderRadius: '0',
      borderWidth: '0',
      borderInlineStartWidth: '1px',
      bg: 'bg.canvas',
    },
  },
} as const;

const Facts = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '4',
    rowGap: { base: '3', md: '1' },
    minH: '8',
    mb: '3',
    textStyle: 'xs',
    mdDown: oneStrip,
  },
});
