import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTransaction } from '../../src/server/platform/database/transaction.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

type Tx = Parameters<Parameters<typeof inTransaction>[1]>[0];

/** Adds a row to the table `house`, which holds names with values. */
const put = (tx: Tx, name: string) => tx.insertInto('house').values({ name, value: 'here' }).execute();

/** The names of the stored rows, read on another connection. */
const storedRows = async ({ services }: TestServer): Promise<string[]> => {
  const rows = await services.reader.selectFrom('house').select('name').where('value', '=', 'here').execute();
  return rows.map(({ name }) => name).toSorted();
};

/** Runs twenty transactions at once; each writes a row and then calls `run`. */
const runTwenty = (server: TestServer, run: (tx: Tx, number: number) => Promise<void>) =>
  Promise.allSettled(
    Array.from({ length: 20 }, (_, number) =>
      inTransaction(server.services.db, async (tx) => {
        await put(tx, `row ${number}`);
        await run(tx, number);
        return number;
      }),
    ),
  );

test('a transaction that fails stores nothing, and the others in the same commit are stored', async () => {
  const server = await startTestServer({ kind: 'sqlite' });

  const results = await runTwenty(server, async (_tx, number) => {
    if (number % 4 === 0) throw new Error(`no ${number}`);
  });

  const outcomes = results.map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as Error).message));
  const numbers = Array.from({ length: 20 }, (_, number) => number);
  expect(outcomes).toEqual(numbers.map((number) => (number % 4 === 0 ? `no ${number}` : number)));
  expect(await storedRows(server)).toEqual(
    numbers
      .filter((number) => number % 4 !== 0)
      .map((number) => `row ${number}`)
      .toSorted(),
  );
});

test('no transaction resolves before its commit, and every resolved one is stored', async () => {
  const server = await startTestServer({ kind: 'sqlite' });
  const storedBefore: number[] = [];

  const resolved = Array.from({ length: 20 }, async (_, number) => {
    await inTransaction(server.services.db, async (tx) => {
      await put(tx, `row ${number}`);
      storedBefore.push((await storedRows(server)).length);
    });
    return (await storedRows(server)).includes(`row ${number}`);
  });

  expect(await Promise.all(resolved)).toEqual(Array(20).fill(true));
  // All of them arrived at the same moment, so they share one commit.
  expect(storedBefore).toEqual(Array(20).fill(0));
});

test('when a shared commit fails, all its transactions fail, and nothing is stored', async () => {
  const server = await startTestServer({ kind: 'sqlite' });

  const results = await runTwenty(server, async (tx, number) => {
    if (number !== 7) return;
    // The missing product is noticed only at the commit.
    await sql`pragma defer_foreign_keys = on`.execute(tx);
    await sql`insert into product_categories (product_id, category_id, position) values (999, 999, 0)`.execute(tx);
  });

  expect(results.map(({ status }) => status)).toEqual(Array(20).fill('rejected'));
  expect(await storedRows(server)).toEqual([]);
  await inTransaction(server.services.db, (tx) => put(tx, 'afterwards'));
  expect(await storedRows(server)).toEqual(['afterwards']);
});
