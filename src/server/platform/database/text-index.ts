import { sql, type Kysely } from 'kysely';
import type { Logger } from '../base/logger.ts';
import type { Database } from './schema.ts';
import { searchedTables, type SearchedTable } from './text-search.ts';
import { inTransaction } from './transaction.ts';

type Kind = 'sqlite' | 'postgres';

/** Rows that one transaction indexes: some milliseconds, in which orders wait. */
const batchSize = 250;
/** The same for commands, which delay no order. */
const largeBatchSize = 20_000;
/** In ms. Searches read the rows that are not indexed yet one by one, so they may be some thousand. */
const pause = 10_000;

/**
 * Keeps SQLite's index of texts: adds the rows that were noted in `unindexed_texts`, now and every ten seconds.
 * PostgreSQL keeps its index itself; one line of the log says so where it has none. `stop` ends the work after the current rows.
 */
export function startTextIndexing(
  db: Kysely<Database>,
  { kind, log, onError }: { kind: Kind; log: Logger; onError: (error: unknown) => void },
): { stop(): Promise<void> } {
  if (kind === 'postgres') {
    const checked = warnWithoutIndex(db, log).catch(onError);
    return { stop: () => checked };
  }
  let isStopped = false;
  const indexAll = async () => {
    while (!isStopped && (await indexSome(db, batchSize)) === batchSize) await new Promise(setImmediate);
  };
  let running = indexAll().catch(onError);
  const timer = setInterval(() => void (running = running.then(indexAll).catch(onError)), pause);
  return {
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}

async function warnWithoutIndex(db: Kysely<Database>, log: Logger): Promise<void> {
  const { rows } = await sql<{ found: string | null }>`select to_regclass('orders_texts')::text as found`.execute(db);
  if (rows[0]?.found === null) log.warn({}, noIndex);
}

const noIndex =
  'PostgreSQL did not allow the extension pg_trgm: searches of orders, tickets and users read all of them (docs/operations.md)';

/** Indexes all rows that wait, in large steps: for commands that have written many. */
export async function indexTexts(db: Kysely<Database>, kind: Kind): Promise<void> {
  if (kind === 'sqlite') while ((await indexSome(db, largeBatchSize)) === largeBatchSize);
}

/** Indexes the texts of some rows; returns how many rows waited. */
async function indexSome(db: Kysely<Database>, size: number): Promise<number> {
  const waiting = sql<{ list: SearchedTable; number: number }>`
    select list, number from unindexed_texts limit ${sql.lit(size)}`;
  const { rows: first } = await sql`select 1 from unindexed_texts limit 1`.execute(db);
  if (first.length === 0) return 0;
  return inTransaction(db, async (tx) => {
    const { rows } = await waiting.execute(tx);
    for (const [table, found] of Map.groupBy(rows, ({ list }) => list)) {
      const { number, text } = searchedTables[table];
      const ids = sql`(select value from json_each(${JSON.stringify(found.map((row) => row.number))}))`;
      const index = sql.table(`${table}_texts`);
      await sql`delete from ${index} where rowid in ${ids}`.execute(tx);
      await sql`
        insert into ${index} (rowid, text) select ${sql.ref(number)}, ${sql.raw(text)} from ${sql.table(table)}
        where ${sql.ref(number)} in ${ids} and deleted_at is null`.execute(tx);
      await sql`delete from unindexed_texts where list = ${table} and number in ${ids}`.execute(tx);
    }
    return rows.length;
  });
}
