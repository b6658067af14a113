import { randomUUID } from 'node:crypto';
import { fold, searchText } from '../../src/contract/search.ts';
import { adjust } from '../../src/server/ledger/ledger.ts';
import type { Services } from '../../src/server/platform/context.ts';
import type { Person } from '../../src/server/platform/base/permissions.ts';
import { inTransaction, type TransactionContext } from '../../src/server/platform/database/transaction.ts';
import { toCents } from '../../src/server/platform/base/wire-values.ts';
import type { TestServer, TestUserName } from './test-server.ts';

interface VariantFields {
  title: string;
  /** Euros. */
  price: number;
  cost?: number;
  status?: 'active' | 'inactive';
}

export interface ProductFields {
  title?: string;
  /** Euros. */
  price?: number;
  cost?: number;
  status?: 'active' | 'inactive';
  available?: boolean;
  variants?: VariantFields[];
  categories?: number[];
  /** Units in stock; without it the stock is not tracked. */
  quantity?: number;
  createdAt?: number;
}

/** Inserts a category; returns its id. */
export async function putCategory(
  services: Services,
  fields: { title: string; parent?: number; active?: boolean; description?: string },
): Promise<number> {
  const { id } = await services.db
    .insertInto('categories')
    .values({
      title: fields.title,
      description: fields.description ?? null,
      parent_id: fields.parent ?? null,
      is_active: fields.active === false ? 0 : 1,
      search_text: searchText([fields.title]),
      sort_key: fold(fields.title),
      created_at: services.now(),
      updated_at: services.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Inserts a delivery company or a city with a title of its own; returns its id. */
export async function putPlace(services: Services, table: 'deliveries' | 'cities'): Promise<number> {
  const title = randomUUID();
  const times = { created_at: services.now(), updated_at: services.now() };
  const insert = services.db.insertInto(table).values({ title, sort_key: title, ...times });
  return (await insert.returning('id').executeTakeFirstOrThrow()).id;
}

/** Inserts an active article; returns its id. */
export async function putArticle(services: Services): Promise<number> {
  const { id } = await services.db
    .insertInto('articles')
    .values({
      kind: 'article',
      topic: 'orders',
      texts: JSON.stringify({ en: { title: 'Cards', body: 'How they work' } }),
      is_active: 1,
      position: 0,
      created_at: services.now(),
      updated_at: services.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Inserts a product; returns its id and its variants' ids. */
export async function putProduct(
  services: Services,
  fields: ProductFields = {},
): Promise<{ id: number; variants: number[] }> {
  const { id } = await services.db
    .insertInto('products')
    .values(productRow(fields, services.now()))
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const [position, category_id] of (fields.categories ?? []).entries()) {
    await services.db.insertInto('product_categories').values({ product_id: id, category_id, position }).execute();
  }
  const variants: number[] = [];
  for (const [position, variant] of (fields.variants ?? []).entries()) {
    variants.push(await putVariant(services, id, position, variant));
  }
  return { id, variants };
}

const defaults = { title: 'Tea', price: 10, cost: 4, status: 'active', available: true, variants: [] };

function productRow(fields: ProductFields, now: number) {
  const { title, price, cost, status, available, variants, createdAt = now } = { ...defaults, ...fields };
  return {
    title,
    description: null,
    image: null,
    price_cents: toCents(price),
    cost_cents: toCents(cost),
    shown_price_cents: toCents(lowestOf(variants) ?? price),
    is_available: available ? 1 : 0,
    status,
    is_on_promo: 0,
    has_variants: variants.length > 0 ? 1 : 0,
    quantity: fields.quantity ?? null,
    search_text: searchText([title]),
    sort_key: fold(title),
    created_at: createdAt,
    updated_at: now,
  };
}

function lowestOf(variants: VariantFields[]): number | undefined {
  const active = variants.filter((variant) => variant.status !== 'inactive');
  return active.length > 0 ? Math.min(...active.map((variant) => variant.price)) : undefined;
}

async function putVariant(
  services: Services,
  productId: number,
  position: number,
  fields: VariantFields,
): Promise<number> {
  const { id } = await services.db
    .insertInto('product_variants')
    .values({
      product_id: productId,
      title: fields.title,
      price_cents: toCents(fields.price),
      cost_cents: toCents(fields.cost ?? 1),
      status: fields.status ?? 'active',
      position,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Calls `run` in a transaction of this user, as an operation does; with only an id the user is an admin. */
export function actAs<T>(
  services: Services,
  person: Pick<Person, 'id'>,
  run: (transaction: TransactionContext) => Promise<T>,
): Promise<T> {
  const actor: Person = { role: 'admin', name: 'Sara', email: 'sara@example.test', sessionId: 1, ...person };
  return inTransaction(services.db, (tx) =>
    run({ tx, person: actor, now: services.now(), key: randomUUID(), services }),
  );
}

/** Credits a user through the ledger, in euros. */
export async function credit(services: Services, person: { id: number }, euros: number): Promise<void> {
  await actAs(services, { id: 1 }, (transaction) =>
    adjust(transaction, { userId: person.id, kind: 'add', cents: toCents(euros), note: null }),
  );
}

/** A customer with €30 orders a tea for €10; returns the order's id. */
export async function orderTea(server: TestServer, who: TestUserName = 'amina'): Promise<number> {
  const tea = await putProduct(server.services);
  await credit(server.services, server.users[who], 30);
  const key = { 'Idempotency-Key': randomUUID() };
  return (await server.as(who).post('/api/orders', { product_id: tea.id }, key)).body.order.id;
}

/** A user's account in cents: the balance, the sum of the ledger, its rows (`lines`), and the orders. */
export async function readAccount(services: Services, person: { id: number }) {
  const { balance_cents: balance } = await services.db
    .selectFrom('users')
    .select('balance_cents')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow();
  const lines = await services.db
    .selectFrom('ledger')
    .selectAll()
    .where('user_id', '=', person.id)
    .orderBy('id')
    .execute();
  const orders = await services.db.selectFrom('orders').selectAll().where('user_id', '=', person.id).execute();
  return { balance, sum: lines.reduce((sum, line) => sum + line.amount_cents, 0), lines, orders };
}
