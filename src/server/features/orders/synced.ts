import { changeOf, changesFor, numericKeys } from '../../platform/changes/changes.ts';
import type { SyncedEntity } from '../../platform/changes/synced.ts';
import { readWindow } from '../../platform/database/windows.ts';
import { countNewest, newestIds } from './order-ids.ts';
import { maySeeOrder } from './policy.ts';
import { undeletedOrders, ordersByIds, withItems } from './rows.ts';

const orders: SyncedEntity = {
  entity: 'orders',
  async read(db, person, keys) {
    const orders = await undeletedOrders(db, numericKeys(keys));
    return changesFor('orders', keys, await withItems(db, orders.filter(maySeeOrder(person))));
  },
  async page(db, person, after, limit) {
    // `after` is "<number of orders already sent>.<id of the last one>".
    const [sentCount, last] = after ? after.split('.').map(Number) : [0, null];
    const remaining = (await readWindow(db, person, 'orders')) - (sentCount ?? 0);
    const ids = await newestIds(db, person, { after: last ?? null, limit: Math.max(0, Math.min(limit, remaining)) });
    const rows = await ordersByIds(db, ids);
    const more = ids.length === limit && ids.length < remaining;
    return {
      changes: rows.map((row) => changeOf('orders', row.id, row)),
      next: more ? `${(sentCount ?? 0) + ids.length}.${ids.at(-1)}` : null,
    };
  },
  count: async (db, person) => countNewest(db, person, await readWindow(db, person, 'orders')),
};

/** Customers store their newest orders, support the newest of all. */
export const synced: readonly SyncedEntity[] = [orders];
