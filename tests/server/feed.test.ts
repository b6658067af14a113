import type { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '../../src/server/platform/database/schema.ts';
import { inTransaction } from '../../src/server/platform/database/transaction.ts';
import { announce } from '../../src/server/platform/changes/feed.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Announces a change and commits it after `ms`. */
async function changeSlowly(server: TestServer, key: string, ms: number): Promise<void> {
  await inTransaction(server.services.db, async (tx) => {
    await announce(tx, [{ scopes: ['catalog'], entity: 'products', key, rev: 1 }]);
    if (ms > 0) await pause(ms);
  });
}

/** A device that reads the rows after its cursor, as a pull does. */
function follower(db: Kysely<Database>, table: 'feed' | 'feed_inbox') {
  const seen = new Set<string>();
  let cursor = 0;
  return {
    seen,
    async pull() {
      const column = table === 'feed' ? 'seq' : 'id';
      const rows = await db
        .selectFrom(table as 'feed')
        .select(['key', `${column} as n` as 'seq as n'])
        .where(column as 'seq', '>', cursor)
        .orderBy(column as 'seq')
        .limit(50)
        .execute();
      for (const row of rows) seen.add(row.key);
      cursor = rows.at(-1)?.n ?? cursor;
      return rows.length;
    },
  };
}

/** Runs eight writers while a device pulls all the time; every third commit of a writer is slow. */
async function stress(server: TestServer, pull: () => Promise<unknown>): Promise<void> {
  let writing = true;
  const reader = (async () => {
    while (writing) {
      await pull();
      await pause(1);
    }
  })();
  const writer = async (name: number) => {
    for (let turn = 0; turn < 40; turn += 1)
      await changeSlowly(server, `${name}-${turn}`, turn % 3 === 0 ? Math.random() * 8 : 0);
  };
  await Promise.all(Array.from({ length: 8 }, (_, name) => writer(name)));
  writing = false;
  await reader;
}

test('rows that are announced together get different numbers, so that a page of the feed may end between them', async () => {
  const { services } = await startTestServer();
  const keys = ['901', '902', '903'];
  await inTransaction(services.db, (tx) =>
    announce(
      tx,
      keys.map((key) => ({ scopes: ['catalog'], entity: 'products', key, rev: 1 })),
    ),
  );

  await services.sequencer.run();

  const rows = await services.db.selectFrom('feed').select('seq').where('key', 'in', keys).execute();
  expect(new Set(rows.map(({ seq }) => seq)).size).toBe(3);
});

test('a device that follows the feed misses no change while slow transactions commit late', async () => {
  const server = await startTestServer();
  const device = follower(server.services.db, 'feed');
  const pull = async () => {
    await server.services.sequencer.run();
    return device.pull();
  };

  await stress(server, pull);
  while ((await pull()) > 0);

  expect(device.seen.size).toBe(320);
});

test('the test above can fail: on PostgreSQL, numbers assigned inside the transaction lose changes', async () => {
  const server = await startTestServer();
  // The sequencer is stopped: the rows stay in the inbox, with the ids that they got inside the transaction.
  await server.services.sequencer.stop();
  const device = follower(server.services.db, 'feed_inbox');

  await stress(server, () => device.pull());
  while ((await device.pull()) > 0);

  // SQLite has one writer at a time, so ids that were assigned inside the transaction are in the order of the commits.
  const lost = 320 - device.seen.size;
  expect(lost > 0).toBe(server.kind === 'postgres');
});

test('a row changed many times is one row of the feed, with its highest rev and a new number', async () => {
  const server = await startTestServer();
  const change = (key: string, rev: number, deleted = false) =>
    inTransaction(server.services.db, (tx) =>
      announce(tx, [{ scopes: ['catalog', 'u:7'], entity: 'products', key, rev, deleted }]),
    );

  await change('1', 1);
  await change('2', 1);
  await server.services.sequencer.run();
  await change('1', 3);
  await change('1', 2);
  await change('3', 5, true);
  await server.services.sequencer.run();

  const rows = await server.services.db
    .selectFrom('feed')
    .selectAll()
    .where('scope', '=', 'catalog')
    .orderBy('seq')
    .execute();
  expect(rows.map(({ key, rev, deleted }) => [key, rev, deleted])).toEqual([
    ['2', 1, 0],
    ['1', 3, 0],
    ['3', 5, 1],
  ]);
  const head = await server.services.db.selectFrom('feed_head').select('seq').executeTakeFirstOrThrow();
  expect(head.seq).toBeGreaterThanOrEqual(rows.at(-1)!.seq);
  expect(await server.services.db.selectFrom('feed_inbox').select('id').execute()).toEqual([]);
});

test('a rolled-back change is not in the feed', async () => {
  const server = await startTestServer();

  const transaction = inTransaction(server.services.db, async (tx) => {
    await announce(tx, [{ scopes: ['catalog'], entity: 'products', key: '9', rev: 1 }]);
    throw new Error('no');
  });

  await expect(transaction).rejects.toThrow('no');
  await server.services.sequencer.run();
  expect(await server.services.db.selectFrom('feed').select('key').execute()).toEqual([]);
});

test('a commit notifies the subscribers of its scopes, once for a batch, and no others', async () => {
  const server = await startTestServer();
  const notified: string[] = [];
  server.services.notifier.subscribe(['u:3', 'catalog'], () => notified.push('amina'));
  const stop = server.services.notifier.subscribe(['u:4'], () => notified.push('karim'));

  await inTransaction(server.services.db, (tx) =>
    announce(tx, [
      { scopes: ['u:3', 'catalog'], entity: 'orders', key: '1', rev: 1 },
      { scopes: ['u:3'], entity: 'orders', key: '2', rev: 1 },
    ]),
  );
  server.services.sequencer.wake();

  await expect.poll(() => notified).toEqual(['amina']);
  stop();
});
