import { orderStatuses } from '../../../src/contract/order-rules.ts';
import type { OrderStatus } from '../../../src/contract/orders.ts';
import { searchText } from '../../../src/contract/search.ts';
import { ticketStatuses, ticketTypes } from '../../../src/contract/ticket-rules.ts';
import { filterProducts, type ProductFilter } from '../../../src/client/features/categories/product-filter.ts';
import { readCatalogue, readCategoryPage } from '../../../src/client/features/categories/queries.ts';
import { readNewestOrders } from '../../../src/client/features/orders/queries.ts';
import { readFirstTickets } from '../../../src/client/features/tickets/ticket-source.ts';
import { readRows } from '../../../src/client/lists/list-source.ts';
import type { LocalDatabase } from '../../../src/client/local/database.ts';
import type { RowFilter } from '../../../src/client/local/rows-in-memory/row-columns.ts';
import type { RowIndex } from '../../../src/client/local/rows-in-memory/row-index.ts';
import { orderIndexOf, ticketIndexOf } from '../../../src/client/local/rows-in-memory/row-indexes.ts';
import { openOurs, openPlain, openStores, type Stores } from './stores.ts';
import { inTurns, time, watchLongTasks, type StoreName, type Times } from './measure.ts';
import type { RowStore } from './plain-store.ts';
import { categoryCount } from './rows.ts';

/** Opens a store and reads its first page; milliseconds. The caller opens a new browser for each call. */
export const coldStart = (name: StoreName): Promise<number> =>
  time(async () => {
    if (name === 'ours') return readNewestOrders(await openOurs(), 'new', 10);
    return (await openPlain[name]()).orderPage('new');
  });

/** How long the first filter by status and type takes, with its total, while nothing is in memory; milliseconds. */
export async function firstFilter(): Promise<Record<StoreName, number>> {
  const { floor, dexie, sqlite, ours } = await openStores();
  const wanted = { search: '', values: { status: ['open'], type: ['billing'] } };
  return {
    floor: await time(() => floor.ticketPage('open', 'billing')),
    dexie: await time(() => dexie.ticketPage('open', 'billing')),
    sqlite: await time(() => sqlite.ticketPage('open', 'billing')),
    ours: await time(() => readFirstTickets(ours, { ...wanted, page: 1, perPage: 20 })),
  };
}

export interface ReadTimes {
  orderPage: Times;
  /** The 50th page of orders. */
  farPage: Times;
  ticketPage: Times;
  categoryPage: Times;
  search: Times;
  orderSearch: Times;
  /** The time to load the search index into memory, once after a start, in ms, and the tasks over 50 ms meanwhile. */
  intoMemory: { ms: number; longTasks: number[] };
}

export async function readAll(rounds: number): Promise<ReadTimes> {
  const stores = await openStores();
  const { floor, dexie, sqlite, ours } = stores;
  for (const status of orderStatuses) await untilInMemory(orderIndexOf(ours), ordersWith('', status));
  const longTasks = watchLongTasks();
  const ms = await time(() => untilInMemory(ticketIndexOf(ours), wordsOnly));
  const intoMemory = { ms, longTasks: longTasks() };
  const texts = await Promise.all([foldedTexts(floor), foldedTexts(dexie)]);
  const pair = (round: number) => [pick(ticketStatuses, round), pick(ticketTypes, round)] as const;
  return {
    intoMemory,
    orderPage: await inTurns(rounds, {
      floor: (round) => floor.orderPage(pick(orderStatuses, round)),
      dexie: (round) => dexie.orderPage(pick(orderStatuses, round)),
      sqlite: (round) => sqlite.orderPage(pick(orderStatuses, round)),
      ours: (round) => readOrderPage(ours, pick(orderStatuses, round), 1),
    }),
    farPage: await readFarPage(rounds, stores),
    ticketPage: await inTurns(rounds, {
      floor: (round) => floor.ticketPage(...pair(round)),
      dexie: (round) => dexie.ticketPage(...pair(round)),
      sqlite: (round) => sqlite.ticketPage(...pair(round)),
      ours: (round) => readTicketPage(ours, ...pair(round)),
    }),
    categoryPage: await inTurns(rounds, {
      floor: (round) => floor.categoryPage((round % categoryCount) + 1),
      dexie: (round) => dexie.categoryPage((round % categoryCount) + 1),
      sqlite: (round) => sqlite.categoryPage((round % categoryCount) + 1),
      ours: (round) => firstProducts(ours, (round % categoryCount) + 1),
    }),
    search: await search(rounds, texts, stores),
    orderSearch: await searchOrders(rounds, stores),
  };
}

/** Loads the data that the open app keeps in memory, and holds it until the page is closed. */
export async function keepInMemory(): Promise<unknown> {
  const ours = await openOurs();
  await untilInMemory(ticketIndexOf(ours), wordsOnly);
  await untilInMemory(orderIndexOf(ours), ordersWith('', 'new'));
  kept.push(ours, await readCatalogue(ours));
  return kept.length;
}

const kept: unknown[] = [];

/** Reads the 50th page. The other stores are given the last row of the 49th page and read the rows after it. */
async function readFarPage(rounds: number, { floor, dexie, sqlite, ours }: Stores): Promise<Times> {
  const status = 'new';
  const last = (await readOrderPage(ours, status, 49)).rows.at(-1)!.created_at;
  return inTurns(rounds, {
    floor: () => floor.nextOrders(status, last),
    dexie: () => dexie.nextOrders(status, last),
    sqlite: () => sqlite.nextOrders(status, last),
    ours: () => readOrderPage(ours, status, 50),
  });
}

const words = ['gift card', 'اشتراك', 'réseau mobile', 'console 17', 'nothing at all'];

/**
 * Searches products and tickets. Raw IndexedDB and Dexie look through folded texts in memory, SQLite through its rows.
 */
async function search(rounds: number, [first, second]: string[][], { sqlite, ours }: Stores): Promise<Times> {
  const { products } = await readCatalogue(ours);
  const tickets = ticketIndexOf(ours);
  return inTurns(rounds, {
    floor: (round) => first!.filter((text) => text.includes(pick(words, round))).length,
    dexie: (round) => second!.filter((text) => text.includes(pick(words, round))).length,
    sqlite: (round) => sqlite.countMatches(pick(words, round)),
    ours: (round) => {
      const query = pick(words, round);
      const found = tickets.getSnapshot().find({ search: query, values: {} })!;
      return filterProducts(products, { ...noFilter, search: query }).length + found.length;
    },
  });
}

/** Searches orders with a status; compares the stores as `search` does. */
async function searchOrders(rounds: number, { floor, sqlite, ours }: Stores): Promise<Times> {
  const orders = orderIndexOf(ours);
  await untilInMemory(orders, ordersWith('gift', null));
  const texts = (await floor.all('orders')).map((row) => searchText([String(row.user_name), String(row.message)]));
  const searchTexts = (round: number) => texts.filter((text) => text.includes(pick(words, round))).length;
  return inTurns(rounds, {
    floor: searchTexts,
    dexie: searchTexts,
    sqlite: (round) => sqlite.countOrders(pick(words, round)),
    ours: (round) => orders.getSnapshot().find(ordersWith(pick(words, round), pick(orderStatuses, round))),
  });
}

const noFilter: ProductFilter = { search: '', min: '', max: '', sort: 'name_asc', only: [] };
const wordsOnly: RowFilter = { search: 'gift', values: {} };

/** The filter of a list of orders. */
const ordersWith = (search: string, status: OrderStatus | null): RowFilter => ({
  search,
  values: { status: status === null ? [] : [status] },
});

async function readOrderPage(db: LocalDatabase, status: OrderStatus | null, page: number) {
  const ids = orderIndexOf(db).getSnapshot().find(ordersWith('', status))!;
  return { rows: await readRows(db.orders, ids.slice((page - 1) * 10, page * 10)), total: ids.length };
}

/** Waits until the index has in memory what a filter needs; the index keeps it current from then on. */
const untilInMemory = <Id extends string | number, Row>(index: RowIndex<Id, Row>, filter: RowFilter): Promise<void> =>
  new Promise((resolve) => {
    const check = () => index.getSnapshot().find(filter) && resolve();
    index.follow(index.partOf(filter), check);
    check();
  });

async function readTicketPage(
  db: LocalDatabase,
  status: (typeof ticketStatuses)[number],
  type: (typeof ticketTypes)[number],
) {
  const ids = ticketIndexOf(db)
    .getSnapshot()
    .find({ search: '', values: { status: [status], type: [type] } })!;
  return { rows: await readRows(db.tickets, ids.slice(0, 20)), total: ids.length };
}

async function firstProducts(db: LocalDatabase, category: number) {
  const page = await readCategoryPage(db, category);
  return filterProducts(page?.products ?? [], noFilter).slice(0, 12);
}

async function foldedTexts(store: RowStore): Promise<string[]> {
  const [products, tickets] = await Promise.all([store.all('products'), store.all('tickets')]);
  return [...products, ...tickets].map((row) =>
    searchText([row.title, row.description, row.subject, row.content].map(String)),
  );
}

const pick = <Value>(values: readonly Value[], round: number): Value => values[round % values.length]!;
