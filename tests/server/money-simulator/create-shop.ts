import type { Kysely } from 'kysely';
import { roleIds } from '../../../src/contract/limits.ts';
import type { PricePer } from '../../../src/contract/order-total.ts';
import { adjust } from '../../../src/server/ledger/ledger.ts';
import type { Services } from '../../../src/server/platform/context.ts';
import { openDatabase } from '../../../src/server/platform/database/open.ts';
import type { Database } from '../../../src/server/platform/database/schema.ts';
import { createHasher } from '../../../src/server/platform/crypto/hasher.ts';
import { keyedPin } from '../../../src/server/shared/pins.ts';
import { createSession } from '../../../src/server/platform/sessions.ts';
import { readSettings } from '../../../src/server/platform/base/settings.ts';
import { actAs, putProduct } from '../../support/shop.ts';
import { putTopupMethod, setTopupLimits } from '../../support/topup-calls.ts';
import { pin } from './admin.ts';
import { putCodes } from './codes.ts';
import { accounts, openingCents, smallOrderMax, type Product } from './story.ts';

/** Prices at the beginning of a run, in cents; the second product sells codes, the price of the last is for 1,000 units. */
const prices = [
  { cents: 499, per: 1 },
  { cents: 320, per: 1, sellsCodes: true },
  { cents: 750, per: 1 },
  { cents: 1_234, per: 1 },
  { cents: 749, per: 1000 },
] as const satisfies readonly { cents: number; per: PricePer; sellsCodes?: boolean }[];
const inThousands = { quantity_min: 100, quantity_max: smallOrderMax, price_per: 1000 };

export interface CreatedShop {
  admin: { userId: number; token: string };
  /** Decides top-up requests beside the first admin. */
  secondAdmin: { userId: number; token: string };
  customers: { userId: number; token: string }[];
  products: Product[];
  topupMethod: number;
}

/** Opens the database of a running server, runs `act` and closes the database. */
export async function withDatabase<T>(
  installation: Record<string, string>,
  act: (db: Kysely<Database>) => Promise<T>,
): Promise<T> {
  const { db, close } = await openDatabase(readSettings(installation).database, (error) => {
    throw error;
  });
  try {
    return await act(db);
  } finally {
    await close();
  }
}

/** Creates the users, sessions, products and balances of a run. */
export function createShop(installation: Record<string, string>, pepper: string): Promise<CreatedShop> {
  return withDatabase(installation, async (db) => {
    // `actAs`, `adjust` and the functions that put records use only the database, the time and the currency.
    const services = { db, now: Date.now, settings: readSettings(installation) } as unknown as Services;
    const hasher = createHasher({ memory: 64, passes: 1 });
    const signIn = async (userId: number) => ({
      userId,
      token: await createSession(db, { userId, userAgent: null, address: null, now: Date.now() }),
    });
    const pinHash = await hasher.hash(keyedPin(pepper, pin));
    const admin = await signIn(await insertUser(db, 'sara', pinHash));
    const secondAdmin = await signIn(await insertUser(db, 'nora', pinHash));
    const customers: CreatedShop['customers'] = [];
    for (const name of accounts) {
      const userId = await insertUser(db, name, null);
      await actAs(services, { id: admin.userId }, (transaction) =>
        adjust(transaction, { userId, kind: 'opening', cents: openingCents, note: null }),
      );
      customers.push(await signIn(userId));
    }
    const products: Product[] = [];
    for (const { cents, per, ...more } of prices) {
      const sellsCodes = 'sellsCodes' in more;
      const { id } = await putProduct(services, { title: `Tea of ${cents}`, price: cents / 100, cost: 1 });
      if (per > 1) await db.updateTable('products').set(inThousands).where('id', '=', id).execute();
      const keys = readSettings(installation).codesKeys;
      if (sellsCodes) await putCodes(db, { productId: id, adminId: admin.userId, keys });
      products.push({ id, cents, per, sellsCodes });
    }
    const topupMethod = await putTopupMethod(services, { proof: 'number', min: 1, max: 100 });
    await setTopupLimits(services, { open_max: 50, day_max: 100 });
    return { admin, secondAdmin, customers, products, topupMethod };
  });
}

/** Inserts an admin if there is a PIN hash, otherwise a customer; returns the id. */
async function insertUser(db: Kysely<Database>, name: string, pin_hash: string | null): Promise<number> {
  const now = Date.now();
  const { id } = await db
    .insertInto('users')
    .values({
      name,
      email: `${name}@example.test`,
      pin_hash,
      role_id: roleIds[pin_hash ? 'admin' : 'user'],
      is_active: 1,
      locale: 'en',
      search_text: name,
      sort_key: name,
      created_at: now,
      updated_at: now,
      confirmed_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
