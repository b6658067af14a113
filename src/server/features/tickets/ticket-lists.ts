import { sql, type ExpressionBuilder, type Kysely, type SelectQueryBuilder, type SqlBool } from 'kysely';
import { endedStatuses, openTicketStatuses, storedTicketStatus } from '../../../contract/ticket-rules.ts';
import type { Person } from '../../platform/base/permissions.ts';
import { readSearchedPage } from '../../platform/database/searched-pages.ts';
import { textSearch } from '../../platform/database/text-search.ts';
import type { Database } from '../../platform/database/schema.ts';
import type { ListPage } from '../../platform/database/pages.ts';
import { readWindow } from '../../platform/database/windows.ts';
import type { Direction } from '../../../contract/sorts.ts';
import { can } from '../../../contract/permissions.ts';
import { containing } from '../../platform/base/paging.ts';
import { idsOf } from '../../platform/base/wire-values.ts';
import type { TicketRecord } from './rows.ts';
import { ticketSorting, type TicketSort } from './ticket-sorts.ts';

type TicketQuery = SelectQueryBuilder<Database, 'tickets', object>;

interface TicketPageRequest {
  search: string;
  page: number;
  per_page: number;
  cursor?: string | undefined;
  status?: string[] | undefined;
  type?: string[] | undefined;
  priority?: string[] | undefined;
  assignee?: string[] | undefined;
  tag?: string[] | undefined;
  user?: string[] | undefined;
  waiting?: string[] | undefined;
  /** The time at which snoozed tickets wait again; ms. */
  now: number;
  sort?: TicketSort | undefined;
  direction?: Direction | undefined;
}

/**
 * One page of tickets of one owner, or of all owners (`null`): newest first, or with `waiting` longest waiting first,
 * unless `sort` or `direction` is given.
 */
export async function ticketPageOf(
  db: Kysely<Database>,
  owner: number | null,
  request: TicketPageRequest,
): Promise<ListPage<TicketRecord>> {
  const { status, type, priority, waiting } = request;
  // Customers do not learn who works on a ticket, its tags and that it is snoozed, so these filters do not apply to them.
  const query = (owner === null ? internallyFiltered(ticketsOf(db, owner), request) : ticketsOf(db, owner))
    .$if(Boolean(status?.length), (some) => some.where('status', 'in', status!.map(storedTicketStatus<string>)))
    .$if(Boolean(type?.length), (some) => some.where('type', 'in', type!))
    .$if(Boolean(priority?.length), (some) => some.where('priority', 'in', priority!))
    .$if(Boolean(waiting?.length), (some) => some.where(waitingFor(waiting!)));
  const order = ticketSorting(request, waiting?.length ? 'waiting' : 'created');
  return readSearchedPage(db, order, request, {
    ...searchOf(db, owner, request),
    query,
    // A cast: the columns are those of the table.
    select: (found) => found.selectAll() as SelectQueryBuilder<Database, 'tickets', TicketRecord>,
  });
}

const filterNames = ['status', 'type', 'priority', 'assignee', 'tag', 'user', 'waiting'] as const;

/** Returns the search of a request, and whether it is the only filter. */
const searchOf = (db: Kysely<Database>, owner: number | null, request: TicketPageRequest) => ({
  search: textSearch(db, 'tickets', {
    search: request.search,
    isOfAll: owner === null && !request.user?.length,
  }),
  isUnfiltered: owner === null && filterNames.every((name) => !request[name]?.length),
});

const internallyFiltered = (
  query: TicketQuery,
  { assignee, tag, user, waiting, now }: TicketPageRequest,
): TicketQuery =>
  query
    .$if(Boolean(assignee?.length), (some) => some.where(assignedTo(assignee!)))
    .$if(Boolean(tag?.length), (some) => some.where(taggedWith(tag!)))
    .$if(Boolean(user?.length), (some) => some.where('user_id', 'in', idsOf(user!)))
    .$if(Boolean(waiting?.length), (some) => some.where(awakeAt(now)));

/** Matches tickets assigned to one of these admins, by id; `none` matches unassigned ones. */
const assignedTo = (assignees: string[]) => (row: ExpressionBuilder<Database, 'tickets'>) =>
  row.or([
    ...assignees.filter((id) => Number.isSafeInteger(Number(id))).map((id) => row('assignee_id', '=', Number(id))),
    ...(assignees.includes('none') ? [row('assignee_id', 'is', null)] : []),
  ]);

/** Matches tickets with one of these tags. */
const taggedWith = (tags: string[]) => (row: ExpressionBuilder<Database, 'tickets'>) =>
  row.or(tags.map((tag) => sql<SqlBool>`tickets.tag_keys like ${containing(`,${tag.toLowerCase()},`)} escape '\\'`));

/** Matches tickets that are not snoozed. */
const awakeAt = (now: number) => (row: ExpressionBuilder<Database, 'tickets'>) =>
  row.or([row('snoozed_until', 'is', null), row('snoozed_until', '<=', now)]);

/** Matches open tickets that wait for support (`us`) or for the customer: for the side that did not write last. */
const waitingFor = (turns: string[]) => (row: ExpressionBuilder<Database, 'tickets'>) =>
  row.and([
    row('status', 'in', [...openTicketStatuses]),
    row.or([
      ...(turns.includes('us') ? [row('last_response_by', 'is', null), row('last_response_by', '!=', 'admin')] : []),
      ...(turns.includes('customer') ? [row('last_response_by', '=', 'admin')] : []),
    ]),
  ]);

/** The tickets with these ids that the user may see. */
export async function visibleTicketsByIds(
  db: Kysely<Database>,
  person: Person,
  ids: readonly string[],
): Promise<TicketRecord[]> {
  const rows = await ticketsOf(db, ownerFor(person)).selectAll().where('id', 'in', ids).execute();
  return rows as TicketRecord[];
}

/** The tickets of a first load: the newest ones, and all older ones that are not ended. */
export interface TicketWindow {
  person: Person;
  /** The lowest number of the newest tickets. */
  from: number;
}

/** Returns a user's window: it begins with the newest tickets that the user's devices store. */
export async function ticketWindow(db: Kysely<Database>, person: Person): Promise<TicketWindow> {
  const size = await readWindow(db, person, 'tickets');
  const last = await ticketsOf(db, ownerFor(person))
    .select('number')
    .orderBy('number', 'desc')
    .limit(1)
    .offset(size - 1)
    .executeTakeFirst();
  return { person, from: last?.number ?? 0 };
}

/** One page of the window's tickets with numbers lower than `below`, newest first. */
export async function ticketsBelow(
  db: Kysely<Database>,
  window: TicketWindow,
  { below, limit }: { below: number | null; limit: number },
): Promise<TicketRecord[]> {
  const rows = await inWindow(db, window)
    .selectAll()
    .$if(below !== null, (some) => some.where('number', '<', below!))
    .orderBy('number', 'desc')
    .limit(limit)
    .execute();
  return rows as TicketRecord[];
}

export async function countWindow(
  db: Kysely<Database>,
  window: TicketWindow,
): Promise<{ tickets: number; responses: number }> {
  const { tickets, responses } = await inWindow(db, window)
    .select((row) => [row.fn.countAll<number>().as('tickets'), row.fn.sum<number>('responses_count').as('responses')])
    .executeTakeFirstOrThrow();
  return { tickets: Number(tickets), responses: Number(responses ?? 0) };
}

const ownerFor = (person: Person): number | null => (can(person.role, 'tickets.work') ? null : person.id);

function ticketsOf(db: Kysely<Database>, owner: number | null): TicketQuery {
  const query = db.selectFrom('tickets').where('deleted_at', 'is', null);
  return owner === null ? query : query.where('user_id', '=', owner);
}

const inWindow = (db: Kysely<Database>, { person, from }: TicketWindow): TicketQuery =>
  ticketsOf(db, ownerFor(person)).where((row: ExpressionBuilder<Database, 'tickets'>) =>
    row.or([
      row('number', '>=', from),
      row('status', 'not in', [...endedStatuses]),
      // A conversation on the device shows the tickets that are merged into it.
      row('merged_into_id', 'is not', null),
    ]),
  );
