import type { ExpressionBuilder, Kysely, SelectQueryBuilder } from 'kysely';
import { endedStatuses } from '../../../contract/tickets.ts';
import type { Person } from '../../platform/context.ts';
import { matching } from '../../platform/database/matching.ts';
import type { Database } from '../../platform/database/schema.ts';
import { offsetOf } from '../../platform/paging.ts';
import type { TicketRecord } from './rows.ts';

type TicketQuery = SelectQueryBuilder<Database, 'tickets', object>;

interface TicketsAsked {
  search: string;
  page: number;
  per_page: number;
  status?: string[] | undefined;
  type?: string[] | undefined;
  priority?: string[] | undefined;
  assignee?: string[] | undefined;
}

/** One page of tickets of one owner, or of everybody (`null`), newest first. */
export async function ticketPageOf(
  db: Kysely<Database>,
  owner: number | null,
  asked: TicketsAsked,
): Promise<{ rows: TicketRecord[]; total: number }> {
  const { status, type, priority } = asked;
  // A customer does not learn who works on a ticket, so this asks nothing of the own ones.
  const assignee = owner === null ? asked.assignee : undefined;
  const found = of(db, owner)
    .where(matching('tickets.search_text', asked.search))
    .$if(Boolean(status?.length), (some) => some.where('status', 'in', status!.map(canonicalStatus)))
    .$if(Boolean(type?.length), (some) => some.where('type', 'in', type!))
    .$if(Boolean(priority?.length), (some) => some.where('priority', 'in', priority!))
    .$if(Boolean(assignee?.length), (some) => some.where(assignedTo(assignee!)));
  const [rows, { total }] = await Promise.all([
    found.selectAll().orderBy('number', 'desc').limit(asked.per_page).offset(offsetOf(asked)).execute(),
    found.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { rows: rows as TicketRecord[], total: Number(total) };
}

/** Tickets of these admins, by id; `none` are those without an admin. */
const assignedTo = (wanted: string[]) => (row: ExpressionBuilder<Database, 'tickets'>) =>
  row.or([
    ...wanted.filter((id) => Number.isSafeInteger(Number(id))).map((id) => row('assignee_id', '=', Number(id))),
    ...(wanted.includes('none') ? [row('assignee_id', 'is', null)] : []),
  ]);

/** Those of the ids that the person may see. */
export async function ticketsAmong(
  db: Kysely<Database>,
  person: Person,
  ids: readonly string[],
): Promise<TicketRecord[]> {
  const rows = await of(db, ownerFor(person)).selectAll().where('id', 'in', ids).execute();
  return rows as TicketRecord[];
}

/** What a device starts with: every ticket that is not ended, and the newest ones from a number on. */
export interface TicketWindow {
  person: Person;
  /** The lowest number of the newest tickets. */
  from: number;
}

/** Customers: the newest 200 tickets of their own; admins: the newest 5,000 of all. */
export async function ticketWindow(db: Kysely<Database>, person: Person): Promise<TicketWindow> {
  const size = person.role === 'admin' ? 5_000 : 200;
  const last = await of(db, ownerFor(person))
    .select('number')
    .orderBy('number', 'desc')
    .limit(1)
    .offset(size - 1)
    .executeTakeFirst();
  return { person, from: last?.number ?? 0 };
}

/** The window's tickets below a number, newest first. */
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

function of(db: Kysely<Database>, owner: number | null): TicketQuery {
  const query = db.selectFrom('tickets').where('deleted_at', 'is', null);
  return owner === null ? query : query.where('user_id', '=', owner);
}

const inWindow = (db: Kysely<Database>, { person, from }: TicketWindow): TicketQuery =>
  of(db, ownerFor(person)).where((row: ExpressionBuilder<Database, 'tickets'>) =>
    row.or([row('number', '>=', from), row('status', 'not in', [...endedStatuses])]),
  );

/** `waiting` is an older word for `pending` (C-25). */
const canonicalStatus = (status: string): string => (status === 'waiting' ? 'pending' : status);
