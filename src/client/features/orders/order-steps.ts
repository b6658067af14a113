import type { Order } from '../../../contract/orders.ts';
import type { LocalDatabase } from '../../local/database.ts';

/** A status of an order and since when it has it. */
export interface OrderStep {
  status: string;
  at: string;
  /** What the change added to the customer's balance; negative when it was taken, null when no money moved. */
  amount: number | null;
}

/** What a device knows about an order besides its row. */
interface Known {
  changes: readonly { status: string; at: string }[];
  movements: readonly { amount: number; created_at: string }[];
}

/**
 * Reads the statuses of a customer's order, oldest first, from this device alone: it has the order, the customer's
 * notifications and the ledger, which name no staff. Older orders may lack the steps between the first and the last,
 * because a device keeps only the newest notifications.
 */
export async function readOrderSteps(db: LocalDatabase, order: Order): Promise<OrderStep[]> {
  const [notifications, movements] = await Promise.all([
    db.notifications
      .filter(({ kind, about }) => kind === 'order.status' && about.order_id === order.id)
      .sortBy('created_at'),
    db.ledger.filter((row) => row.order_id === order.id).toArray(),
  ]);
  const changes = notifications.map(({ about, created_at: at }) => ({ status: about.status ?? order.status, at }));
  return stepsOf(order, { changes, movements });
}

/** Returns the steps of an order; without what else is known only the first and the last. */
export function stepsOf(order: Order, { changes, movements }: Known = { changes: [], movements: [] }): OrderStep[] {
  const placed = { status: 'new', at: order.created_at };
  const current = { status: order.status, at: order.updated_at };
  return [placed, ...changes, current]
    .filter(({ status }, index, all) => status !== all[index - 1]?.status)
    .map((step) => ({ ...step, amount: movements.find((row) => row.created_at === step.at)?.amount ?? null }));
}
