import type { ExpressionBuilder, Kysely, SelectQueryBuilder } from 'kysely';
import { endedStatuses, storedTicketStatus } from '../../../contract/ticket-rules.ts';
import type { Person } from '../../platform/base/permissions.ts';
import { matching } from '../../platform/database/matching.ts';
import type { Database } from '../../platform/database/schema.ts';
import { offsetOf } from '../../platform/base/paging.ts';
import type { TicketRecord } from './rows.ts';

type TicketQuery = SelectQueryBuilder<Database, 'tickets', object>;

interface TicketPageRequest {
  search: string;
  page: number;
  per_page: number;
  status?: string[] | undefined;
  type?: string[] | undefined;
  priority?: string[] | undefined;
  assignee?: string[] | undefined;
}

/** One page of tickets of one owner, or of all owners (`null`), newest first. */
export async function ticketPageOf(
  db: Kysely<Database>,
  owner: number | null,
  request: TicketPageRequest,
): Promise<{ rows: TicketRecord[]; total: number }> {
  const { status, type, priority } = request;
  // Customers do not learn who works on a ticket, so this filter does not apply to them.
  const assignee = owner === null ? request.assignee : undefined;
  const query = ticketsOf(db, owner)
    .where(matching('tickets.search_text', request.search))
    .$if(Boolean(status?.length), (some) => some.where('status', 'in', status!.map(storedTicketStatus<string>)))
    .$if(Boolean(type?.length), (some) => some.where('type', 'in', type!))
    .$if(Boolean(priority?.length), (some) => some.where('priority', 'in', priority!))
    .$if(Boolean(assignee?.length), (some) => some.where(assignedTo(assignee!)));
  const [rows, { total }] = await Promise.all([
    query.selectAll().orderBy('number', 'desc').limit(request.per_page).offset(offsetOf(request)).execute(),
    query.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { rows: rows as TicketRecord[], total: Number(total) };
}

/** Matches tickets assigned to one of these admins, by id; `none` matches unassigned ones. */
const assignedTo = (assignees: string[]) => (row: ExpressionBuilder<Database, 'tickets'>) =>
  row.or([
    ...assignees.filter((id) => Number.isSafeInteger(Number(id))).map((id) => row('assignee_id', '=', Number(id))),
    ...(assignees.includes('none') ? [row('assignee_id', 'is', null)] : []),
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

/** Returns a user's window: it begins with the newest 200 tickets of a customer, or the newest 5,000 for an admin. */
export async function ticketWindow(db: Kysely<Database>, person: Person): Promise<TicketWindow> {
  const size = person.role === 'admin' ? 5_000 : 200;
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

const ownerFor = (person: Person): number | null => (person.role === 'admin' ? null : person.id);

function ticketsOf(db: Kysely<Database>, owner: number | null): TicketQuery {
  const query = db.selectFrom('tickets').where('deleted_at', 'is', null);
  return owner === null ? query : query.where('user_id', '=', owner);
}

const inWindow = (db: Kysely<Database>, { person, from }: TicketWindow): TicketQuery =>
  ticketsOf(db, ownerFor(person)).where((row: ExpressionBuilder<Database, 'tickets'>) =>
    row.or([row('number', '>=', from), row('status', 'not in', [...endedStatuses])]),
  );
