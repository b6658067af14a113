import type { CurrencyCode } from '../../contract/currencies.ts';
import { makeCatalogue, type ProductCategoryRow, type ProductRow, type VariantRow } from './catalogue.ts';
import { makeCategories, type CategoryRow } from './categories.ts';
import { makeCodes, type BatchRow, type CodeDraft, type StockRow, type WatchRow } from './codes.ts';
import { demoData } from './data.ts';
import type { DemoProduct } from './product-data.ts';
import { makeArticles, type ArticleRow } from './articles.ts';
import { makeDeliveries, type PlaceRow, type RateRow } from './deliveries.ts';
import { makeLedger, type LedgerRow } from './ledger.ts';
import { makeNotifications, type NotificationRow } from './notifications.ts';
import { makeOrderHistory, type AuditRow } from './order-history.ts';
import { makeOrders, type ItemRow, type OrderRow } from './orders.ts';
import { returnParts } from './part-refunds.ts';
import { makePeople, type Secrets, type UserRow } from './people.ts';
import { createRandom } from './random.ts';
import { fillOrders, makeSavedAnswers, type SavedAnswerRow } from './sold.ts';
import type { ResponseRow, TicketRow } from './ticket-drafts.ts';
import type { Slip } from './slips.ts';
import { firstTicketNumber, makeTickets } from './tickets.ts';
import { makeTopups, type FileRow, type MethodRow, type TopupFileRow, type TopupRow } from './topups.ts';

/** The number of rows of each kind; at least seven users. */
export interface DemoSize {
  users: number;
  products: number;
  orders: number;
  tickets: number;
}

/** The size of the shop that `npm start` creates. */
export const defaultSize: DemoSize = {
  users: 67,
  products: demoData.catalogue.products.length,
  orders: 1_650,
  tickets: 430,
};

/** Rows by table, in an order of tables in which every reference points to a row that is already inserted. */
export type DemoTables = {
  users: UserRow[];
  categories: CategoryRow[];
  products: ProductRow[];
  product_variants: VariantRow[];
  product_categories: ProductCategoryRow[];
  orders: OrderRow[];
  order_items: ItemRow[];
  saved_answers: SavedAnswerRow[];
  code_batches: BatchRow[];
  stock: StockRow[];
  stock_watches: WatchRow[];
  topup_methods: MethodRow[];
  topups: TopupRow[];
  files: FileRow[];
  topup_files: TopupFileRow[];
  ledger: LedgerRow[];
  audit: AuditRow[];
  tickets: TicketRow[];
  responses: ResponseRow[];
  notifications: NotificationRow[];
  articles: ArticleRow[];
  deliveries: PlaceRow[];
  cities: PlaceRow[];
  rates: RateRow[];
};

export interface DemoShop {
  tables: DemoTables;
  /** Encrypted when they are stored. */
  codes: CodeDraft[];
  lastTicketNumber: number;
}

interface DemoAssets {
  secrets: Secrets;
  pictures: ReadonlyMap<DemoProduct, string>;
  slips: readonly Slip[];
  currency: CurrencyCode;
}

/**
 * Creates all rows of a shop in memory. The same size gives the same shop at every time (ms), with moments as far back
 * from it; only snoozed tickets return in a morning (UTC).
 */
export function makeShop(size: DemoSize, now: number, { currency, ...assets }: DemoAssets): DemoShop {
  const categories = makeCategories(now);
  const { entries, productCategories } = makeCatalogue(
    size.products,
    now,
    { categoryIds: categories.ids, pictures: assets.pictures },
    createRandom('catalogue'),
  );
  const people = makePeople(size.users, now, assets.secrets, createRandom('people'));
  const orders = makeOrders(
    size.orders,
    now,
    { customers: people.customers, catalogue: entries },
    createRandom('orders'),
  );
  const rows = entries.map((entry) => entry.row);
  fillOrders(orders, rows, { admins: people.admins, now });
  returnParts(orders, now);
  const { codes, ...stock } = makeCodes(orders, entries, { admins: people.admins, now }, createRandom('codes'));
  const ledger = makeLedger(orders, { ...people, currency }, now, createRandom('ledger'));
  const topups = makeTopups({ ...people, ledger, slips: assets.slips }, now, createRandom('top-ups'));
  const audit = makeOrderHistory(orders, people.admins, createRandom('audit'));
  const { tickets, responses, notes } = makeTickets(
    size.tickets,
    now,
    { ...people, admins: people.support, orders, currency },
    createRandom('tickets'),
  );
  const history = { tickets, responses, orders, ledger, topups: topups.topups, ...people };
  const notifications = makeNotifications(history, now, createRandom('notices'));
  return {
    tables: {
      users: people.rows,
      categories: categories.rows,
      products: rows,
      product_variants: entries.flatMap((entry) => entry.variants),
      product_categories: productCategories,
      orders: orders.map((order) => order.row),
      order_items: orders.map((order) => order.item),
      saved_answers: makeSavedAnswers(rows, now, createRandom('saved answers')),
      ...stock,
      ...topups,
      ledger,
      audit,
      tickets,
      responses: [...responses, ...notes],
      notifications,
      articles: makeArticles(now),
      ...makeDeliveries(now),
    },
    codes,
    lastTicketNumber: firstTicketNumber - 1 + tickets.length,
  };
}
