import { makeCatalogue, priceList, type ProductRow, type ShelfRow, type VariantRow } from './catalogue.ts';
import { makeCategories, type CategoryRow } from './categories.ts';
import type { DemoProduct } from './demo-product.ts';
import { makeLedger, type LedgerRow } from './ledger-history.ts';
import { makeNotices, type NoticeRow } from './notices.ts';
import { makeOrders, type ItemRow, type OrderRow } from './orders.ts';
import { makePeople, type Secrets, type UserRow } from './people.ts';
import { createRandom } from './random.ts';
import { firstNumber, makeTickets, type ResponseRow, type TicketRow } from './tickets.ts';

/** How many of each; at least seven users. */
export interface DemoSize {
  users: number;
  products: number;
  orders: number;
  tickets: number;
}

/** The shop that `npm start` opens with. */
export const defaultSize: DemoSize = { users: 67, products: priceList.length, orders: 1_650, tickets: 430 };

/** Rows by table, in an order that keeps every reference. */
export type DemoTables = {
  users: UserRow[];
  categories: CategoryRow[];
  products: ProductRow[];
  product_variants: VariantRow[];
  product_categories: ShelfRow[];
  orders: OrderRow[];
  order_items: ItemRow[];
  ledger: LedgerRow[];
  tickets: TicketRow[];
  responses: ResponseRow[];
  notifications: NoticeRow[];
};

export interface DemoShop {
  tables: DemoTables;
  lastTicketNumber: number;
}

/** Makes all rows of a shop in memory; the same size and clock (ms) give the same shop. */
export function makeShop(
  size: DemoSize,
  now: number,
  given: { secrets: Secrets; pictures: ReadonlyMap<DemoProduct, string> },
): DemoShop {
  const categories = makeCategories(now);
  const { articles, shelves } = makeCatalogue(
    size.products,
    now,
    { categoryIds: categories.ids, pictures: given.pictures },
    createRandom('catalogue'),
  );
  const people = makePeople(size.users, now, given.secrets, createRandom('people'));
  const orders = makeOrders(size.orders, now, { customers: people.customers, articles }, createRandom('orders'));
  const ledger = makeLedger(orders, people, now, createRandom('ledger'));
  const desk = makeTickets(size.tickets, now, { ...people, orders }, createRandom('tickets'));
  const notices = makeNotices({ ...desk, orders, ledger, admins: people.admins }, now, createRandom('notices'));
  return {
    tables: {
      users: people.rows,
      categories: categories.rows,
      products: articles.map((article) => article.row),
      product_variants: articles.flatMap((article) => article.variants),
      product_categories: shelves,
      orders: orders.map((order) => order.row),
      order_items: orders.map((order) => order.item),
      ledger,
      tickets: desk.tickets,
      responses: desk.responses,
      notifications: notices,
    },
    lastTicketNumber: firstNumber - 1 + desk.tickets.length,
  };
}
