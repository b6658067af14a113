import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Order } from '../../../contract/orders.ts';
import { prepared, preparedForIds } from '../../platform/database/prepared.ts';
import type { Database, OrderItems, Orders, Products, ProductVariants } from '../../platform/database/schema.ts';
import type { Work } from '../../platform/database/transaction.ts';
import { toEuros } from '../../platform/money.ts';
import { toWhen } from '../../platform/when.ts';

/** What an order needs to know of a product. */
const ofProduct = ['id', 'title', 'price_cents', 'cost_cents', 'status', 'is_available', 'has_variants'] as const;
type OrderedProduct = Pick<Selectable<Products>, (typeof ofProduct)[number]>;

export const findProduct = async (db: Kysely<Database>, id: number): Promise<OrderedProduct | undefined> =>
  (await productsById(db, { id }))[0];

const productsById = prepared((db, value: { id: number }) =>
  db.selectFrom('products').select(ofProduct).where('id', '=', value.id),
);

export const findVariant = (db: Kysely<Database>, id: number): Promise<Selectable<ProductVariants> | undefined> =>
  db.selectFrom('product_variants').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();

/** A person's balance in cents. */
export async function balanceOf(db: Kysely<Database>, userId: number): Promise<number> {
  const user = await db.selectFrom('users').select('balance_cents').where('id', '=', userId).executeTakeFirstOrThrow();
  return user.balance_cents;
}

export interface NewOrder {
  product: OrderedProduct;
  variant: Selectable<ProductVariants> | null;
  /** Cents. */
  price: number;
  cost: number;
  message: string | null;
  search: string;
}

/** Writes an order of the acting person with its item: names and prices as they are now. */
export async function insertOrder(work: Work, wanted: NewOrder): Promise<{ order: ShownOrder; item: ShownItem }> {
  if (work.key === null) throw new Error('an order needs its key');
  const [order] = await insertRow(work.tx, {
    user_id: work.person.id,
    key: work.key,
    total_cents: wanted.price,
    cost_cents: wanted.cost,
    user_name: work.person.name,
    message: wanted.message,
    search_text: wanted.search,
    now: work.now,
  });
  const [item] = await insertItem(work.tx, {
    order_id: order!.id,
    product_id: wanted.product.id,
    product_variant_id: wanted.variant?.id ?? null,
    product_name: wanted.product.title,
    variant_name: wanted.variant?.title ?? null,
    price_cents: wanted.price,
    cost_cents: wanted.cost,
  });
  return { order: order!, item: item! };
}

type OrderValues = Pick<
  Selectable<Orders>,
  'user_id' | 'key' | 'total_cents' | 'cost_cents' | 'user_name' | 'message' | 'search_text'
> & { now: number };

const insertRow = prepared((db, value: OrderValues) =>
  db
    .insertInto('orders')
    .values({
      user_id: value.user_id,
      key: value.key,
      status: 'new',
      total_cents: value.total_cents,
      cost_cents: value.cost_cents,
      user_name: value.user_name,
      message: value.message,
      file_id: null,
      notes: null,
      search_text: value.search_text,
      created_at: value.now,
      updated_at: value.now,
      deleted_at: null,
      rev: 1,
    })
    .returning(shownOfOrder),
);

const insertItem = prepared((db, item: Omit<Selectable<OrderItems>, 'id'>) =>
  db
    .insertInto('order_items')
    .values({
      order_id: item.order_id,
      product_id: item.product_id,
      product_variant_id: item.product_variant_id,
      product_name: item.product_name,
      variant_name: item.variant_name,
      price_cents: item.price_cents,
      cost_cents: item.cost_cents,
    })
    .returning(shownOfItem),
);

/**
 * Counts one more order of a product, as the last write of an order: a product that sells well is held shortly. It is
 * no new version of the product: otherwise each order would wake every device, and nobody could edit what sells well.
 */
export async function countOrdered(tx: Transaction<Database>, productId: number): Promise<void> {
  await countOne(tx, { productId });
}

const countOne = prepared((db, value: { productId: number }) =>
  db
    .updateTable('products')
    .set((product) => ({ orders_count: product('orders_count', '+', 1) }))
    .where('id', '=', value.productId),
);

/** The columns that are shown: rows are wide, and a list has many. */
export const shownOfOrder = [
  'orders.id',
  'orders.user_id',
  'orders.user_name',
  'orders.total_cents',
  'orders.status',
  'orders.message',
  'orders.file_id',
  'orders.notes',
  'orders.created_at',
  'orders.updated_at',
  'orders.rev',
] as const;
const shownOfItem = [
  'order_id',
  'product_id',
  'product_name',
  'product_variant_id',
  'variant_name',
  'price_cents',
] as const;

type Bare<Column extends string> = Column extends `orders.${infer Name}` ? Name : Column;
export type ShownOrder = Pick<Selectable<Orders>, Bare<(typeof shownOfOrder)[number]>>;
type ShownItem = Pick<Selectable<OrderItems>, (typeof shownOfItem)[number]>;

/** Orders with their items, in the order of the ids. */
export async function ordersByIds(db: Kysely<Database>, ids: readonly number[]): Promise<Order[]> {
  const found = await ordersOf(db, ids);
  const byId = new Map(found.map((order) => [order.id, order]));
  return withItems(
    db,
    ids.flatMap((id) => byId.get(id) ?? []),
  );
}

/** These orders, with their items. */
export async function withItems(db: Kysely<Database>, orders: readonly ShownOrder[]): Promise<Order[]> {
  const items = await itemsOf(
    db,
    orders.map(({ id }) => id),
  );
  const found = Map.groupBy(items, (item) => item.order_id);
  return orders.map((order) => toOrder(order, found.get(order.id) ?? []));
}

const ordersOf = preparedForIds((db, ids) => db.selectFrom('orders').select(shownOfOrder).where('id', 'in', ids));
/** Those of the ids that were not deleted. */
export const liveOrders = preparedForIds((db, ids) =>
  db.selectFrom('orders').select(shownOfOrder).where('id', 'in', ids).where('deleted_at', 'is', null),
);
const itemsOf = preparedForIds((db, ids) =>
  db.selectFrom('order_items').select(shownOfItem).where('order_id', 'in', ids).orderBy('id'),
);

/** An order as its owner's and the admins' devices keep it. */
export const toOrder = (order: ShownOrder, items: ShownItem[]): Order => ({
  id: order.id,
  user_id: order.user_id,
  user_name: order.user_name,
  items: items.map((item) => ({
    product_id: item.product_id,
    product_name: item.product_name,
    product_variant_id: item.product_variant_id,
    variant_name: item.variant_name,
    price: toEuros(item.price_cents),
  })),
  total_price: toEuros(order.total_cents),
  status: order.status as Order['status'], // CHECKed when written
  message: order.message,
  file_url: order.file_id === null ? null : `/api/files/${order.file_id}`,
  notes: order.notes,
  created_at: toWhen(order.created_at),
  updated_at: toWhen(order.updated_at),
  rev: order.rev,
});
