import { Trans } from '@lingui/react/macro';
import { Headset } from 'lucide-react';
import { useLayoutEffect } from 'react';
import type { TicketRow as Ticket } from '../../../contract/tickets.ts';
import { currentDatabase } from '../../local/current.ts';
import { readPendingStates } from '../../sync/pending.ts';
import { useLiveQuery, useLoadedRows } from '../../sync/use-live-query.ts';
import { useFormatCount } from '../../text/money.ts';
import { ButtonLink } from '../../ui/app-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { chakra } from '../../ui/theme/styled.tsx';
import type { Beginning } from './beginning.ts';
import { FirstSteps } from './first-steps.tsx';
import { MovementsPanel } from './movements-panel.tsx';
import type { Needs } from './needs.ts';
import { OrderAgainPanel } from './order-again-panel.tsx';
import { OrderRow } from './order-row.tsx';
import { OrdersPanel } from './orders-panel.tsx';
import { readOpenTickets } from './queries.ts';
import { TicketRow } from './ticket-row.tsx';
import { TicketsPanel } from './tickets-panel.tsx';
import { useDashboardParts, type DashboardParts } from './use-dashboard-parts.ts';

interface Props {
  /** Says whether the balance is shown. */
  onBalance: (isShown: boolean) => void;
  /** Says whether all parts are known and drawn; see `useDashboardParts`. */
  onComplete: (isComplete: boolean) => void;
}

/** A customer's dashboard without the balance, as items of the page's grid. */
export function Content({ onBalance, onComplete }: Props) {
  const { beginning, needs, isComplete, onDrawn } = useDashboardParts();
  const tickets = useLoadedRows(() => readOpenTickets(currentDatabase()), []);
  const hasBalance = beginning?.hasBalance !== false;
  useLayoutEffect(() => {
    onBalance(hasBalance);
    onComplete(isComplete);
  }, [hasBalance, isComplete, onBalance, onComplete]);
  const known = { needs, tickets, onDrawn };
  return beginning && !hasBalance ? (
    <Newcomer beginning={beginning} {...known} />
  ) : (
    <Usual beginning={beginning} {...known} />
  );
}

interface KnownProps extends Pick<DashboardParts, 'beginning' | 'needs' | 'onDrawn'> {
  tickets: readonly Ticket[] | undefined;
}

/** What needs the customer and what to order again, beside tickets, orders and movements. */
function Usual({ beginning, needs, tickets, onDrawn }: KnownProps) {
  return (
    <>
      <Column>
        {beginning ? <FirstSteps beginning={beginning} onDrawn={onDrawn.steps} /> : null}
        {needs ? <NeedsPanel needs={needs} onDrawn={onDrawn.needs} /> : null}
        <OrderAgainPanel />
      </Column>
      <Column gridColumn={{ lg: '2' }} gridRow={{ lg: '1 / 3' }}>
        {tickets?.length === 0 && needs?.tickets.length ? null : (
          <TicketsPanel title={<Trans>Open tickets</Trans>} tickets={tickets} view="user" empty={<NoTickets />} />
        )}
        {beginning ? null : <OrdersPanel view="user" />}
        <MovementsPanel />
      </Column>
    </>
  );
}

/** Before there is a balance, the steps take the whole page, and nothing empty stands beside them. */
function Newcomer({ beginning, needs, tickets, onDrawn }: KnownProps & { beginning: Beginning }) {
  return (
    <Column gridColumn={{ lg: '1 / -1' }}>
      <FirstSteps beginning={beginning} onDrawn={onDrawn.steps} />
      {needs ? <NeedsPanel needs={needs} onDrawn={onDrawn.needs} /> : null}
      {tickets?.length && !needs?.tickets.length ? (
        <TicketsPanel title={<Trans>Open tickets</Trans>} tickets={tickets} view="user" empty={null} />
      ) : null}
    </Column>
  );
}

/** Without content it leaves no gap. */
const Column = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: { base: '4', md: '5' },
    minW: '0',
    _empty: { display: 'none' },
  },
});

function NoTickets() {
  return (
    <EmptyState
      icon={Headset}
      title={<Trans>No open tickets</Trans>}
      description={<Trans>Ask support when something is not right; it also works offline.</Trans>}
      action={
        <ButtonLink to="/user/tickets/create" variant="outline">
          <Trans>New ticket</Trans>
        </ButtonLink>
      }
    />
  );
}

interface NeedsPanelProps {
  needs: Needs;
  /** Called when the rows are shown. */
  onDrawn: () => void;
}

/** The tickets and orders that a customer should look at. */
function NeedsPanel({ needs: { tickets, orders }, onDrawn }: NeedsPanelProps) {
  const formatCount = useFormatCount();
  const pending = useLiveQuery(() => readPendingStates(currentDatabase(), 'tickets'), []);
  useLayoutEffect(onDrawn, [onDrawn]);
  return (
    <Panel
      flush
      title={<Trans>Needs you</Trans>}
      aside={<Count className="numbers">{formatCount(tickets.length + orders.length)}</Count>}
    >
      <ul>
        {tickets.map((ticket) => (
          <TicketRow key={ticket.id} ticket={ticket} view="user" pending={pending?.get(ticket.id)} isWanted />
        ))}
        {orders.map((shown) => (
          <OrderRow key={shown.order.id} {...shown} to="/user/orders" view="user" isWanted />
        ))}
      </ul>
    </Panel>
  );
}

const Count = chakra('span', {
  base: {
    minW: '6',
    px: '1.5',
    textAlign: 'center',
    textStyle: 'sm',
    fontWeight: 'semibold',
    borderRadius: 'sm',
    color: 'attention.fg',
    bg: 'attention.subtle',
  },
});
