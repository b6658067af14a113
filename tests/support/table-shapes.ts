import { sql, type Kysely } from 'kysely';
import type { Database } from '../../src/server/platform/database/schema.ts';

interface Column {
  type: string;
  /** Whether a row needs a value for it. */
  isRequired: boolean;
}

/** The columns of each table, and the columns of each of its unique indexes. */
export type TableShapes = Record<string, { columns: Record<string, Column>; uniqueIndexes: string[][] }>;

/** Reads the shapes of all tables of a database. */
export async function readTableShapes(db: Kysely<Database>, kind: 'sqlite' | 'postgres'): Promise<TableShapes> {
  const shapes: TableShapes = {};
  for (const { name, columns } of await db.introspection.getTables()) {
    const entries = columns.map((column) => {
      const isRequired = !column.isNullable && !column.hasDefaultValue && !column.isAutoIncrementing;
      return [column.name, { type: column.dataType, isRequired }] as const;
    });
    shapes[name] = { columns: Object.fromEntries(entries), uniqueIndexes: [] };
  }
  const query =
    kind === 'sqlite'
      ? sql<{ text: string }>`select sql as text from sqlite_master where type = 'index' and sql is not null`
      : sql<{ text: string }>`select indexdef as text from pg_indexes where schemaname = current_schema()`;
  for (const { text } of (await query.execute(db)).rows) {
    const [, table = '', columns = ''] =
      /^create unique index \S+ on (?:\w+\.)?(\w+)[^(]*\(([^)]*)\)/i.exec(text) ?? [];
    shapes[table]?.uniqueIndexes.push(columns.split(',').map((column) => column.trim()));
  }
  return shapes;
}

/**
 * Returns a sentence for each change after which a server that knows only the tables `before` fails: what it reads or
 * writes is gone or has another type, or a row that it inserts is refused.
 */
export function breakingChanges(before: TableShapes, after: TableShapes): string[] {
  return Object.entries(before).flatMap(([table, old]) => {
    const current = after[table];
    if (!current) return [`${table} is gone`];
    const isNew = (column: string) => !(column in old.columns);
    return [
      ...Object.entries(old.columns).flatMap(([name, column]) =>
        changesOfColumn(`${table}.${name}`, column, current.columns[name]),
      ),
      ...Object.entries(current.columns)
        .filter(([name, { isRequired }]) => isNew(name) && isRequired)
        .map(([name]) => `${table}.${name} is new, and neither nullable nor with a default`),
      ...current.uniqueIndexes
        .filter((columns) => !old.uniqueIndexes.some((known) => known.join() === columns.join()))
        .filter((columns) => !columns.some(isNew))
        .map((columns) => `${table} has a new unique index of ${columns.join(', ')}`),
    ];
  });
}

function changesOfColumn(name: string, before: Column, after: Column | undefined): string[] {
  if (!after) return [`${name} is gone`];
  if (after.type !== before.type) return [`${name} was ${before.type} and is ${after.type}`];
  return after.isRequired && !before.isRequired ? [`${name} became required`] : [];
}
