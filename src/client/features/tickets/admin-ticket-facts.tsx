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
import { TicketTypeIcon, TicketTypeMark } from './ticket-type.tsx';
import { DetailsButton } from './ticket-details.tsx';
import { useAdmins } from './use-choices.ts';
import { useTicketChange } from './use-ticket-actions.ts';
import { AssigneeMenu, PriorityMenu } from './work-menus.tsx';
import { chakra } from '../../ui/theme/styled.tsx';

/** Wide enough for one line: text of 200 % wraps. */
const phone = '@media (min-width: 22em)';

interface Props {
  ticket: TicketRow;
  /** The tickets that are merged into it. */
  merged: readonly TicketRow[];
  replies: number;
  /** The details are beside the conversation. */
  hasDetails: boolean;
  /** The queue is beside the conversation: the controls show pictures instead of words to fit into one line. */
  isCompact: boolean;
}

/** Status, type, priority, assignee and order of a ticket, in one line on wide screens; its times are in the details (S2N-01, S2N-02). */
export function AdminTicketFacts({ ticket, merged, replies, hasDetails, isCompact }: Props) {
  const changeTicket = useTicketChange();
  const admins = useAdmins();
  const name = useTicketName()(ticket);
  // The link to the order says the type, too.
  const isOrderNamed = ticket.type === 'order' && ticket.order_id !== null;
  return (
    <Facts data-compact={isCompact ? '' : undefined}>
      <Strip>
        <StatusMenu
          status={ticket.status}
          ticketName={name}
          hasKey
          onChange={(to) => void changeTicket(ticket, { kind: 'ticket.status', to })}
        />
        <DueMark ticket={ticket} />
        {isCompact && isOrderNamed ? null : <TicketTypeMark type={ticket.type} />}
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
          <chakra.span display="inline-flex" alignItems="center" gap="1.5" whiteSpace="nowrap">
            {isCompact ? <TicketTypeIcon type="order" size={15} /> : null}
            <span data-word="">
              <Trans>Order</Trans>
            </span>
            <OrderLink id={ticket.order_id} area="admin" />
          </chakra.span>
        )}
      </Strip>
      {hasDetails ? null : <DetailsButton ticket={ticket} replies={replies} />}
    </Facts>
  );
}

/** The facts and, on phones at the end of their line, the button of the details. */
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
    '&[data-compact]': {
      columnGap: '2',
      '& [data-word]': { srOnly: true },
      // Takes the width that the others leave, at most that of its text; its own limit is in a later layer.
      '& [data-shrinks]': { flex: '1 1 5rem', minW: '0', maxW: 'max-content !important' },
      '& > [aria-haspopup=dialog]:last-child': { ms: 'auto', px: '0', minW: '8', h: '8' },
    },
    mdDown: {
      [phone]: {
        flexWrap: 'nowrap',
        columnGap: '0',
        mx: '-4',
        '& > [aria-haspopup=dialog]': { flexShrink: '0', bg: 'transparent', borderWidth: '0' },
      },
    },
  },
});

/** On phones one line that scrolls sideways. */
const Strip = chakra('div', {
  base: {
    display: 'contents',
    mdDown: {
      [phone]: {
        display: 'flex',
        flex: '1',
        minW: '0',
        alignItems: 'center',
        gap: '3',
        overflowX: 'auto',
        scrollbarWidth: 'none',
        // Shows that there is more.
        maskImage: 'linear-gradient(to var(--strip-end, right), #000 calc(100% - 1rem), transparent)',
        _rtl: { '--strip-end': 'left' },
        px: '4',
        // The touch targets of the badges are higher than the badges.
        py: '11px',
        '& > *': { flexShrink: '0' },
      },
    },
  },
});
