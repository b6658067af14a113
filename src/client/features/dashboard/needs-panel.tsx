import { Trans } from '@lingui/react/macro';
import { useLayoutEffect } from 'react';
import { currentDatabase } from '../../local/current.ts';
import { readPendingStates } from '../../sync/pending.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useFormatCount } from '../../text/money.ts';
import { Panel } from '../../ui/panel.tsx';
import type { Needs } from './needs.ts';
import { OrderRow } from './order-row.tsx';
import { TicketRow } from './ticket-row.tsx';
import { chakra } from '../../ui/theme/styled.tsx';

interface Props {
  needs: Needs;
  /** Called when the rows are shown. */
  onDrawn: () => void;
}

/** The tickets and orders that a customer should look at. */
export function NeedsPanel({ needs: { tickets, orders }, onDrawn }: Props) {
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
    color: 'accent.fg',
    bg: 'accent.subtle',
  },
});
