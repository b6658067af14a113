import { changeOf, changesFor, numericKeys } from '../../platform/changes/changes.ts';
import type { SyncedEntity } from '../../platform/changes/synced.ts';
import { categoryRows, countCategories } from './rows.ts';

const categories: SyncedEntity = {
  entity: 'categories',
  async read(db, person, keys) {
    return changesFor('categories', keys, await categoryRows(db, person, { ids: numericKeys(keys) }));
  },
  async page(db, person, after, limit) {
    const rows = await categoryRows(db, person, { after: Number.parseInt(after ?? '0', 10), limit });
    const next = rows.length === limit ? String(rows.at(-1)!.id) : null;
    return { changes: rows.map((row) => changeOf('categories', row.id, row)), next };
  },
  count: countCategories,
};

/** The whole visible category tree. */
export const synced: readonly SyncedEntity[] = [categories];
