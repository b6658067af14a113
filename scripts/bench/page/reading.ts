import { orderStatuses } from '../../../src/contract/orders.ts';
import { searchText } from '../../../src/contract/search.ts';
import { ticketStatuses, ticketTypes } from '../../../src/contract/tickets.ts';
import { filterProducts, type ProductFilter } from '../../../src/client/features/categories/product-filter.ts';
import { readCatalogue, readCategoryPage } from '../../../src/client/features/categories/queries.ts';
import {
  readNewestOrders,
  readOrders,
  rowFilterOf,
  type StatusChoice,
} from '../../../src/client/features/orders/queries.ts';
import { readFirstTickets, readTickets } from '../../../src/client/features/tickets/queries.ts';
import type { LocalDatabase } from '../../../src/client/local/database.ts';
import type { RowFilter } from '../../../src/client/local/row-columns.ts';
import type { RowIndex } from '../../../src/client/local/row-index.ts';
import { orderIndexOf, ticketIndexOf } from '../../../src/client/local/row-indexes.ts';
import { openOurs, openPlain, openStores, type Stores } from './devices.ts';
import { inTurns, time, watchLongTasks, type StoreName, type Times } from './measure.ts';
import type { RowStore } from './plain-store.ts';
import { categoryCount } from './rows.ts';

/** Opens a store in a fresh browser and reads its first page; milliseconds. */
export const coldStart = (name: StoreName): Promise<number> =>
  time(async () => {
    if (name === 'ours') return readNewestOrders(await openOurs(), 'new', 10);
    return (await openPlain[name]()).orderPage('new');
  });

/** Milliseconds of the first filter of a visit by status and type, with its total, while nothing is in memory. */
export async function firstFilter(): Promise<Record<StoreName, number>> {
  const { floor, dexie, sqlite, ours } = await openStores();
  const wanted = { search: '', status: ['open' as const], type: ['billing' as const] };
  return {
    floor: await time(() => floor.ticketPage('open', 'billing')),
    dexie: await time(() => dexie.ticketPage('open', 'billing')),
    sqlite: await time(() => sqlite.ticketPage('open', 'billing')),
    ours: await time(() => readFirstTickets(ours, { ...wanted, page: 1, perPage: 20 })),
  };
}

export interface Readings {
  orderPage: Times;
  farPage: Times;
  ticketPage: Times;
  categoryPage: Times;
  search: Times;
  orderSearch: Times;
  /** Once per visit: what searches keep in memory, in milliseconds, and the tasks over 50 ms meanwhile. */
  intoMemory: { ms: number; longTasks: number[] };
}

export async function readAll(rounds: number): Promise<Readings> {
  const stores = await openStores();
  const { floor, dexie, sqlite, ours } = stores;
  for (const status of orderStatuses) await followed(orderIndexOf(ours), rowFilterOf('', status));
  const longTasks = watchLongTasks();
  const ms = await time(() => followed(ticketIndexOf(ours), wordsOnly));
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

/** What a visit keeps in memory, held until the page goes. */
export async function keepInMemory(): Promise<unknown> {
  const ours = await openOurs();
  await followed(ticketIndexOf(ours), wordsOnly);
  await followed(orderIndexOf(ours), rowFilterOf('', 'new'));
  kept.push(ours, await readCatalogue(ours));
  return kept.length;
}

const kept: unknown[] = [];

/** The 50th page: a plain store goes on from the last row of the 49th, which a list that knows its keys can do. */
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

/** Products and tickets. The plain stores look through folded texts in memory, SQLite through its rows. */
async function search(rounds: number, [first, second]: string[][], { sqlite, ours }: Stores): Promise<Times> {
  const { products } = await readCatalogue(ours);
  const tickets = ticketIndexOf(ours);
  return inTurns(rounds, {
    floor: (round) => first!.filter((text) => text.includes(pick(words, round))).length,
    dexie: (round) => second!.filter((text) => text.includes(pick(words, round))).length,
    sqlite: (round) => sqlite.countMatches(pick(words, round)),
    ours: (round) => {
      const query = pick(words, round);
      const found = tickets.getNow().find({ search: query, values: {} })!;
      return filterProducts(products, { ...noFilter, search: query }).length + found.length;
    },
  });
}

/** Orders with a status, by words; compared as `search`. */
async function searchOrders(rounds: number, { floor, sqlite, ours }: Stores): Promise<Times> {
  const orders = orderIndexOf(ours);
  await followed(orders, rowFilterOf('gift', null));
  const texts = (await floor.all('orders')).map((row) => searchText([String(row.user_name), String(row.message)]));
  const plain = (round: number) => texts.filter((text) => text.includes(pick(words, round))).length;
  return inTurns(rounds, {
    floor: plain,
    dexie: plain,
    sqlite: (round) => sqlite.countOrders(pick(words, round)),
    ours: (round) => orders.getNow().find(rowFilterOf(pick(words, round), pick(orderStatuses, round))),
  });
}

const noFilter: ProductFilter = { search: '', min: '', max: '', sort: 'name_asc' };
const wordsOnly: RowFilter = { search: 'gift', values: {} };

/** A page of ten as the list of orders reads it. */
async function readOrderPage(db: LocalDatabase, status: StatusChoice, page: number) {
  const ids = orderIndexOf(db).getNow().find(rowFilterOf('', status))!;
  return { rows: await readOrders(db, ids.slice((page - 1) * 10, page * 10)), total: ids.length };
}

/** Waits until what a filter needs is in memory; it is followed from then on. */
const followed = <Id extends string | number, Row>(index: RowIndex<Id, Row>, filter: RowFilter): Promise<void> =>
  new Promise((ready) => {
    const check = () => index.getNow().find(filter) && ready();
    index.follow(index.partOf(filter), check);
    check();
  });

async function readTicketPage(
  db: LocalDatabase,
  status: (typeof ticketStatuses)[number],
  type: (typeof ticketTypes)[number],
) {
  const ids = ticketIndexOf(db)
    .getNow()
    .find({ search: '', values: { status: [status], type: [type] } })!;
  return { rows: await readTickets(db, ids.slice(0, 20)), total: ids.length };
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
