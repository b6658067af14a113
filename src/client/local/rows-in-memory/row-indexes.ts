import type { LedgerRow } from '../../../contract/balance.ts';
import type { Order } from '../../../contract/orders.ts';
import { orderStatuses } from '../../../contract/order-rules.ts';
import { searchText } from '../../../contract/search.ts';
import { orderSorts, ticketSorts } from '../../../contract/sorts.ts';
import {
  isSnoozed,
  openTicketStatuses,
  ticketPriorities,
  turnOf,
  waitingSince,
} from '../../../contract/ticket-rules.ts';
import type { TicketRow } from '../../../contract/tickets.ts';
import type { LocalDatabase } from '../database.ts';
import { dayOf } from '../days.ts';
import type { IndexPlan } from './index-plan.ts';
import type { Entry, FilterRule } from './row-columns.ts';
import { RowIndex } from './row-index.ts';

/** @internal Exported for tests: they sort the server's rows as a device does. */
export const ticketPlan: IndexPlan<string, TicketRow> = {
  table: 'tickets',
  entryOf: (ticket) => {
    const { id, status, type, priority, assignee_id, tags = [], snoozed_until: until, user_id: user } = ticket;
    const { created_at, updated_at } = ticket;
    // Rows of an earlier version have no assignee.
    const assignee = String(assignee_id ?? 'none');
    return {
      id,
      rank: Date.parse(created_at),
      values: {
        status,
        type,
        priority,
        assignee,
        tags: tags.join(),
        user: String(user),
        waiting: turnOf(ticket) ?? '',
      },
      ...(until && isSnoozed(ticket) && { until: Date.parse(until) }),
      keys: {
        updated: Date.parse(updated_at),
        waiting: Date.parse(waitingSince(ticket)),
        priority: ticketPriorities.indexOf(priority),
      },
    };
  },
  textOf: ({ number, subject, content, user_name, user_email }) =>
    searchText([number && `#${number}`, subject, content, user_name, user_email]),
  partOf: () => 'all',
  rules: { tag: { column: 'tags', accepts: hasTag } },
  sorts: ticketSorts,
};

/**
 * Returns the index in memory of the tickets, newest first or sorted by one of `ticketSorts`; it filters by `status`,
 * `type`, `priority`, `assignee`, `tag`, `user` and by whose turn it is (`waiting`).
 */
export const ticketIndexOf = oneIndexPerDatabase(ticketPlan);

function hasTag(tags: string, wanted: readonly string[]): boolean {
  const keys = tags.toLowerCase().split(',');
  return wanted.some((tag) => keys.includes(tag.toLowerCase()));
}

/** Returns the plan of an index of the open tickets, those of the highest rank first. */
export function openTicketPlan(rankOf: (ticket: TicketRow) => number): IndexPlan<string, TicketRow> {
  const entryOf = (ticket: TicketRow) => ({ ...ticketPlan.entryOf(ticket), rank: rankOf(ticket) });
  return {
    ...ticketPlan,
    entryOf,
    async readPart(db) {
      const open = openTicketStatuses.map((status) =>
        db.tickets.where('[status+type+created_at]').between([status], [status, '\uffff']).toArray(),
      );
      return (await Promise.all(open)).flat().map(entryOf);
    },
  };
}

/** Returns an index for the filter `waiting`: the open tickets, those that have waited longest first. */
export const waitingTicketIndexOf = oneIndexPerDatabase(openTicketPlan((ticket) => -Date.parse(waitingSince(ticket))));

/** Filters by the first and the last day, for rows with a column `day`. */
export const dayRules: Readonly<Record<'from' | 'to', FilterRule>> = {
  from: { column: 'day', accepts: (day, [from = '']) => day >= from },
  to: { column: 'day', accepts: (day, [to = '']) => day <= to },
};

/** @internal Exported for tests: they sort the server's rows as a device does. */
export const orderPlan: IndexPlan<number, Order> = {
  table: 'orders',
  // Higher ids are newer.
  entryOf: ({ id, status, user_id: user, user_name: name, items, created_at: at, total_price: amount }) => ({
    id,
    rank: id,
    values: { status, user: String(user), product: items.map((item) => item.product_id).join(), day: dayOf(at) },
    keys: { amount, customer: searchText([name]), status: orderStatuses.indexOf(status) },
  }),
  rules: {
    product: { column: 'product', accepts: (ids, wanted) => ids.split(',').some((id) => wanted.includes(id)) },
    ...dayRules,
  },
  textOf: orderText,
  // Each choice of statuses is a part; '' is the part with all orders, `allColumns` the one with all columns.
  partOf: ({ values: { status = [], user = [], product = [], from = [], to = [] }, sort }) =>
    [user, product, from, to].some(({ length }) => length > 0) || (sort && sort.by !== 'date')
      ? allColumns
      : status.join(),
  sorts: orderSorts,
  // Reads keys from IndexedDB's indexes: reading the rows takes ten times as long.
  readPart: (db, part) => (part === allColumns ? null : readStatuses(db, part.split(',').filter(Boolean))),
};

/**
 * Returns the index in memory of the orders, newest first or sorted by one of `orderSorts`; it filters by `status`,
 * `user`, `product`, and by the first and last day (`from`, `to`) in this device's calendar.
 */
export const orderIndexOf = oneIndexPerDatabase(orderPlan);

const allColumns = 'columns';

/**
 * Returns the index in memory of a customer's ledger, newest first; it filters by `kind`, and by the first and last day
 * (`from`, `to`) in this device's calendar.
 */
export const ledgerIndexOf = oneIndexPerDatabase<number, LedgerRow>({
  table: 'ledger',
  // Higher ids are newer.
  entryOf: ({ id, kind, created_at: at }) => ({ id, rank: id, values: { kind, day: dayOf(at) } }),
  textOf: ({ order_id: order, note }) => searchText([order && `#${order}`, note]),
  partOf: () => 'all',
  rules: dayRules,
});

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
export function oneIndexPerDatabase<Id extends string | number, Stored>(
  plan: IndexPlan<Id, Stored>,
): (db: LocalDatabase) => RowIndex<Id, Stored> {
  const indexes = new WeakMap<LocalDatabase, RowIndex<Id, Stored>>();
  return (db) => {
    const index = indexes.get(db) ?? new RowIndex(db, plan);
    indexes.set(db, index);
    return index;
  };
}
