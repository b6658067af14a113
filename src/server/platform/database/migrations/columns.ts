import { sql, type ColumnDefinitionBuilder, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from '../schema.ts';

export type Kind = 'sqlite' | 'postgres';

/** The types both databases share: whole numbers, and text in binary order. */
export interface Columns {
  kind: Kind;
  db: Kysely<Database>;
  /** Whole numbers: amounts in cents, times in ms, flags 0/1. */
  number: 'bigint';
  /** Text that is compared byte by byte on both databases. */
  text: RawBuilder<unknown>;
  /** A counted primary key, never given twice. */
  idType: 'integer' | 'bigserial';
  id(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder;
}

/** The column types of a database for a migration. */
export function columnsOf(db: Kysely<Database>, kind: Kind): Columns {
  return {
    kind,
    db,
    number: 'bigint',
    text: kind === 'sqlite' ? sql`text` : sql`text collate "C"`,
    idType: kind === 'sqlite' ? 'integer' : 'bigserial',
    id: (column) => (kind === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey()),
  };
}

export const required = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.notNull();
export const zero = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.notNull().defaultTo(0);
export const one = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.notNull().defaultTo(1);
export const key = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.primaryKey().notNull();

/** A flag, 0 or 1. */
export const flag =
  (name: string) =>
  (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder =>
    column.notNull().check(sql`${sql.ref(name)} in (0, 1)`);

/** Points at a row that must exist. */
export const refers =
  (to: string, needed = true) =>
  (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder =>
    needed ? column.notNull().references(to) : column.references(to);

/** Makes an index; `columns` may say `desc`, `where` is SQL both databases know. */
export async function index(
  db: Kysely<Database>,
  name: string,
  on: { table: string; columns: string[]; unique?: boolean; where?: string },
): Promise<void> {
  const unique = on.unique ? 'unique ' : '';
  const where = on.where ? ` where ${on.where}` : '';
  await sql.raw(`create ${unique}index ${name} on ${on.table} (${on.columns.join(', ')})${where}`).execute(db);
}
