import type { Order } from '../../contract/orders.ts';
import { searchText } from '../../contract/search.ts';
import type { TicketRow } from '../../contract/tickets.ts';
import type { LocalDatabase } from './database.ts';
import { dayOf } from './days.ts';
import type { IndexPlan } from './index-plan.ts';
import type { Entry } from './row-columns.ts';
import { RowIndex } from './row-index.ts';

/**
 * Returns the index in memory of the tickets, newest first; it filters by `status`, `type`, `priority` and `assignee`.
 */
export const ticketIndexOf = oneIndexPerDatabase<string, TicketRow>({
  table: 'tickets',
  entryOf: ({ id, status, type, priority, assignee_id, created_at }) => ({
    id,
    rank: Date.parse(created_at),
    // Rows of an earlier version have no assignee.
    values: { status, type, priority, assignee: String(assignee_id ?? 'none') },
  }),
  textOf: ({ number, subject, content, user_name, user_email }) =>
    searchText([number && `#${number}`, subject, content, user_name, user_email]),
  partOf: () => 'all',
});

/**
 * Returns the index in memory of the orders, newest first; it filters by `status`, `user`, `product`, and by the first
 * and last day (`from`, `to`) in this device's calendar.
 */
export const orderIndexOf = oneIndexPerDatabase<number, Order>({
  table: 'orders',
  // Higher ids are newer.
  entryOf: ({ id, status, user_id: user, items, created_at: at }) => ({
    id,
    rank: id,
    values: { status, user: String(user), product: items.map((item) => item.product_id).join(), day: dayOf(at) },
  }),
  rules: {
    product: { column: 'product', accepts: (ids, wanted) => ids.split(',').some((id) => wanted.includes(id)) },
    from: { column: 'day', accepts: (day, [from = '']) => day >= from },
    to: { column: 'day', accepts: (day, [to = '']) => day <= to },
  },
  textOf: orderText,
  // Each choice of statuses is a part; '' is the part with all orders, `allColumns` the one with all columns.
  partOf: ({ status = [], user = [], product = [], from = [], to = [] }) =>
    [user, product, from, to].some(({ length }) => length > 0) ? allColumns : status.join(),
  // Reads keys from IndexedDB's indexes: reading the rows takes ten times as long.
  readPart: (db, part) => (part === allColumns ? null : readStatuses(db, part.split(',').filter(Boolean))),
});

const allColumns = 'columns';

async function readStatuses(db: LocalDatabase, statuses: readonly string[]): Promise<Entry<number>[]> {
  if (statuses.length === 0)
    return (await db.orders.toCollection().primaryKeys()).map((id) => ({ id, rank: id, values: {} }));
  const lists = statuses.map(async (status) => {
    const ids = await db.orders.where('[status+created_at]').between([status, ''], [status, '\uffff']).primaryKeys();
    return ids.map((id) => ({ id, rank: id, values: { status } }));
  });
  return (await Promise.all(lists)).flat();
}

/**
 * Returns the folded search text of an order.
 *
 * @internal Exported for tests: they search every row and compare.
 */
export function orderText({ id, user_name, message, items }: Order): string {
  return searchText([`#${id}`, user_name, message, ...items.flatMap((item) => [item.product_name, item.variant_name])]);
}

/** Returns a function that returns a database's index in memory, created at the first call. */
function oneIndexPerDatabase<Id extends string | number, Stored>(
  plan: IndexPlan<Id, Stored>,
): (db: LocalDatabase) => RowIndex<Id, Stored> {
  const indexes = new WeakMap<LocalDatabase, RowIndex<Id, Stored>>();
  return (db) => {
    const index = indexes.get(db) ?? new RowIndex(db, plan);
    indexes.set(db, index);
    return index;
  };
}
