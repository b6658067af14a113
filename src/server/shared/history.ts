import type { Kysely } from 'kysely';
import type { HistoryEntry } from '../../contract/people.ts';
import { offsetOf } from '../platform/base/paging.ts';
import { toIsoTime } from '../platform/base/wire-values.ts';
import type { Database } from '../platform/database/schema.ts';

/** A change of a record from the audit log, with the values that were written before and after it. */
export interface LoggedChange extends Omit<HistoryEntry, 'fields'> {
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

interface LoggedRecord {
  entity: string;
  key: string | number;
  /** Actions that begin like this are left out. */
  except?: string;
}

/** Reads one page of the changes of a record, newest first, and the number of all its changes. */
export async function readChanges(
  db: Kysely<Database>,
  { entity, key, except }: LoggedRecord,
  page: { page: number; per_page: number },
): Promise<{ changes: LoggedChange[]; total: number }> {
  const query = db
    .selectFrom('audit')
    .where('audit.entity', '=', entity)
    .where('audit.entity_key', '=', String(key))
    .$if(except !== undefined, (some) => some.where('audit.action', 'not like', `${except}%`));
  const { total } = await query.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await query
    .leftJoin('users', 'users.id', 'audit.actor_id')
    .select(['audit.id', 'audit.action', 'audit.old_value', 'audit.new_value', 'audit.created_at', 'users.name'])
    .orderBy('audit.id', 'desc')
    .limit(page.per_page)
    .offset(offsetOf(page))
    .execute();
  const changes = rows.map((row) => ({
    id: row.id,
    action: row.action,
    action_by: row.name,
    created_at: toIsoTime(row.created_at),
    before: parseLogged(row.old_value),
    after: parseLogged(row.new_value),
  }));
  return { changes, total: Number(total) };
}

/** Returns who made the last change of a record with one of these actions, and when: the facts of a conflict. */
export async function readLastChange(
  db: Kysely<Database>,
  { entity, key }: LoggedRecord,
  actions: readonly string[],
): Promise<{ by: string | null; at: string | null }> {
  const last = await db
    .selectFrom('audit')
    .leftJoin('users', 'users.id', 'audit.actor_id')
    .select(['users.name', 'audit.created_at'])
    .where('audit.entity', '=', entity)
    .where('audit.entity_key', '=', String(key))
    .where('audit.action', 'in', actions)
    .orderBy('audit.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { by: last?.name ?? null, at: last ? toIsoTime(last.created_at) : null };
}

/** Returns the fields of a change that are shown, each with its old and new value. */
export const fieldsOf = (
  { before, after }: Pick<LoggedChange, 'before' | 'after'>,
  isShown: (field: string) => boolean,
): HistoryEntry['fields'] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter(isShown)
    .map((field) => ({ field, old_value: before[field] ?? null, new_value: after[field] ?? null }));

/** Returns the values of a row of the audit log by field. */
export const parseLogged = (json: string | null): Record<string, unknown> =>
  json === null ? {} : (JSON.parse(json) as Record<string, unknown>); // `audit` writes objects
