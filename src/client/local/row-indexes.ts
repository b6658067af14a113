import type { Order } from '../../contract/orders.ts';
import { searchText } from '../../contract/search.ts';
import type { TicketRow } from '../../contract/tickets.ts';
import type { LocalDatabase } from './database.ts';
import { RowIndex, type IndexPlan } from './row-index.ts';

/** The tickets of a database, newest first, with the columns `status`, `type`, `priority` and `assignee`; made once. */
export const ticketIndexOf = madeOnce<string, TicketRow>({
  table: 'tickets',
  entryOf: ({ id, status, type, priority, assignee_id, created_at }) => ({
    id,
    place: Date.parse(created_at),
    // Rows of an earlier version have no assignee.
    values: { status, type, priority, assignee: String(assignee_id ?? 'none') },
  }),
  textOf: ({ number, subject, content, user_name, user_email }) =>
    searchText([number && `#${number}`, subject, content, user_name, user_email]),
  partOf: () => 'all',
});

/** The orders of a database, newest first, with the column `status`; made once. */
export const orderIndexOf = madeOnce<number, Order>({
  table: 'orders',
  // Ids grow with time.
  entryOf: ({ id, status }) => ({ id, place: id, values: { status } }),
  textOf: orderText,
  partOf: ({ status = [] }) => status.join(),
  // Out of the index alone: to read the rows takes ten times as long.
  readPart: async (db, part) => {
    if (part === '') return (await db.orders.toCollection().primaryKeys()).map((id) => ({ id, place: id, values: {} }));
    const lists = part.split(',').map(async (status) => {
      const ids = await db.orders.where('[status+created_at]').between([status, ''], [status, '\uffff']).primaryKeys();
      return ids.map((id) => ({ id, place: id, values: { status } }));
    });
    return (await Promise.all(lists)).flat();
  },
});

/** What an order is found by, folded. */
export function orderText({ id, user_name, message, items }: Order): string {
  return searchText([`#${id}`, user_name, message, ...items.flatMap((item) => [item.product_name, item.variant_name])]);
}

function madeOnce<Id extends string | number, Stored>(
  plan: IndexPlan<Id, Stored>,
): (db: LocalDatabase) => RowIndex<Id, Stored> {
  const made = new WeakMap<LocalDatabase, RowIndex<Id, Stored>>();
  return (db) => {
    const index = made.get(db) ?? new RowIndex(db, plan);
    made.set(db, index);
    return index;
  };
}
