import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { adjust } from '../../../src/server/ledger/ledger.ts';
import { openDatabase } from '../../../src/server/platform/database/open.ts';
import type { Database } from '../../../src/server/platform/database/schema.ts';
import { inTransaction, type TransactionContext } from '../../../src/server/platform/database/transaction.ts';
import { announce } from '../../../src/server/platform/changes/feed.ts';
import { createSession } from '../../../src/server/platform/sessions.ts';
import { readSettings } from '../../../src/server/platform/base/settings.ts';

/** The numbers of records in a measured shop. */
export const usualSize = { users: 1_000, products: 2_000, orders: 100_000, tickets: 5_000 };

export type ShopSize = typeof usualSize;

export interface SignedInUser {
  id: number;
  email: string;
  token: string;
}

/** The records of a filled shop that the load uses. */
export interface Shop {
  /** Customers with plenty of money, signed in. */
  customers: SignedInUser[];
  admins: SignedInUser[];
  /** Products without variants that every customer may order. */
  products: { id: number; cents: number }[];
  /** Ids of tickets, by the id of their customer. */
  tickets: Map<number, string[]>;
}

/**
 * Fills the empty database of an installation (`DATA_DIR`, `DATABASE_URL`) with a demo shop. Throws when that fails.
 */
export async function fillInstallation(
  installation: Record<string, string>,
  size: Partial<ShopSize> = {},
): Promise<void> {
  const counts = Object.entries({ ...usualSize, ...size }).flatMap(([name, count]) => [`--${name}`, String(count)]);
  const command = join(import.meta.dirname, '../../../src/server/commands/seed.ts');
  const { NODE_ENV: _any, ...env } = { ...process.env, ...installation };
  const child = spawn(process.execPath, [command, ...counts], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`the demo shop could not be made: exit code ${code}`);
}

/**
 * Signs in customers and admins of a filled installation, credits the customers and announces rows for pulls. No server
 * may be running.
 */
export async function signInAndCredit(installation: Record<string, string>, customers = 100): Promise<Shop> {
  const database = await openDatabase(readSettings(installation).database, (error) => console.error(error));
  try {
    const people = await database.reader
      .selectFrom('users')
      .select(['id', 'email', 'role_id'])
      .where('is_active', '=', 1)
      .orderBy('id')
      .execute();
    const buyers = people.filter((person) => person.role_id === 1).slice(0, customers);
    await payIn(database.db, buyers);
    await announceRows(database.db);
    return {
      customers: await signAllIn(database.db, buyers),
      admins: await signAllIn(
        database.db,
        people.filter((person) => person.role_id === 2),
      ),
      products: await orderableProducts(database.reader),
      tickets: await ticketsOf(database.reader),
    };
  } finally {
    await database.close();
  }
}

async function payIn(db: Kysely<Database>, buyers: { id: number }[]): Promise<void> {
  const root = { id: 1, role: 'admin', name: 'Root', email: 'root', sessionId: 0 } as const;
  await inTransaction(db, async (tx) => {
    // The ledger reads only the transaction, the actor, the time, the key and the currency.
    const services = { settings: { currency: 'EUR' } };
    const transaction = { tx, person: root, now: Date.now(), key: null, services } as unknown as TransactionContext;
    for (const { id } of buyers) await adjust(transaction, { userId: id, kind: 'add', cents: 100_000_000, note: null });
  });
}

/** Announces orders and products as changed, more rows than one pull of an admin's device contains. */
async function announceRows(db: Kysely<Database>): Promise<void> {
  const [products, orders] = await Promise.all([
    db.selectFrom('products').select(['id', 'rev']).where('status', '=', 'active').limit(100).execute(),
    db.selectFrom('orders').select(['id', 'rev']).orderBy('id', 'desc').limit(500).execute(),
  ]);
  const change = (scope: string, entity: 'products' | 'orders') => (row: { id: number; rev: number }) => ({
    scopes: [scope],
    entity,
    key: String(row.id),
    rev: row.rev,
  });
  const changes = [...orders.map(change('support', 'orders')), ...products.map(change('catalog', 'products'))];
  await inTransaction(db, (tx) => announce(tx, changes));
}

function signAllIn(db: Kysely<Database>, people: { id: number; email: string }[]): Promise<SignedInUser[]> {
  return inTransaction(db, async (tx) => {
    const signed: SignedInUser[] = [];
    for (const { id, email } of people) {
      const token = await createSession(tx, { userId: id, userAgent: 'bench', address: '127.0.0.1', now: Date.now() });
      signed.push({ id, email, token });
    }
    return signed;
  });
}

async function orderableProducts(db: Kysely<Database>): Promise<Shop['products']> {
  const rows = await db
    .selectFrom('products')
    .select(['id', 'price_cents'])
    .where('status', '=', 'active')
    .where('is_available', '=', 1)
    .where('has_variants', '=', 0)
    // A stock would run out, and so would codes.
    .where('quantity', 'is', null)
    .where('sells_codes', '=', 0)
    .where('price_cents', '<=', 2_000)
    .orderBy('id')
    .limit(500)
    .execute();
  return rows.map(({ id, price_cents: cents }) => ({ id, cents }));
}

async function ticketsOf(db: Kysely<Database>): Promise<Shop['tickets']> {
  const rows = await db.selectFrom('tickets').select(['id', 'user_id']).orderBy('id').execute();
  const grouped = Map.groupBy(rows, (row) => row.user_id);
  return new Map([...grouped].map(([user, tickets]) => [user, tickets.map(({ id }) => id)]));
}
