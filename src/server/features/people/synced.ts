import { changeOf, changesFor, numericKeys } from '../../platform/changes/changes.ts';
import type { SyncedEntity } from '../../platform/changes/synced.ts';
import { countDirectory, directory } from './rows.ts';

const people: SyncedEntity = {
  entity: 'people',
  async read(db, person, keys) {
    const ids = person.role === 'admin' ? numericKeys(keys) : [];
    return changesFor('people', keys, ids.length > 0 ? await directory(db, { ids }) : []);
  },
  async page(db, person, after, limit) {
    if (person.role !== 'admin') return { changes: [], next: null };
    const rows = await directory(db, { below: after === null ? null : Number.parseInt(after, 10), limit });
    const next = rows.length === limit ? String(rows.at(-1)!.id) : null;
    return { changes: rows.map((row) => changeOf('people', row.id, row)), next };
  },
  count: async (db, person) => (person.role === 'admin' ? countDirectory(db) : 0),
};

/** The short directory that admins store on their devices (D-12); customers get none. */
export const synced: readonly SyncedEntity[] = [people];
