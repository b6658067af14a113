import type { Kysely } from 'kysely';
import { OperatorError } from '../platform/base/operator-error.ts';
import type { Settings } from '../platform/base/settings.ts';
import type { Database } from '../platform/database/schema.ts';

/** Returns the currency of the first movement, which is that of the shop; null for a shop without movements. */
export async function currencyOf(db: Kysely<Database>): Promise<string | null> {
  const first = await db.selectFrom('ledger').select('currency').orderBy('id').limit(1).executeTakeFirst();
  return first?.currency ?? null;
}

/**
 * Throws an OperatorError unless the movements of the shop are in the currency of the settings (D-18). Every order has a
 * movement, so a shop without movements has no orders either.
 */
export async function requireCurrency({
  reader,
  settings,
}: {
  reader: Kysely<Database>;
  settings: Pick<Settings, 'currency'>;
}): Promise<void> {
  const existing = await currencyOf(reader);
  if (existing === null || existing === settings.currency) return;
  throw new OperatorError(
    `CURRENCY is ${settings.currency}, but the balances of this shop are in ${existing}: set CURRENCY=${existing}; the currency of a shop with movements cannot be changed.`,
  );
}
