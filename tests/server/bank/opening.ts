import type { Kysely } from 'kysely';
import { roleIds } from '../../../src/contract/limits.ts';
import { adjust } from '../../../src/server/ledger/ledger.ts';
import type { Means } from '../../../src/server/platform/context.ts';
import { openDatabase } from '../../../src/server/platform/database/open.ts';
import type { Database } from '../../../src/server/platform/database/schema.ts';
import { createHasher } from '../../../src/server/platform/secrets/hasher.ts';
import { keyedPin } from '../../../src/server/platform/secrets/pins.ts';
import { createSession } from '../../../src/server/platform/sessions.ts';
import { readSettings } from '../../../src/server/platform/settings.ts';
import { asWork, putProduct } from '../../support/shop.ts';
import { pin } from './admin.ts';
import { accounts, openingCents, type Product } from './story.ts';

/** Cents; they get dearer during the run. */
const prices = [499, 750, 1_234];

export interface Opened {
  admin: { userId: number; token: string };
  customers: { userId: number; token: string }[];
  products: Product[];
}

/** Opens the database of a running house beside its server, does something in it, and closes it. */
export async function inside<T>(house: Record<string, string>, act: (db: Kysely<Database>) => Promise<T>): Promise<T> {
  const { db, close } = await openDatabase(readSettings(house).database, (error) => {
    throw error;
  });
  try {
    return await act(db);
  } finally {
    await close();
  }
}

/** Brings people, their sessions, products and what is on the accounts when the run begins. */
export function openShop(house: Record<string, string>, pepper: string): Promise<Opened> {
  return inside(house, async (db) => {
    // Rows and movements ask their means for the database and the time, and for nothing else.
    const means = { db, now: Date.now } as unknown as Means;
    const hasher = createHasher({ memory: 64, passes: 1 });
    const sign = async (userId: number) => ({
      userId,
      token: await createSession(db, { userId, userAgent: null, address: null, now: Date.now() }),
    });
    const admin = await sign(await bring(db, 'sara', await hasher.hash(keyedPin(pepper, pin))));
    const customers: Opened['customers'] = [];
    for (const name of accounts) {
      const userId = await bring(db, name, null);
      await asWork(means, { id: admin.userId }, (work) =>
        adjust(work, { userId, kind: 'opening', cents: openingCents, note: null }),
      );
      customers.push(await sign(userId));
    }
    const products: Product[] = [];
    for (const cents of prices) {
      const { id } = await putProduct(means, { title: `Tea of ${cents}`, price: cents / 100, cost: 1 });
      products.push({ id, cents });
    }
    return { admin, customers, products };
  });
}

async function bring(db: Kysely<Database>, name: string, pin_hash: string | null): Promise<number> {
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
