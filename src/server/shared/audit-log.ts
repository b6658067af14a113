import { sql, type Kysely, type SqlBool } from 'kysely';
import { textIn } from '../../contract/article-rules.ts';
import type { Article } from '../../contract/articles.ts';
import type { AuditEntry } from '../../contract/audit.ts';
import type { Translated } from '../../contract/translated.ts';
import { Refusal } from '../platform/base/refusal.ts';
import { toIsoTime } from '../platform/base/wire-values.ts';
import type { Database } from '../platform/database/schema.ts';
import { fieldsOf, parseLogged } from './history.ts';

interface AuditFilter {
  users?: readonly number[] | undefined;
  entities?: readonly string[] | undefined;
  key?: string | undefined;
  actions?: readonly string[] | undefined;
  /** From this moment on, in ms since epoch. */
  from?: number | undefined;
  /** Before this moment, in ms since epoch. */
  to?: number | undefined;
  /** Users whose accounts, balances and sessions the reader may not see. */
  hiddenUsers?: readonly number[];
}

interface AuditPage {
  entries: AuditEntry[];
  next: number | null;
}

/** Reads the rows of the audit log that match, older than the row `below`, newest first. */
export async function readAuditLog(
  db: Kysely<Database>,
  filter: AuditFilter,
  { below, per_page: size }: { below?: number | undefined; per_page: number },
): Promise<AuditPage> {
  const last = below === undefined ? undefined : await placeOf(db, below);
  const rows = await db
    .selectFrom('audit')
    .leftJoin('users', 'users.id', 'audit.actor_id')
    .select(['audit.id', 'audit.action', 'audit.entity', 'audit.entity_key', 'audit.actor_id', 'users.name'])
    .select(['audit.old_value', 'audit.new_value', 'audit.created_at'])
    .where(matching(filter))
    .$if(last !== undefined, (older) =>
      older.where(sql<SqlBool>`(audit.created_at, audit.id) < (${last!.created_at}, ${last!.id})`),
    )
    .orderBy('audit.created_at', 'desc')
    .orderBy('audit.id', 'desc')
    .limit(size + 1)
    .execute();
  const shown = rows.slice(0, size);
  const names = await namesOf(db, shown);
  const entries = shown.map((row) => ({
    id: row.id,
    action: row.action,
    entity: row.entity,
    entity_key: row.entity_key,
    entity_name: names.get(`${row.entity} ${row.entity_key}`) ?? null,
    actor_id: row.actor_id,
    actor_name: row.name,
    created_at: toIsoTime(row.created_at),
    fields: changedFieldsOf(row),
  }));
  return { entries, next: rows.length > size ? entries.at(-1)!.id : null };
}

/** Returns the place of a row in the log. Throws INVALID_FIELDS when there is no such row. */
async function placeOf(db: Kysely<Database>, id: number): Promise<{ id: number; created_at: number }> {
  const row = await db.selectFrom('audit').select(['id', 'created_at']).where('id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('INVALID_FIELDS', { below: ['invalid'] });
  return row;
}

/** The condition of a filter, as SQL. */
function matching({ users, entities, key, actions, from, to, hiddenUsers = [] }: AuditFilter) {
  const terms = [
    oneOf('audit.actor_id', users),
    oneOf('audit.entity', entities),
    key === undefined ? [] : [sql`audit.entity_key = ${key}`],
    oneOf('audit.action', actions),
    from === undefined ? [] : [sql`audit.created_at >= ${from}`],
    to === undefined ? [] : [sql`audit.created_at < ${to}`],
    without(hiddenUsers),
  ].flat();
  return terms.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`${sql.join(terms, sql` and `)}`;
}

const oneOf = (column: string, values: readonly (string | number)[] = []) =>
  values.length === 0 ? [] : [sql`${sql.ref(column)} in (${sql.join(values)})`];

/** Leaves out the rows about the accounts, balances and sessions of these users. */
const without = (users: readonly number[]) =>
  users.length === 0
    ? []
    : [
        sql`not (audit.entity = 'users' and audit.entity_key in (${sql.join(users.map(String))}))`,
        sql`not (audit.entity = 'sessions' and coalesce(audit.actor_id, 0) in (${sql.join(users)}))`,
      ];

/** Returns the values that a change has changed. */
function changedFieldsOf(row: { old_value: string | null; new_value: string | null }): AuditEntry['fields'] {
  const change = { before: parseLogged(row.old_value), after: parseLogged(row.new_value) };
  return fieldsOf(change, (field) => !secret.test(field)).filter(
    ({ old_value: old, new_value: next }) => JSON.stringify(old) !== JSON.stringify(next),
  );
}

/** Names of fields that are never returned; the audit log should not contain them anyway. */
const secret = /password|\bpin\b|token/i;

type LoggedRecord = { entity: string; entity_key: string };

/** Returns what users call these records today, by entity and key. */
async function namesOf(db: Kysely<Database>, rows: readonly LoggedRecord[]): Promise<Map<string, string>> {
  const found = await Promise.all(
    Object.entries(readNames).map(async ([entity, read]) => {
      const keys = [...new Set(rows.filter((row) => row.entity === entity).map((row) => row.entity_key))];
      const named = keys.length > 0 ? await read(db, keys) : [];
      return named.map(({ id, label }) => [`${entity} ${id}`, String(label)] as const);
    }),
  );
  return new Map(found.flat());
}

type Named = { id: number | string; label: string | number };

/** How the names of records are read, by the kind of record. */
const readNames: Readonly<Record<string, (db: Kysely<Database>, keys: readonly string[]) => Promise<Named[]>>> = {
  users: (db, keys) =>
    db.selectFrom('users').select(['id', 'name as label']).where('id', 'in', keys.map(Number)).execute(),
  products: (db, keys) =>
    db.selectFrom('products').select(['id', 'title as label']).where('id', 'in', keys.map(Number)).execute(),
  categories: (db, keys) =>
    db.selectFrom('categories').select(['id', 'title as label']).where('id', 'in', keys.map(Number)).execute(),
  tickets: (db, keys) => db.selectFrom('tickets').select(['id', 'number as label']).where('id', 'in', keys).execute(),
  topups: (db, keys) => db.selectFrom('topups').select(['id', 'number as label']).where('id', 'in', keys).execute(),
  topup_methods: async (db, keys) => {
    const found = db.selectFrom('topup_methods').select(['id', 'name']).where('id', 'in', keys.map(Number));
    return (await found.execute()).map(({ id, name }) => ({ id, label: nameOf(name) }));
  },
  deliveries: (db, keys) =>
    db.selectFrom('deliveries').select(['id', 'title as label']).where('id', 'in', keys.map(Number)).execute(),
  cities: (db, keys) =>
    db.selectFrom('cities').select(['id', 'title as label']).where('id', 'in', keys.map(Number)).execute(),
  articles: async (db, keys) => {
    const found = db.selectFrom('articles').select(['id', 'texts']).where('id', 'in', keys.map(Number));
    return (await found.execute()).map(({ id, texts }) => ({ id, label: titleOf(texts) }));
  },
};

const nameOf = (name: string): string => textIn(JSON.parse(name) as Translated, 'en')?.text ?? '';
const titleOf = (texts: string): string => textIn(JSON.parse(texts) as Article['texts'], 'en')?.text.title ?? '';
