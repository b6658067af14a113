import type { Kysely } from 'kysely';
import type { Order } from '../../../contract/orders.ts';
import { preparedForIds } from '../../platform/database/prepared.ts';
import type { Database } from '../../platform/database/schema.ts';

export type CodeCounts = NonNullable<Order['items'][number]['codes']>;
/** The codes of items by the ids of the items. */
export type ItemCodes = ReadonlyMap<number, CodeCounts>;
export const noCodes: ItemCodes = new Map();

/** Counts the codes of items that were delivered from codes. */
export async function codesOf(
  db: Kysely<Database>,
  items: readonly { id: number; has_codes: number }[],
): Promise<ItemCodes> {
  const ids = items.filter(({ has_codes }) => has_codes === 1).map(({ id }) => id);
  if (ids.length === 0) return noCodes;
  const rows = await codeCounts(db, ids);
  const byItem = Map.groupBy(rows, ({ order_item_id }) => order_item_id!);
  const sum = (some: typeof rows, states: readonly string[]) =>
    some.reduce((total, { state, number }) => total + (states.includes(state) ? Number(number) : 0), 0);
  return new Map(
    [...byItem].map(([id, some]) => [
      id,
      { count: sum(some, ['sold', 'shown']), shown: sum(some, ['shown']), faulty: sum(some, ['faulty']) },
    ]),
  );
}

const codeCounts = preparedForIds((db, ids) =>
  db
    .selectFrom('codes')
    .select((row) => ['order_item_id', 'state', row.fn.countAll<number>().as('number')])
    .where('order_item_id', 'in', ids)
    // A code that was replaced before it was opened is of no use to anyone.
    .where((row) => row.or([row('state', '<>', 'faulty'), row('revealed_at', 'is not', null)]))
    .groupBy(['order_item_id', 'state']),
);
