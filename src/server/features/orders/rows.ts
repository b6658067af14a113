import type { Kysely, Selectable } from 'kysely';
import type { Order } from '../../../contract/orders.ts';
import type { Answer, Ask } from '../../../contract/order-fields.ts';
import { fold } from '../../../contract/search.ts';
import { allow } from '../../platform/base/permissions.ts';
import type { SignedIn } from '../../platform/context.ts';
import { prepared, preparedForIds } from '../../platform/database/prepared.ts';
import type { Database, OrderItems, Orders, Products, ProductVariants } from '../../platform/database/schema.ts';
import type { TransactionContext } from '../../platform/database/transaction.ts';
import { toEuros, toIsoTime } from '../../platform/base/wire-values.ts';
import { codesOf, noCodes, type CodeCounts, type ItemCodes } from './code-counts.ts';
import { maySeeOrder } from './policy.ts';

/** The product columns an order needs. */
const productColumns = [
  'id',
  'title',
  'price_cents',
  'cost_cents',
  'status',
  'is_available',
  'has_variants',
  'quantity',
  'order_fields',
  'quantity_min',
  'quantity_step',
  'quantity_max',
  'price_per',
  'sells_codes',
] as const;
export type OrderedProduct = Pick<Selectable<Products>, (typeof productColumns)[number]>;

export const findProduct = async (db: Kysely<Database>, id: number): Promise<OrderedProduct | undefined> =>
  (await productsById(db, { id }))[0];

const productsById = prepared((db, value: { id: number }) =>
  db.selectFrom('products').select(productColumns).where('id', '=', value.id),
);

export const findVariant = (db: Kysely<Database>, id: number): Promise<Selectable<ProductVariants> | undefined> =>
  db.selectFrom('product_variants').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();

/** Inserts an order of the acting user with its one item. */
export async function insertOrder(
  transaction: TransactionContext,
  order: Pick<Selectable<Orders>, 'status' | 'total_cents' | 'cost_cents' | 'message' | 'search_text'>,
  item: Omit<InsertedItem, 'order_id'>,
): Promise<{ order: SelectedOrder; item: PlacedItem }> {
  if (transaction.key === null) throw new Error('an order needs its key');
  const [placed] = await insertRow(transaction.tx, {
    ...order,
    user_id: transaction.person.id,
    user_name: transaction.person.name,
    customer_key: fold(transaction.person.name),
    key: transaction.key,
    now: transaction.now,
  });
  const [placedItem] = await insertItem(transaction.tx, {
    ...item,
    order_id: placed!.id,
  });
  return { order: placed!, item: placedItem! };
}

const insertRow = prepared(
  (
    db,
    value: Pick<
      Selectable<Orders>,
      | 'user_id'
      | 'key'
      | 'status'
      | 'total_cents'
      | 'cost_cents'
      | 'user_name'
      | 'customer_key'
      | 'message'
      | 'search_text'
    > & { now: number },
  ) =>
    db
      .insertInto('orders')
      .values({
        user_id: value.user_id,
        key: value.key,
        status: value.status,
        total_cents: value.total_cents,
        cost_cents: value.cost_cents,
        user_name: value.user_name,
        customer_key: value.customer_key,
        message: value.message,
        file_id: null,
        notes: null,
        search_text: value.search_text,
        created_at: value.now,
        updated_at: value.now,
        deleted_at: null,
        rev: 1,
      })
      .returning(orderColumns),
);

type InsertedItem = Omit<Selectable<OrderItems>, 'id' | 'has_stock' | 'answers_round'>;

const insertItem = prepared((db, item: InsertedItem) =>
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
      quantity: item.quantity,
      unit_price_cents: item.unit_price_cents,
      price_per: item.price_per,
      answers: item.answers,
      has_codes: item.has_codes,
    })
    .returning(itemColumns),
);

/** The columns that queries select; the other columns are large and not needed in lists. */
export const orderColumns = [
  'orders.id',
  'orders.user_id',
  'orders.user_name',
  'orders.total_cents',
  'orders.refunded_cents',
  'orders.status',
  'orders.ask',
  'orders.message',
  'orders.file_id',
  'orders.notes',
  'orders.created_at',
  'orders.updated_at',
  'orders.rev',
] as const;
const itemColumns = [
  'id',
  'order_id',
  'product_id',
  'product_name',
  'product_variant_id',
  'variant_name',
  'price_cents',
  'quantity',
  'unit_price_cents',
  'price_per',
  'answers',
  'answers_round',
  'has_codes',
] as const;
type ItemColumn = (typeof itemColumns)[number];
export type PlacedItem = Pick<Selectable<OrderItems>, ItemColumn>;

type WithoutTable<Column extends string> = Column extends `orders.${infer Name}` ? Name : Column;
export type SelectedOrder = Pick<Selectable<Orders>, WithoutTable<(typeof orderColumns)[number]>>;

/** The orders with these ids, also deleted ones, with their items; sorted like `ids`. */
export async function ordersByIds(db: Kysely<Database>, ids: readonly number[]): Promise<Order[]> {
  const found = await ordersOf(db, ids);
  const byId = new Map(found.map((order) => [order.id, order]));
  return withItems(
    db,
    ids.flatMap((id) => byId.get(id) ?? []),
  );
}

/** The order with this id as the acting user may see it, also a deleted one. Throws NOT_FOUND. */
export async function currentOrder(ctx: SignedIn, id: number): Promise<Order> {
  const [order] = await ordersByIds(ctx.services.reader, [id]);
  return allow(order, maySeeOrder(ctx.person));
}

/** Returns the given orders with their items. */
export async function withItems(db: Kysely<Database>, orders: readonly SelectedOrder[]): Promise<Order[]> {
  const items = await itemsOf(
    db,
    orders.map(({ id }) => id),
  );
  const found = Map.groupBy(items, (item) => item.order_id);
  const codes = await codesOf(db, items);
  return orders.map((order) => toOrder(order, found.get(order.id) ?? [], codes));
}

const ordersOf = preparedForIds((db, ids) => db.selectFrom('orders').select(orderColumns).where('id', 'in', ids));
/** The orders with these ids that are not deleted. */
export const undeletedOrders = preparedForIds((db, ids) =>
  db.selectFrom('orders').select(orderColumns).where('id', 'in', ids).where('deleted_at', 'is', null),
);
const itemsOf = preparedForIds((db, ids) =>
  db.selectFrom('order_items').select(itemColumns).where('order_id', 'in', ids).orderBy('id'),
);

/** An order as its owner's and the admins' devices store it. */
export const toOrder = (order: SelectedOrder, items: readonly PlacedItem[], codes: ItemCodes = noCodes): Order => ({
  id: order.id,
  user_id: order.user_id,
  user_name: order.user_name,
  items: items.map((item) => toItem(item, codes.get(item.id))),
  total_price: toEuros(order.total_cents),
  ...(order.refunded_cents > 0 && { refunded: toEuros(order.refunded_cents) }),
  status: order.status as Order['status'], // restricted by a CHECK constraint
  ...(order.ask !== null && { ask: JSON.parse(order.ask) as Ask }),
  message: order.message,
  file_url: order.file_id === null ? null : `/api/files/${order.file_id}`,
  notes: order.notes,
  created_at: toIsoTime(order.created_at),
  updated_at: toIsoTime(order.updated_at),
  rev: order.rev,
});

/** An item with what differs from one unit at its own price. */
const toItem = (item: PlacedItem, codes: CodeCounts | undefined): Order['items'][number] => ({
  product_id: item.product_id,
  product_name: item.product_name,
  product_variant_id: item.product_variant_id,
  variant_name: item.variant_name,
  price: toEuros(item.price_cents),
  ...(item.quantity > 1 && { quantity: item.quantity }),
  ...(item.unit_price_cents !== null &&
    item.unit_price_cents !== item.price_cents && { unit_price: toEuros(item.unit_price_cents) }),
  ...(item.price_per > 1 && { price_per: item.price_per }),
  ...(item.answers !== null && { answers: JSON.parse(item.answers) as Answer[] }),
  ...(item.answers_round > 0 && { answers_round: item.answers_round }),
  ...(item.has_codes === 1 && { codes: codes ?? { count: item.quantity, shown: 0, faulty: 0 } }),
});
