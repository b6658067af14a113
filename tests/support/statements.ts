import { StatementSync } from 'node:sqlite';
import pg from 'pg';
import { onTestFinished, vi } from 'vitest';

/** One statement that a database was sent, and how many rows it found or changed. */
export interface Statement {
  sql: string;
  rows: number;
}

type Run = (...given: unknown[]) => unknown;

/** Statements that the server sends by itself, at times of its own; `select 1` checks a connection. */
const ofItself = /feed|letters|notify|^select 1$|^(begin|commit|rollback|savepoint|release|start transaction)/i;

/** Collects the statements that this process sends to its databases from now to the end of the test, oldest first. */
export function recordStatements(): Statement[] {
  const statements: Statement[] = [];
  const keep = (sql: string, rows: number) => void (ofItself.test(sql) || statements.push({ sql, rows }));
  for (const name of ['all', 'run'] as const) {
    const original = StatementSync.prototype[name] as Run;
    const spy = vi.spyOn(StatementSync.prototype, name).mockImplementation(function (this: StatementSync, ...given) {
      const result = Reflect.apply(original, this, given);
      keep(this.sourceSQL, Array.isArray(result) ? result.length : Number((result as { changes: number }).changes));
      return result as never;
    });
    onTestFinished(() => spy.mockRestore());
  }
  const original = pg.Client.prototype.query as Run;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given) {
    const sent = Reflect.apply(original, this, given) as Promise<{ rowCount: number | null }> | undefined;
    const query = given[0] as unknown as string | { text: string };
    const sql = typeof query === 'string' ? query : query.text;
    void sent?.then?.(({ rowCount }) => keep(sql, rowCount ?? 0)).catch(() => keep(sql, -1));
    return sent as never;
  });
  onTestFinished(() => spy.mockRestore());
  return statements;
}
