import { fold, matcher, searchText } from '../../../contract/search.ts';
import { userSorts } from '../../../contract/sorts.ts';
import { listUsers, type DirectoryUser, type User } from '../../../contract/people.ts';
import type { Order } from '../../../contract/orders.ts';
import type { TicketRow } from '../../../contract/tickets.ts';
import { call } from '../../api/call.ts';
import { sortInQuery, type LocalSorts } from '../../lists/list-sort.ts';
import type { ListQuery, ListRow, ServerPage } from '../../lists/list-source.ts';
import type { LocalDatabase } from '../../local/database.ts';
import type { RowFilter } from '../../local/row-columns.ts';

/** A row of the list of users. `account` is null for a user whom this device knows from its directory only. */
export interface ListedUser extends ListRow, DirectoryUser {
  id: number;
  account: User | null;
}

/** Requests a page of users. Throws `CallFailure`. */
export async function requestUsers(
  { page, perPage, search, sort }: ListQuery,
  signal: AbortSignal,
): Promise<ServerPage<ListedUser>> {
  const query = { page, per_page: perPage, search, ...sortInQuery(sort, userSorts) };
  const { data } = await call(listUsers, query, { signal });
  return { rows: data.data.map((account) => ({ ...account, rev: 1, account })), total: data.total };
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

/** The newest orders and tickets of a user that are on this device, and how many there are. */
export interface KnownRecords {
  orders: Order[];
  orderCount: number;
  tickets: TicketRow[];
  ticketCount: number;
}

/** Reads the newest five orders and tickets of a user on this device. */
export function readRecords(db: LocalDatabase, userId: number): Promise<KnownRecords> {
  const shown = 5;
  return db.transaction('r', db.orders, db.tickets, async () => {
    const ofUser = [[userId], [userId, '\uffff']] as const;
    const orders = db.orders.where('[user_id+created_at]').between(...ofUser);
    const tickets = db.tickets.where('[user_id+created_at]').between(...ofUser);
    const [orderCount, ticketCount] = await Promise.all([orders.count(), tickets.count()]);
    return {
      orderCount,
      ticketCount,
      orders: await orders.clone().reverse().limit(shown).toArray(),
      tickets: await tickets.clone().reverse().limit(shown).toArray(),
    };
  });
}
