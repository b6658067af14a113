import { changeOf, changesFor, numericKeys } from '../../platform/changes/changes.ts';
import { productRows } from '../../shared/products.ts';
import type { SyncedEntity } from '../../platform/changes/synced.ts';
import { countProducts, visibleProductIds } from './rows.ts';

const products: SyncedEntity = {
  entity: 'products',
  async read(db, person, keys) {
    return changesFor('products', keys, await productRows(db, person, numericKeys(keys)));
  },
  async page(db, person, after, limit) {
    const ids = await visibleProductIds(db, person, Number.parseInt(after ?? '0', 10), limit);
    const rows = await productRows(db, person, ids);
    const next = ids.length === limit ? String(ids.at(-1)) : null;
    return { changes: rows.map((row) => changeOf('products', row.id, row)), next };
  },
  count: countProducts,
};

/** The whole visible catalogue. */
export const synced: readonly SyncedEntity[] = [products];
