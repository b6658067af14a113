import { randomUUID } from 'node:crypto';
import { fold, searchText } from '../../src/contract/search.ts';
import { adjust } from '../../src/server/ledger/ledger.ts';
import type { Means, Person } from '../../src/server/platform/context.ts';
import { inTransaction, type Work } from '../../src/server/platform/database/transaction.ts';
import { toCents } from '../../src/server/platform/money.ts';

interface VariantWish {
  title: string;
  /** Euros. */
  price: number;
  cost?: number;
  status?: 'active' | 'inactive';
}

export interface ProductWish {
  title?: string;
  /** Euros. */
  price?: number;
  cost?: number;
  status?: 'active' | 'inactive';
  available?: boolean;
  variants?: VariantWish[];
  categories?: number[];
  createdAt?: number;
}

/** Puts a category into the shop; returns its id. */
export async function putCategory(
  means: Means,
  wish: { title: string; parent?: number; active?: boolean; description?: string },
): Promise<number> {
  const { id } = await means.db
    .insertInto('categories')
    .values({
      title: wish.title,
      description: wish.description ?? null,
      parent_id: wish.parent ?? null,
      is_active: wish.active === false ? 0 : 1,
      search_text: searchText([wish.title]),
      sort_key: fold(wish.title),
      created_at: means.now(),
      updated_at: means.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Puts a product into the shop; returns its id and its variants' ids. */
export async function putProduct(means: Means, wish: ProductWish = {}): Promise<{ id: number; variants: number[] }> {
  const { id } = await means.db
    .insertInto('products')
    .values(productRow(wish, means.now()))
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const [position, category_id] of (wish.categories ?? []).entries()) {
    await means.db.insertInto('product_categories').values({ product_id: id, category_id, position }).execute();
  }
  const variants: number[] = [];
  for (const [position, variant] of (wish.variants ?? []).entries()) {
    variants.push(await putVariant(means, id, position, variant));
  }
  return { id, variants };
}

const usual = { title: 'Tea', price: 10, cost: 4, status: 'active', available: true, variants: [] };

function productRow(wish: ProductWish, now: number) {
  const { title, price, cost, status, available, variants, createdAt = now } = { ...usual, ...wish };
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
    search_text: searchText([title]),
    sort_key: fold(title),
    created_at: createdAt,
    updated_at: now,
  };
}

function lowestOf(variants: VariantWish[]): number | undefined {
  const active = variants.filter((variant) => variant.status !== 'inactive');
  return active.length > 0 ? Math.min(...active.map((variant) => variant.price)) : undefined;
}

async function putVariant(means: Means, productId: number, position: number, wish: VariantWish): Promise<number> {
  const { id } = await means.db
    .insertInto('product_variants')
    .values({
      product_id: productId,
      title: wish.title,
      price_cents: toCents(wish.price),
      cost_cents: toCents(wish.cost ?? 1),
      status: wish.status ?? 'active',
      position,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Runs in one transaction in the name of a person, as an operation would. */
export function asWork<T>(means: Means, person: Pick<Person, 'id'>, run: (work: Work) => Promise<T>): Promise<T> {
  const actor: Person = { role: 'admin', name: 'Sara', email: 'sara@example.test', sessionId: 1, ...person };
  return inTransaction(means.db, (tx) => run({ tx, person: actor, now: means.now(), key: randomUUID(), means }));
}

/** Credits a person through the ledger, in euros. */
export async function credit(means: Means, person: { id: number }, euros: number): Promise<void> {
  await asWork(means, { id: 1 }, (work) =>
    adjust(work, { userId: person.id, kind: 'add', cents: toCents(euros), note: null }),
  );
}

/** A person's books in cents: what the balance says, what the ledger sums to, and the lines of both ends. */
export async function booksOf(means: Means, person: { id: number }) {
  const { balance_cents: balance } = await means.db
    .selectFrom('users')
    .select('balance_cents')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow();
  const lines = await means.db
    .selectFrom('ledger')
    .selectAll()
    .where('user_id', '=', person.id)
    .orderBy('id')
    .execute();
  const orders = await means.db.selectFrom('orders').selectAll().where('user_id', '=', person.id).execute();
  return { balance, sum: lines.reduce((sum, line) => sum + line.amount_cents, 0), lines, orders };
}
