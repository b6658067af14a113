import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTransaction } from '../../src/server/platform/database/transaction.ts';
import { openWorld, type World } from '../support/world.ts';

type Tx = Parameters<Parameters<typeof inTransaction>[1]>[0];

const put = (tx: Tx, name: string) => tx.insertInto('house').values({ name, value: 'here' }).execute();

/** What another connection sees. */
const seen = async ({ means }: World): Promise<string[]> => {
  const rows = await means.reader.selectFrom('house').select('name').where('value', '=', 'here').execute();
  return rows.map(({ name }) => name).toSorted();
};

/** Twenty at once, of which every fourth fails after it has written. */
const twenty = (world: World, run: (tx: Tx, number: number) => Promise<void>) =>
  Promise.allSettled(
    Array.from({ length: 20 }, (_, number) =>
      inTransaction(world.means.db, async (tx) => {
        await put(tx, `row ${number}`);
        await run(tx, number);
        return number;
      }),
    ),
  );

test('of transactions that share a commit one that fails leaves nothing behind, and the others stay', async () => {
  const world = await openWorld({ kind: 'sqlite' });

  const results = await twenty(world, async (_tx, number) => {
    if (number % 4 === 0) throw new Error(`no ${number}`);
  });

  const told = results.map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as Error).message));
  const numbers = Array.from({ length: 20 }, (_, number) => number);
  expect(told).toEqual(numbers.map((number) => (number % 4 === 0 ? `no ${number}` : number)));
  expect(await seen(world)).toEqual(
    numbers
      .filter((number) => number % 4 !== 0)
      .map((number) => `row ${number}`)
      .toSorted(),
  );
});

test('nobody is answered before the commit, and whoever is answered is stored', async () => {
  const world = await openWorld({ kind: 'sqlite' });
  const before: number[] = [];

  const answered = Array.from({ length: 20 }, async (_, number) => {
    await inTransaction(world.means.db, async (tx) => {
      await put(tx, `row ${number}`);
      before.push((await seen(world)).length);
    });
    return (await seen(world)).includes(`row ${number}`);
  });

  expect(await Promise.all(answered)).toEqual(Array(20).fill(true));
  // All of them came at the same moment, so they share one commit.
  expect(before).toEqual(Array(20).fill(0));
});

test('when the commit fails all of them have failed, and nothing is stored', async () => {
  const world = await openWorld({ kind: 'sqlite' });

  const results = await twenty(world, async (tx, number) => {
    if (number !== 7) return;
    // Found out only by the commit.
    await sql`pragma defer_foreign_keys = on`.execute(tx);
    await sql`insert into product_categories (product_id, category_id, position) values (999, 999, 0)`.execute(tx);
  });

  expect(results.map(({ status }) => status)).toEqual(Array(20).fill('rejected'));
  expect(await seen(world)).toEqual([]);
  await inTransaction(world.means.db, (tx) => put(tx, 'afterwards'));
  expect(await seen(world)).toEqual(['afterwards']);
});
