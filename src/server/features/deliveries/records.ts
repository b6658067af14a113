import type { Selectable } from 'kysely';
import { can } from '../../../contract/permissions.ts';
import { fold } from '../../../contract/search.ts';
import { allow, type Allowed } from '../../platform/base/permissions.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import type { Deliveries, Rates } from '../../platform/database/schema-shop.ts';
import type { TransactionContext } from '../../platform/database/transaction.ts';

/** The companies, or the cities. */
export type PlaceTable = 'deliveries' | 'cities';

type Place = Selectable<Deliveries>;
type Rate = Selectable<Rates>;

/** Inserts a company or a city; returns its id. Throws INVALID_FIELDS for a title that another one has. */
export async function insertPlace({ tx, now }: TransactionContext, table: PlaceTable, title: string): Promise<number> {
  const inserted = await tx
    .insertInto(table)
    .values({ title, sort_key: fold(title), created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.column('sort_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) throw taken();
  return inserted.id;
}

/**
 * Returns a company or a city, locked until the end of the transaction, with its revision raised by `raise`. Throws
 * NOT_FOUND when there is none.
 */
export async function lockPlace(
  { tx, person }: TransactionContext,
  table: PlaceTable,
  { id, raise }: { id: number; raise: 0 | 1 },
): Promise<Allowed<Place>> {
  const row = await tx
    .updateTable(table)
    .set((place) => ({ rev: place('rev', '+', raise) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return allow(row, () => can(person.role, 'shop.change'), { otherwise: 'FORBIDDEN' });
}

/** Renames a locked company or city. Throws INVALID_FIELDS for a title that another one has. */
export async function renamePlace(
  { tx, now }: TransactionContext,
  table: PlaceTable,
  place: Allowed<Place>,
  title: string,
): Promise<void> {
  const key = fold(title);
  const other = await tx.selectFrom(table).select('id').where('sort_key', '=', key).executeTakeFirst();
  if (other && other.id !== place.id) throw taken();
  await tx.updateTable(table).set({ title, sort_key: key, updated_at: now }).where('id', '=', place.id).execute();
}

/** Returns the rate of a company for a city, if there is one. */
export const findRate = (
  { tx }: TransactionContext,
  company: Allowed<Place>,
  city: Allowed<Place>,
): Promise<Rate | undefined> =>
  tx
    .selectFrom('rates')
    .selectAll()
    .where('delivery_id', '=', company.id)
    .where('city_id', '=', city.id)
    .executeTakeFirst();

/** Writes the rate of a company for a city; null removes it. */
export async function storeRate(
  { tx, now }: TransactionContext,
  {
    company,
    city,
    rate,
    cents,
  }: { company: Allowed<Place>; city: Allowed<Place>; rate: Rate | undefined; cents: number | null },
): Promise<void> {
  const key = { delivery_id: company.id, city_id: city.id };
  if (cents === null)
    await tx.deleteFrom('rates').where('delivery_id', '=', company.id).where('city_id', '=', city.id).execute();
  else
    await tx
      .insertInto('rates')
      .values({ ...key, price_cents: cents, updated_at: now })
      .onConflict((conflict) =>
        conflict
          .columns(['delivery_id', 'city_id'])
          .doUpdateSet({ price_cents: cents, updated_at: now, rev: (rate?.rev ?? 0) + 1 }),
      )
      .execute();
}

const taken = () => new Refusal('INVALID_FIELDS', { title: ['unique'] });
