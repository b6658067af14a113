import { changeOf, changesFor, numericKeys } from '../../platform/changes.ts';
import type { Person } from '../../platform/context.ts';
import type { SyncedEntity } from '../../platform/synced.ts';
import { countNewest, newestIds } from './order-ids.ts';
import { maySeeOrder } from './policy.ts';
import { liveOrders, ordersByIds, withItems } from './rows.ts';

/** Newest orders a device starts with. */
const windowOf = (person: Person): number => (person.role === 'admin' ? 10_000 : 500);

const orders: SyncedEntity = {
  entity: 'orders',
  async read(db, person, keys) {
    const orders = await liveOrders(db, numericKeys(keys));
    return changesFor('orders', keys, await withItems(db, orders.filter(maySeeOrder(person))));
  },
  async page(db, person, after, limit) {
    // `after` is "<orders already taken>.<the last one's id>".
    const [taken, last] = after ? after.split('.').map(Number) : [0, null];
    const left = windowOf(person) - (taken ?? 0);
    const ids = await newestIds(db, person, { after: last ?? null, limit: Math.max(0, Math.min(limit, left)) });
    const rows = await ordersByIds(db, ids);
    const more = ids.length === limit && ids.length < left;
    return {
      changes: rows.map((row) => changeOf('orders', row.id, row)),
      next: more ? `${(taken ?? 0) + ids.length}.${ids.at(-1)}` : null,
    };
  },
  count: (db, person) => countNewest(db, person, windowOf(person)),
};

/** Customers keep the newest 500 orders of their own, admins the newest 10,000 of all. */
export const synced: readonly SyncedEntity[] = [orders];
