import type { Transaction } from 'kysely';
import type { Database } from '../platform/database/schema.ts';

/** Parameters of one statement at most: SQLite takes 32,766 and PostgreSQL 65,535. */
const parametersMax = 8_000;

/**
 * Inserts many rows of the same shape. The statement is compiled once for a full part and once for the rest, which is
 * what makes a hundred thousand rows a matter of seconds.
 */
export async function insertRows<Table extends keyof Database>(
  tx: Transaction<Database>,
  table: Table,
  rows: readonly object[],
): Promise<void> {
  if (rows.length === 0) return;
  const columns = Object.keys(rows[0]!);
  const size = Math.floor(parametersMax / columns.length);
  // A cast: rows are made by the demo's own makers, whose types are the tables' types.
  const compile = (part: readonly object[]) =>
    tx
      .insertInto(table)
      .values(part as never)
      .compile();
  const full = rows.length >= size ? compile(rows.slice(0, size)) : null;
  for (let start = 0; start < rows.length; start += size) {
    const part = rows.slice(start, start + size);
    const statement = full && part.length === size ? full : compile(part);
    const parameters = part.flatMap((row) => columns.map((column) => (row as Record<string, unknown>)[column]));
    await tx.executeQuery({ ...statement, parameters });
  }
}
