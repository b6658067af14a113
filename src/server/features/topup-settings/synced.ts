import { changeOf, changesFor, numericKeys } from '../../platform/changes/changes.ts';
import type { SyncedEntity } from '../../platform/changes/synced.ts';
import { methodRows } from './rows.ts';

const methods: SyncedEntity = {
  entity: 'topup_methods',
  async read(db, person, keys) {
    return changesFor('topup_methods', keys, await methodRows(db, person, numericKeys(keys)));
  },
  async page(db, person) {
    const rows = await methodRows(db, person);
    return { changes: rows.map((row) => changeOf('topup_methods', row.id, row)), next: null };
  },
  count: async (db, person) => (await methodRows(db, person)).length,
};

/** The ways to pay. */
export const synced: readonly SyncedEntity[] = [methods];
