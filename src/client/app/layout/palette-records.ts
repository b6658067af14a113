import { nearMatcher } from '../../../contract/near-search.ts';
import { can, type RoleName } from '../../../contract/permissions.ts';
import type { Order } from '../../../contract/orders.ts';
import type { DirectoryUser } from '../../../contract/people.ts';
import { matcher, searchText } from '../../../contract/search.ts';
import type { TicketRow } from '../../../contract/tickets.ts';
import type { LocalDatabase } from '../../local/database.ts';
import type { CachedCategory, CachedProduct } from '../../local/rows.ts';

/** Maximum number of records of each kind. */
const foundMax = 5;

export interface FoundRecords {
  tickets: TicketRow[];
  orders: Order[];
  people: DirectoryUser[];
  products: CachedProduct[];
  categories: CachedCategory[];
}

/** The texts of users and the products of this device, read when the palette opens. */
export interface PaletteRecords {
  people: readonly { person: DirectoryUser; text: string }[];
  products: readonly CachedProduct[];
  categories: readonly CachedCategory[];
}

/** Reads the records that are searched in memory: users for those who may open them, and products. */
export async function readPaletteRecords(db: LocalDatabase, role: RoleName): Promise<PaletteRecords> {
  const [people, products, categories] = await Promise.all([
    can(role, 'people') ? db.people.toArray() : [],
    db.products.toArray(),
    db.categories.toArray(),
  ]);
  return {
    people: people.map((person) => ({ person, text: searchText([person.name, person.email, `#${person.id}`]) })),
    products,
    categories,
  };
}

/** The ids of records with all words of the query, newest first. */
export interface WordedIds {
  tickets: readonly string[];
  orders: readonly number[];
}

/**
 * Finds orders and tickets by number and by words (`worded`), users by name and e-mail with their orders, products and
 * categories by words.
 */
export async function findRecords(
  db: LocalDatabase,
  query: string,
  known: PaletteRecords,
  worded: WordedIds,
): Promise<FoundRecords> {
  const number = numberIn(query);
  const isWanted = matcher(query);
  const people = known.people
    .filter(({ text }) => isWanted(text))
    .slice(0, foundMax)
    .map(({ person }) => person);
  const [numbered, withWords, orders] = await Promise.all([
    number === null
      ? []
      : readByNumber<TicketRow>(number, (from, to) => db.tickets.where('number').between(from, to, true, true)),
    db.tickets.bulkGet(worded.tickets.slice(0, foundMax)),
    number === null
      ? readOrders(db, worded.orders, people)
      : readByNumber<Order>(number, (from, to) => db.orders.where('id').between(from, to, true, true)),
  ]);
  const tickets = [...numbered, ...withWords.filter((ticket) => ticket !== undefined)];
  return {
    tickets: [...new Map(tickets.map((ticket) => [ticket.id, ticket])).values()].slice(0, foundMax),
    orders,
    people,
    products: nearestProducts(query, known.products),
    categories: known.categories.filter((category) => isWanted(category._sort)).slice(0, foundMax),
  };
}

/** Returns the newest of the orders with these ids and of the orders of these users. */
async function readOrders(
  db: LocalDatabase,
  ids: readonly number[],
  people: readonly DirectoryUser[],
): Promise<Order[]> {
  const ofPeople = people.map(({ id }) =>
    db.orders.where('[user_id+created_at]').between([id, ''], [id, '\uffff']).reverse().limit(foundMax).primaryKeys(),
  );
  const all = new Set([...ids.slice(0, foundMax), ...(await Promise.all(ofPeople)).flat()]);
  const newest = [...all].toSorted((a, b) => b - a).slice(0, foundMax);
  return (await db.orders.bulkGet(newest)).filter((order) => order !== undefined);
}

/** Products with all the words come before those with typing errors. */
function nearestProducts(query: string, products: readonly CachedProduct[]): CachedProduct[] {
  const closenessOf = nearMatcher(query);
  return products
    .map((product) => ({ product, closeness: closenessOf(product._search, product._near ?? product._sort) }))
    .filter(({ closeness }) => closeness !== null)
    .toSorted((a, b) => a.closeness! - b.closeness!)
    .slice(0, foundMax)
    .map(({ product }) => product);
}

/** Returns the number that a query is, with or without "#", also in Arabic digits; null for other queries. */
export function numberIn(query: string): number | null {
  const folded = searchText([query]).replace(/^#/, '');
  return /^\d{1,9}$/.test(folded) ? Number(folded) : null;
}

interface Numbered<Row> {
  reverse: () => { limit: (count: number) => { toArray: () => PromiseLike<Row[]> } };
}

/** Reads the record with this number, then the newest whose numbers begin with it. */
async function readByNumber<Row>(number: number, range: (from: number, to: number) => Numbered<Row>): Promise<Row[]> {
  if (number === 0) return [];
  const powers = [1, 10, 100, 1000, 10_000].filter((power) => number * power < 10_000_000);
  const found = await Promise.all(
    powers.map((power) =>
      range(number * power, (number + 1) * power - 1)
        .reverse()
        .limit(foundMax)
        .toArray(),
    ),
  );
  return found.flat().slice(0, foundMax);
}
