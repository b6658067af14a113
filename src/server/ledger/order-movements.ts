import type { Transaction } from 'kysely';
import type { Database } from '../platform/database/schema.ts';

/** What the ledger says about one order. */
interface OrderMovements {
  /** The number of its charges. */
  cycle: number;
  /** The cents that are charged now, less the parts that were returned; null when the order is not charged. */
  charged: number | null;
  /** The number of its last part that was returned, 0 without one; parts count over all cycles. */
  lastPart: number;
}

/**
 * Reads what is charged for an order: the sum of its newest cycle, not its last row, which may be a part. A free order is
 * charged with 0, so whether it is charged is asked apart.
 */
export async function movementsOf(tx: Transaction<Database>, orderId: number): Promise<OrderMovements> {
  const rows = await tx
    .selectFrom('ledger')
    .select(['kind', 'amount_cents', 'cycle', 'part'])
    .where('order_id', '=', orderId)
    .execute();
  const cycle = Math.max(0, ...rows.map((row) => row.cycle ?? 0));
  const current = rows.filter((row) => row.cycle === cycle);
  const isReturned = current.some(({ kind, part }) => kind === 'return' && part === 0);
  const isCharged = current.some(({ kind }) => kind === 'charge') && !isReturned;
  const sum = current.reduce((total, row) => total + row.amount_cents, 0);
  const lastPart = Math.max(0, ...rows.map(({ part }) => part));
  return { cycle, charged: isCharged ? 0 - sum : null, lastPart };
}
