import type { Kysely, Transaction } from 'kysely';
import { accents, type ShopSettings, type TopupLimits } from '../../../contract/shop.ts';
import { defaultTopupLimits } from '../../../contract/topup-rules.ts';
import { windowLimits, type Windows } from '../../../contract/windows.ts';
import { goalsOf, type WaitingGoals } from '../../../contract/waiting-goals.ts';
import type { Database } from './schema.ts';

/** The name of the fact that holds the settings of the shop. */
export const shopFact = 'shop';

/** The settings of the shop as they are stored. */
export interface StoredShop extends ShopSettings {
  windows: Windows;
  goals: WaitingGoals;
  topup_limits: TopupLimits;
  /** Counts the changes of these limits, which have calls of their own. */
  topup_limits_rev: number;
}

/** Returns the settings of the shop from their fact, which lacks those that were never set. */
export function parseShop(fact: string): StoredShop {
  const stored = JSON.parse(fact) as Pick<StoredShop, 'name' | 'hours' | 'rev'> & Partial<StoredShop>; // `storeShopSettings` writes it
  return {
    accent: accents[0],
    logo: null,
    topup_limits_rev: 1,
    ...stored,
    goals: goalsOf(stored),
    windows: { ...usualWindows, ...stored.windows },
    topup_limits: { ...defaultTopupLimits, ...stored.topup_limits },
  };
}

const usualWindows = Object.fromEntries(
  Object.entries(windowLimits).map(([kind, { usual }]) => [kind, usual]),
) as Windows;

/** Returns the name in the file store of a logo. */
export const logoFile = (logo: string): string => `shop/${logo}`;

/** Reads the settings of the shop. */
export async function readShopSettings(db: Kysely<Database>): Promise<StoredShop> {
  const fact = await db.selectFrom('house').select('value').where('name', '=', shopFact).executeTakeFirstOrThrow();
  return parseShop(fact.value);
}

/** Returns the settings of the shop, locked until the end of the transaction. */
export async function lockShopSettings(tx: Transaction<Database>): Promise<StoredShop> {
  const fact = await tx
    .updateTable('house')
    .set((row) => ({ value: row.ref('value') }))
    .where('name', '=', shopFact)
    .returning('value')
    .executeTakeFirstOrThrow();
  return parseShop(fact.value);
}

/** Replaces the locked settings of the shop. */
export async function storeShopSettings(tx: Transaction<Database>, settings: StoredShop): Promise<void> {
  await tx
    .updateTable('house')
    .set({ value: JSON.stringify(settings) })
    .where('name', '=', shopFact)
    .execute();
}
