import { orderStatuses } from '../../../src/contract/orders.ts';
import { ticketStatuses, ticketTypes } from '../../../src/contract/tickets.ts';
import { readCategoryPage, readCatalogue } from '../../../src/client/features/categories/queries.ts';
import { filterProducts, type ProductFilter } from '../../../src/client/features/categories/product-filter.ts';
import { orderListsOf, type StatusChoice } from '../../../src/client/features/orders/order-lists.ts';
import { readNewestOrders, readOrders } from '../../../src/client/features/orders/queries.ts';
import { readTickets } from '../../../src/client/features/tickets/queries.ts';
import { ticketIndexOf, type TicketIndex } from '../../../src/client/features/tickets/ticket-index.ts';
import { searchText } from '../../../src/contract/search.ts';
import type { LocalDatabase } from '../../../src/client/local/database.ts';
import { openFloor, openOurs } from './devices.ts';
import type { Floor } from './floor.ts';
import { inTurns, time, type Pair } from './measure.ts';
import { categoryCount } from './rows.ts';

/** Opens the raw store in a fresh browser and reads its first page; milliseconds. */
export const coldFloor = (): Promise<number> => time(async () => (await openFloor()).orderPage('new'));

/** The same with ours. */
export const coldOurs = (): Promise<number> => time(async () => readNewestOrders(await openOurs(), 'new', 10));

export interface Readings {
  orderPage: Pair;
  farPage: Pair;
  ticketPage: Pair;
  categoryPage: Pair;
  search: Pair;
  /** Once per visit: what search and filters keep in memory. */
  intoMemory: Pair;
}

export async function readBoth(rounds: number): Promise<Readings> {
  const [floor, ours] = await Promise.all([openFloor(), openOurs()]);
  const tickets = ticketIndexOf(ours);
  for (const status of orderStatuses) await followed(ours, status);
  const intoMemory = { floor: [await time(() => foldedTexts(floor))], ours: [await time(() => filled(tickets))] };
  const readings = {
    intoMemory,
    orderPage: await inTurns(
      rounds,
      (round) => floor.orderPage(pick(orderStatuses, round)),
      (round) => readOrderPage(ours, pick(orderStatuses, round), 1),
    ),
    farPage: await readFarPage(rounds, floor, ours),
    ticketPage: await inTurns(
      rounds,
      (round) => floor.ticketPage(pick(ticketStatuses, round), pick(ticketTypes, round)),
      (round) => readTicketPage(ours, tickets, pick(ticketStatuses, round), pick(ticketTypes, round)),
    ),
    categoryPage: await inTurns(
      rounds,
      (round) => floor.categoryPage((round % categoryCount) + 1),
      (round) => firstProducts(ours, (round % categoryCount) + 1),
    ),
    search: await search(rounds, floor, ours, tickets),
  };
  return readings;
}

/** What a visit keeps in memory, held until the page goes. */
export async function keepInMemory(): Promise<unknown> {
  const ours = await openOurs();
  await filled(ticketIndexOf(ours));
  await followed(ours, 'new');
  kept.push(ours, await readCatalogue(ours));
  return kept.length;
}

const kept: unknown[] = [];

/** The 50th page: the raw store goes on from the last row of the 49th, which a list that knows its keys can do. */
async function readFarPage(rounds: number, floor: Floor, ours: LocalDatabase): Promise<Pair> {
  const status = 'new';
  const last = (await readOrderPage(ours, status, 49)).rows.at(-1)!.created_at;
  return inTurns(
    rounds,
    () => floor.nextOrders(status, last),
    () => readOrderPage(ours, status, 50),
  );
}

async function search(rounds: number, floor: Floor, ours: LocalDatabase, tickets: TicketIndex): Promise<Pair> {
  const words = ['gift card', 'اشتراك', 'réseau mobile', 'console 17', 'nothing at all'];
  const texts = await foldedTexts(floor);
  const { products } = await readCatalogue(ours);
  return inTurns(
    rounds,
    (round) => texts.filter((text) => text.includes(pick(words, round))).length,
    (round) => {
      const query = pick(words, round);
      return (
        filterProducts(products, { ...noFilter, search: query }).length +
        tickets.find({ search: query, status: [], type: [] }).length
      );
    },
  );
}

const noFilter: ProductFilter = { search: '', min: '', max: '', sort: 'name_asc' };

/** A page of ten as the list of orders reads it. */
async function readOrderPage(db: LocalDatabase, status: StatusChoice, page: number) {
  const ids = orderListsOf(db).idsNow(status)!;
  return { rows: await readOrders(db, ids.slice((page - 1) * 10, page * 10)), total: ids.length };
}

/** Waits until the ids of a status are in memory; they are followed from then on. */
const followed = (db: LocalDatabase, status: StatusChoice): Promise<void> =>
  new Promise((ready) => {
    const lists = orderListsOf(db);
    lists.follow(status, () => lists.idsNow(status) && ready());
  });

async function readTicketPage(
  db: LocalDatabase,
  index: TicketIndex,
  status: (typeof ticketStatuses)[number],
  type: (typeof ticketTypes)[number],
) {
  const ids = index.find({ search: '', status: [status], type: [type] });
  return { rows: await readTickets(db, ids.slice(0, 20)), total: ids.length };
}

async function firstProducts(db: LocalDatabase, category: number) {
  const page = await readCategoryPage(db, category);
  return filterProducts(page?.products ?? [], noFilter).slice(0, 12);
}

/** Waits until the tickets are in memory. */
const filled = (index: TicketIndex): Promise<void> =>
  new Promise((ready) => {
    const check = () => index.getVersion() > 0 && ready();
    index.subscribe(check);
    check();
  });

async function foldedTexts(floor: Floor): Promise<string[]> {
  const [products, tickets] = await Promise.all([floor.all('products'), floor.all('tickets')]);
  return [...products, ...tickets].map((row) =>
    searchText([row.title, row.description, row.subject, row.content].map(String)),
  );
}

const pick = <Value>(values: readonly Value[], round: number): Value => values[round % values.length]!;
