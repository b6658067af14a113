import type { Kysely } from 'kysely';
import type { DeliveryTable } from '../../contract/deliveries.ts';
import { toEuros } from '../platform/base/wire-values.ts';
import type { Database } from '../platform/database/schema.ts';

/** Reads the delivery companies and the cities by title, and the rates. */
export async function readDeliveryTable(db: Kysely<Database>): Promise<DeliveryTable> {
  const deliveries = await db.selectFrom('deliveries').select(['id', 'title', 'rev']).orderBy('sort_key').execute();
  const cities = await db.selectFrom('cities').select(['id', 'title', 'rev']).orderBy('sort_key').execute();
  const rates = await db
    .selectFrom('rates')
    .select(['delivery_id', 'city_id', 'price_cents', 'rev'])
    .orderBy('city_id')
    .orderBy('delivery_id')
    .execute();
  return {
    deliveries,
    cities,
    rates: rates.map(({ price_cents: cents, ...rate }) => ({ ...rate, price: toEuros(cents) })),
  };
}
