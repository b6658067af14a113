import { changeOf, changesFor } from '../../platform/changes/changes.ts';
import type { SyncedEntity } from '../../platform/changes/synced.ts';
import { topupRows } from './rows.ts';
import { countTopups, topupsBelow, topupWindowOf, visibleTopupsByIds } from './topup-lists.ts';

const topups: SyncedEntity = {
  entity: 'topups',
  async read(db, person, keys) {
    const rows = await visibleTopupsByIds(db, person, keys);
    return changesFor('topups', keys, await topupRows(db, rows, person));
  },
  async page(db, person, after, limit) {
    // `after` is "<lowest number of the newest requests>.<number of the last request sent>".
    const [from = 0, below = 0] = after === null ? [] : after.split('.').map(Number);
    const window = after === null ? await topupWindowOf(db, person) : { viewer: person, from };
    const rows = await topupsBelow(db, window, { below: after === null ? null : below, limit });
    return {
      changes: (await topupRows(db, rows, person)).map((row) => changeOf('topups', row.id, row)),
      next: rows.length === limit ? `${window.from}.${rows.at(-1)!.number}` : null,
    };
  },
  count: async (db, person) => countTopups(db, await topupWindowOf(db, person)),
};

/** Customers store their newest requests, admins the newest of all; both all that wait. */
export const synced: readonly SyncedEntity[] = [topups];
