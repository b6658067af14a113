import { sql, type Kysely } from 'kysely';
import type { OpenDatabase } from '../database/open.ts';
import type { Database } from '../database/schema.ts';
import type { Rows, TableLine } from './format.ts';

type Kind = OpenDatabase['kind'];

/** Inserts rows with all their columns, ids included: one statement and one parameter for all of them. */
export async function insertRows(
  tx: Kysely<Database>,
  kind: Kind,
  { table: { table, columns }, rows }: { table: TableLine; rows: Rows },
): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const into = sql`insert into ${sql.table(table)} (${names})`;
  if (kind === 'sqlite') {
    const values = sql.join(columns.map((_column, index) => sql`value ->> ${sql.lit(index)}`));
    await sql`${into} select ${values} from json_each(${JSON.stringify(rows)})`.execute(tx);
    return;
  }
  const records = rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index]])));
  await sql`${into} select ${names} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(records)})`.execute(
    tx,
  );
}

/** Allows rows that refer to rows inserted later, until `checkReferences` in this transaction. */
export async function postponeReferences(tx: Kysely<Database>, kind: Kind): Promise<void> {
  if (kind === 'sqlite') await sql`pragma defer_foreign_keys = on`.execute(tx);
  else await alterReferences(tx, 'deferrable initially deferred');
}

/** Throws when a row refers to a missing one; on SQLite the commit throws instead. */
export async function checkReferences(tx: Kysely<Database>, kind: Kind): Promise<void> {
  if (kind === 'sqlite') return;
  await sql`set constraints all immediate`.execute(tx);
  await alterReferences(tx, 'not deferrable');
}

async function alterReferences(tx: Kysely<Database>, deferral: string): Promise<void> {
  const { rows } = await sql<{ table: string; name: string }>`
    select conrelid::regclass::text as "table", conname as name from pg_constraint
    where contype = 'f' and connamespace = current_schema()::regnamespace`.execute(tx);
  for (const { table, name } of rows) {
    await sql`alter table ${sql.raw(table)} alter constraint ${sql.ref(name)} ${sql.raw(deferral)}`.execute(tx);
  }
}
