import { ticketStatuses, ticketTypes, type TicketSide } from '../../../contract/ticket-rules.ts';
import type { PublicShop } from '../../../contract/shop.ts';
import { listTickets, type TicketRow, type TicketStatus, type TicketType } from '../../../contract/tickets.ts';
import { ticketSorts } from '../../../contract/sorts.ts';
import { call } from '../../api/call.ts';
import { sortInQuery } from '../../lists/list-sort.ts';
import { pagingOf, type FirstPage, type ListQuery, type ListSource } from '../../lists/list-source.ts';
import type { LocalDatabase } from '../../local/database.ts';
import type { RowFilter } from '../../local/rows-in-memory/row-columns.ts';
import { ticketIndexOf, waitingTicketIndexOf } from '../../local/rows-in-memory/row-indexes.ts';
import type { RowIndex } from '../../local/rows-in-memory/row-index.ts';
import { currentShop } from '../../text/shop.ts';
import { dueTicketIndexOf } from './due-index.ts';

const sourceOf = (viewer: TicketSide): ListSource<TicketRow> => ({
  table: 'tickets',
  totalFact: 'ticketsTotal',
  indexOf: indexOfTickets,
  // A device keeps every ticket that has not ended.
  isComplete: ({ values }) => Boolean(values.waiting?.length),
  readFirst: readFirstTickets,
  async request({ search, values, page, perPage, sort, cursor = '' }, signal) {
    const filters = Object.entries({ search, ...values }).filter(([, value]) => value.length > 0);
    const query = Object.fromEntries(filters.map(([name, value]) => [name, String(value)]));
    const { data, ...meta } = await call(
      listTickets,
      {
        ...query,
        ...sortInQuery(sort, ticketSorts),
        page,
        per_page: perPage,
        cursor,
        ...(viewer === 'admin' && { admin: 'true' }),
      },
      { signal },
    );
    return { rows: data, ...pagingOf(meta) };
  },
});

function indexOfTickets(
  db: LocalDatabase,
  { values, sort }: RowFilter,
  shop: PublicShop = currentShop(),
): RowIndex<string, TicketRow> {
  const isForUs = values.waiting?.join() === 'us';
  if (isForUs && (!sort || sort.by === 'due')) return dueTicketIndexOf(db, shop);
  return values.waiting?.length && !sort ? waitingTicketIndexOf(db) : ticketIndexOf(db);
}

/** A customer's own tickets, newest first. */
export const ownTicketSource = sourceOf('user');
/** The tickets of all customers, newest first; filters `status`, `type`, `priority`, `tag`, `user` and `assignee` (`none` for no admin). */
export const adminTicketSource = sourceOf('admin');

/** The filters for which the database has an index. */
const indexedFilters: readonly string[] = ['status', 'type'];

/**
 * Reads one page of a list from the database's indexes, while the index in memory is not loaded; undefined when a search
 * or a filter has no index.
 * @internal Exported for the bench and tests: they compare it with the index in memory.
 */
export async function readFirstTickets(db: LocalDatabase, query: ListQuery): Promise<FirstPage<TicketRow> | undefined> {
  const active = Object.keys(query.values).filter((name) => query.values[name]!.length > 0);
  if (query.search.trim() !== '' || active.some((name) => !indexedFilters.includes(name))) return undefined;
  return active.length > 0 ? readIndexed(db, query) : { rows: await readNewest(db, query), total: undefined };
}

const readNewest = (db: LocalDatabase, { page, perPage }: ListQuery): Promise<TicketRow[]> =>
  db.tickets
    .orderBy('created_at')
    .reverse()
    .offset((page - 1) * perPage)
    .limit(perPage)
    .toArray();

/** Each pair of a chosen status and a chosen type is one range of the index; the rows are newest first. */
function readIndexed(db: LocalDatabase, { values, page, perPage }: ListQuery): Promise<FirstPage<TicketRow>> {
  const statuses = orAll(values.status as TicketStatus[] | undefined, ticketStatuses);
  const types = orAll(values.type as TicketType[] | undefined, ticketTypes);
  const end = page * perPage;
  return db.transaction('r', db.tickets, async () => {
    const ranges = statuses
      .flatMap((status) => types.map((type) => [status, type]))
      .map((pair) => db.tickets.where('[status+type+created_at]').between([...pair, ''], [...pair, '\uffff']));
    const [counts, lists] = await Promise.all([
      Promise.all(ranges.map((range) => range.clone().count())),
      Promise.all(ranges.map((range) => range.clone().reverse().limit(end).toArray())),
    ]);
    const rows = lists.flat().toSorted(newestFirst);
    return { rows: rows.slice(end - perPage, end), total: counts.reduce((sum, count) => sum + count, 0) };
  });
}

const orAll = <Value>(chosen: readonly Value[] | undefined, all: readonly Value[]): readonly Value[] =>
  chosen && chosen.length > 0 ? chosen : all;

const newestFirst = (a: TicketRow, b: TicketRow): number =>
  a.created_at < b.created_at || (a.created_at === b.created_at && a.id < b.id) ? 1 : -1;
