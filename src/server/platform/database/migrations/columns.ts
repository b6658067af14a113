import { sql, type ColumnDefinitionBuilder, type Kysely, type RawBuilder } from 'kysely';

export type Kind = 'sqlite' | 'postgres';

/** The column types that both databases have, and the database that a migration changes. */
export interface Columns {
  kind: Kind;
  db: Kysely<unknown>;
  /** Whole numbers: amounts in cents, times in ms, flags 0/1. */
  number: 'bigint';
  /** Text that is compared byte by byte on both databases. */
  text: RawBuilder<unknown>;
  /** The type of a primary key that counts up and never reuses a value; `id` completes its definition. */
  idType: 'integer' | 'bigserial';
  id(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder;
}

/** The column types of a database for a migration. */
export function columnsOf(db: Kysely<unknown>, kind: Kind): Columns {
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
export const defaultZero = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.notNull().defaultTo(0);
export const defaultOne = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.notNull().defaultTo(1);
export const primaryKey = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.primaryKey().notNull();

/** A flag, 0 or 1. */
export const flag =
  (name: string) =>
  (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder =>
    column.notNull().check(sql`${sql.ref(name)} in (0, 1)`);

/** A foreign key that is always set. */
export const foreignKey =
  (to: string) =>
  (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder =>
    column.notNull().references(to);

/** A foreign key that may be null. */
export const nullableForeignKey =
  (to: string) =>
  (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder =>
    column.references(to);

/** Creates an index; `columns` may contain `desc`, `where` is SQL that both databases understand. */
export async function index(
  db: Kysely<unknown>,
  name: string,
  on: { table: string; columns: string[]; unique?: boolean; where?: string },
): Promise<void> {
  const unique = on.unique ? 'unique ' : '';
  const where = on.where ? ` where ${on.where}` : '';
  await sql.raw(`create ${unique}index ${name} on ${on.table} (${on.columns.join(', ')})${where}`).execute(db);
}
