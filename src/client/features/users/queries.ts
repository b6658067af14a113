import type { Table } from 'dexie';
import { fold, matcher, searchText } from '../../../contract/search.ts';
import { userSorts } from '../../../contract/sorts.ts';
import { listUsers, type DirectoryUser, type User } from '../../../contract/people.ts';
import { listOrders, type Order } from '../../../contract/orders.ts';
import { listTickets, type TicketRow } from '../../../contract/tickets.ts';
import { listTopups, type TopupRow } from '../../../contract/topups.ts';
import { call } from '../../api/call.ts';
import { sortInQuery, type LocalSorts } from '../../lists/list-sort.ts';
import { pagingOf, type ListQuery, type ListRow, type ServerPage } from '../../lists/list-source.ts';
import type { LocalDatabase } from '../../local/database.ts';
import type { RowFilter } from '../../local/rows-in-memory/row-columns.ts';

/** A row of the list of users. `account` is null for a user whom this device knows from its directory only. */
export interface ListedUser extends ListRow, DirectoryUser {
  id: number;
  account: User | null;
}

/** Requests a page of users. Throws `CallFailure`. */
export async function requestUsers(
  { page, perPage, search, sort, cursor = '' }: ListQuery,
  signal: AbortSignal,
): Promise<ServerPage<ListedUser>> {
  const query = { page, per_page: perPage, search, cursor, ...sortInQuery(sort, userSorts) };
  const { data } = await call(listUsers, query, { signal });
  return { rows: data.data.map((account) => ({ ...account, rev: 1, account })), ...pagingOf(data) };
}

/** How this device sorts the users of its directory, which has no balances. */
export const directorySorts: LocalSorts<ListedUser> = {
  usual: userSorts,
  keyOf: { joined: null, name: ({ name }) => fold(name) },
};

/** Reads the users of the directory that match the search, newest first. */
export async function readDirectory(db: LocalDatabase, { search }: RowFilter): Promise<ListedUser[]> {
  const isWanted = matcher(search);
  const people = await db.people.reverse().toArray();
  return people
    .filter(({ id, name, email }) => String(id) === search.trim() || isWanted(searchText([name, email])))
    .map((person) => ({ ...person, account: null }));
}

/** Reads a user from the directory of this device. */
export const readPerson = (db: LocalDatabase, id: number): Promise<DirectoryUser | undefined> => db.people.get(id);

/** Number of orders, and of tickets, on the page of a user. */
export const shownRecords = 5;

/** Reads the newest orders, or tickets, of a user on this device. */
export const readNewestOf = <Row extends ListRow>(table: Table<Row, Row['id']>, userId: number): Promise<Row[]> =>
  table.where('[user_id+created_at]').between([userId], [userId, '\uffff']).reverse().limit(shownRecords).toArray();

const queryOf = (userId: number) => ({ user: String(userId), per_page: shownRecords });

/** Requests the newest orders of a user. Throws `CallFailure`. */
export const requestOrders = async (userId: number, signal: AbortSignal): Promise<Order[]> =>
  (await call(listOrders, queryOf(userId), { signal })).data;

/** Requests the newest top-up requests of a user. Throws `CallFailure`. */
export const requestTopups = async (userId: number, signal: AbortSignal): Promise<TopupRow[]> =>
  (await call(listTopups, queryOf(userId), { signal })).data;

/** Requests the newest tickets of a user. Throws `CallFailure`. */
export async function requestTickets(userId: number, signal: AbortSignal): Promise<TicketRow[]> {
  const { data } = await call(listTickets, { ...queryOf(userId), admin: 'true' }, { signal });
  // A server of an earlier version does not filter tickets by user.
  return data.filter((ticket) => ticket.user_id === userId);
}

/** Returns the newest of the rows on this device and of those of the server, each in its newest revision. */
export function newestOf<Row extends ListRow & { created_at: string }>(
  here: readonly Row[],
  there: readonly Row[],
): Row[] {
  const rows = new Map(here.map((row) => [row.id, row]));
  for (const row of there) if ((rows.get(row.id)?.rev ?? -1) < row.rev) rows.set(row.id, row);
  return [...rows.values()].toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1)).slice(0, shownRecords);
}
