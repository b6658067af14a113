import { StatementSync } from 'node:sqlite';
import pg from 'pg';
import { onTestFinished, vi } from 'vitest';

/** One statement that the database answered, and the number of rows it found or changed; -1: PostgreSQL refused it. */
export interface Statement {
  sql: string;
  rows: number;
}

type Run = (...given: unknown[]) => unknown;

/** Left out: background work, the parts of a transaction, and `select 1`, which checks a connection. */
const ignoredStatements =
  /feed|letters|notify|^select 1$|^(begin|commit|rollback|savepoint|release|start transaction)/i;

/** Collects the statements that the databases of this process answer from now to the end of the test, oldest first. */
export function recordStatements(): Statement[] {
  const statements: Statement[] = [];
  const record = (sql: string, rows: number) => void (ignoredStatements.test(sql) || statements.push({ sql, rows }));
  for (const name of ['all', 'run'] as const) {
    const original = StatementSync.prototype[name] as Run;
    const spy = vi.spyOn(StatementSync.prototype, name).mockImplementation(function (this: StatementSync, ...given) {
      const result = Reflect.apply(original, this, given);
      record(this.sourceSQL, Array.isArray(result) ? result.length : Number((result as { changes: number }).changes));
      return result as never;
    });
    onTestFinished(() => spy.mockRestore());
  }
  const original = pg.Client.prototype.query as Run;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given) {
    const sent = Reflect.apply(original, this, given) as Promise<{ rowCount: number | null }> | undefined;
    const query = given[0] as unknown as string | { text: string };
    const sql = typeof query === 'string' ? query : query.text;
    void sent?.then?.(({ rowCount }) => record(sql, rowCount ?? 0)).catch(() => record(sql, -1));
    return sent as never;
  });
  onTestFinished(() => spy.mockRestore());
  return statements;
}
