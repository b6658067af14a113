import type { Kysely } from 'kysely';
import type { StockRow } from '../../../contract/codes.ts';
import { can } from '../../../contract/permissions.ts';
import { stockKey, type StockLevel } from '../../../contract/stock-rules.ts';
import type { Person } from '../../platform/base/permissions.ts';
import { changeOf, changesFor } from '../../platform/changes/changes.ts';
import type { SyncedEntity } from '../../platform/changes/synced.ts';
import type { Database } from '../../platform/database/schema.ts';

const stock: SyncedEntity = {
  entity: 'stock',
  async read(db, person, keys) {
    const rows = await rowsOf(db, person);
    return changesFor(
      'stock',
      keys,
      rows.filter(({ id }) => keys.includes(id)),
    );
  },
  async page(db, person) {
    const rows = await rowsOf(db, person);
    return { changes: rows.map((row) => changeOf('stock', row.id, row)), next: null };
  },
  count: async (db, person) => (await rowsOf(db, person)).length,
};

/** The levels of all products that sell codes and that the user may see, one row for each variant; never the numbers. */
async function rowsOf(db: Kysely<Database>, person: Pick<Person, 'id' | 'role'>): Promise<StockRow[]> {
  const rows = await db
    .selectFrom('stock')
    .innerJoin('products', 'products.id', 'stock.product_id')
    .leftJoin('product_variants as variant', (join) =>
      join.onRef('variant.id', '=', 'stock.variant_id').on('variant.deleted_at', 'is', null),
    )
    .select(['stock.product_id', 'stock.variant_id', 'stock.level', 'stock.rev'])
    .where('products.sells_codes', '=', 1)
    .where((row) =>
      row.or([
        row.and({ 'products.has_variants': 0, 'stock.variant_id': 0 }),
        row.and([row('products.has_variants', '=', 1), row('variant.id', 'is not', null)]),
      ]),
    )
    .$if(!can(person.role, 'catalogue.read'), (query) => query.where('products.status', '=', 'active'))
    .orderBy('stock.product_id')
    .orderBy('stock.variant_id')
    .execute();
  const watches = await db
    .selectFrom('stock_watches')
    .select(['product_id', 'variant_id'])
    .where('user_id', '=', person.id)
    .execute();
  const watched = new Set(watches.map(({ product_id, variant_id }) => stockKey(product_id, variant_id)));
  return rows.map(({ product_id, variant_id, level, rev }) => {
    const id = stockKey(product_id, variant_id);
    return {
      id,
      product_id,
      variant_id: variant_id || null,
      level: level as StockLevel, // restricted by a CHECK constraint
      rev,
      ...(watched.has(id) && { is_watched: true }),
    };
  });
}

/** How products that sell codes are in stock. */
export const synced: readonly SyncedEntity[] = [stock];
