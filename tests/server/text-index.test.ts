import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { fold, searchText } from '../../src/contract/search.ts';
import { createRandom } from '../../src/server/demo/random.ts';
import { indexTexts } from '../../src/server/platform/database/text-index.ts';
import { Client } from 'pg';
import { emptyDatabase } from '../support/postgres.ts';
import { emptyInstallation, startProgram } from '../support/programs.ts';
import { putOrders, putTickets, putUsers } from '../support/sorted-rows.ts';
import { databaseKind, startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({ env: { REQUESTS_PER_MINUTE: '0' } });
  return () => server.close();
});

const index = () => indexTexts(server.services.db, databaseKind);

const lists = {
  orders: { path: '/api/orders?', sorts: ['date', 'amount'], number: 'id' },
  tickets: { path: '/api/tickets?admin=true&', sorts: ['created', 'priority'], number: 'number' },
  users: { path: '/api/users?', sorts: ['joined', 'name'], number: 'id' },
} as const;
type List = keyof typeof lists;

let requests = 0;

/** An unknown parameter avoids the cache, because these rows change without an announcement that empties it. */
async function readPage(path: string, query: string): Promise<{ data: Record<string, number>[]; total: number }> {
  const { body } = await server.as('sara').get(`${path}${query}&cursor=&unknown=${(requests += 1)}`);
  return Array.isArray(body.data) ? body : body.data;
}

/** Returns the numbers of the rows that a search finds, sorted; checks that each sort finds and counts the same. */
async function found(list: List, search: string): Promise<number[]> {
  const { path, sorts, number } = lists[list];
  const answers: number[][] = [];
  for (const sort of sorts) {
    const query = `search=${encodeURIComponent(search)}&sort=${sort}`;
    const { data } = await readPage(path, `${query}&per_page=100`);
    answers.push(data.map((row) => row[number]!).toSorted((a, b) => a - b));
    // On a page with all rows they are not counted in the database.
    const { total } = await readPage(path, `${query}&per_page=1`);
    expect({ search, total }).toEqual({ search, total: data.length });
  }
  expect(answers[1]).toEqual(answers[0]);
  return answers[0]!;
}

/** What a search finds by its definition: rows in whose text, or number, every word occurs. */
async function expected(list: List, search: string): Promise<number[]> {
  const { number } = lists[list];
  const { rows } = await sql<{ number: number; text: string }>`
    select ${sql.ref(number)} as number, search_text as text from ${sql.table(list)} where deleted_at is null`.execute(
    server.services.reader,
  );
  const words = fold(search)
    .split(' ')
    .filter(Boolean)
    .map((word) => word.replace(/^#(?=\d+$)/, ''));
  return rows
    .filter(({ number: id, text }) =>
      words.every(
        (word) => text.includes(word) || (list !== 'tickets' && /^\d+$/.test(word) && String(id).includes(word)),
      ),
    )
    .map(({ number: id }) => id)
    .toSorted((a, b) => a - b);
}

describe(`on ${databaseKind}`, () => {
  test('S7-51 each search finds the rows whose text has all its words, also while texts are not indexed yet', async () => {
    const random = createRandom('texts');
    await putOrders(server, random, 30);
    await putTickets(server, random, 20);
    await putUsers(server, random, 20);
    const odd = [
      `100% cotton_bag \\ "quoted" it's`,
      'قهوة عربية ١٢٣',
      '日本茶 緑茶',
      'aaaa',
      'x😀😀😀y',
      'na*me^ (near) -not',
    ];
    const orders = await server.services.db.selectFrom('orders').select('id').orderBy('id').execute();
    for (const [at, text] of odd.entries())
      await server.services.db
        .updateTable('orders')
        .set({ search_text: searchText([text, 'tea']) })
        .where('id', '=', orders[at]!.id)
        .execute();
    const searches = [
      [...orders.slice(3, 5).flatMap(({ id }) => [`${id}`, `#${id}`]), '#1', '12', '2', '123', '200', '2001', '#2001'],
      ['tea', 'TEA amina', 'karim', 'ahmed', 'احمد', 'e', 'te', 'em il', 'nowhere', 'tea nowhere', 'x'.repeat(40)],
      [
        '100%',
        '%',
        '_',
        '%%%',
        '___',
        'n_b',
        '\\',
        '"quoted"',
        "it's",
        '"',
        '"""',
        'قهوه',
        '日本茶',
        '茶',
        '本茶 緑茶',
      ],
      ['aaa', 'aaaa', 'aaaaa', '😀😀😀', '😀', 'e*me', '*', 'na*', 'near', '(near)', '-not', 'tea -not', '^', 'me^'],
      ['person', 'person.example', '@person', 'question', 'question 1', 'help'],
    ].flat();

    for (const isIndexed of [false, true]) {
      if (isIndexed) await index();
      for (const list of Object.keys(lists) as List[])
        for (const search of searches)
          expect({ list, search, ids: await found(list, search) }).toEqual({
            list,
            search,
            ids: await expected(list, search),
          });
    }
    expect(await found('orders', 'aaaa')).toHaveLength(1);
  });

  test('S7-51 a changed, deleted, restored and redacted row is found by its current text alone, before and after indexing', async () => {
    const random = createRandom('changes');
    await putOrders(server, random, 3);
    const { db, now } = server.services;
    const [first, second, third] = (await db.selectFrom('orders').select('id').orderBy('id').execute()).map(
      ({ id }) => id,
    );
    const rename = (id: number, text: string) =>
      db.updateTable('orders').set({ search_text: text }).where('id', '=', id).execute();
    const remove = (id: number, at: number | null) =>
      db.updateTable('orders').set({ deleted_at: at }).where('id', '=', id).execute();
    await index();
    const steps: (() => Promise<unknown>)[] = [
      () => rename(first!, 'zanzibar clove'),
      () => rename(first!, 'pemba clove'),
      () => remove(second!, now()),
      () => rename(second!, 'zanzibar deleted'),
      () => remove(second!, null),
      () => sql`delete from order_items where order_id = ${third}`.execute(db),
      () => db.deleteFrom('orders').where('id', '=', third!).execute(),
      () => rename(first!, ''),
    ];

    for (const step of steps) {
      await step();
      for (const isIndexed of [false, true]) {
        if (isIndexed) await index();
        for (const search of ['zanzibar', 'pemba', 'clove', 'tea', 'deleted', String(second)])
          expect({ search, ids: await found('orders', search) }).toEqual({
            search,
            ids: await expected('orders', search),
          });
      }
    }
    expect(await found('orders', 'zanzibar')).toEqual([second]);
  });

  test('S7-51 the name of a deleted user is found nowhere, before and after indexing', async () => {
    const { body } = await server
      .as('amina')
      .post('/api/tickets', { subject: 'Hello', content: 'Amina asks', type: 'general' });
    expect(body.code).toBe('SUCCESS');
    await index();
    expect(await found('tickets', 'amina')).toHaveLength(1);

    expect((await server.as('root').delete(`/api/users/${server.users.amina.id}`)).body.code).toBe('SUCCESS');

    for (const list of Object.keys(lists) as List[]) {
      expect(await found(list, server.users.amina.email)).toEqual([]);
      await index();
      expect(await found(list, server.users.amina.email)).toEqual([]);
    }
  });
});

test.runIf(databaseKind === 'sqlite')('rows wait for the index in a table, and are taken from it', async () => {
  await putOrders(server, createRandom('waiting'), 5);
  const waiting = async () => {
    const { rows } = await sql<{ list: string }>`select list from unindexed_texts where list = 'orders'`.execute(
      server.services.db,
    );
    return rows.length;
  };

  expect(await waiting()).toBe(5);
  await index();
  expect(await waiting()).toBe(0);
  await server.services.db.updateTable('orders').set({ status: 'completed', rev: 2 }).execute();
  expect(await waiting()).toBe(0);
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from orders_texts where orders_texts match '"tea"'`.execute(server.services.db);
  expect(rows).toEqual([{ count: 5 }]);
});

test.runIf(databaseKind === 'postgres')('PostgreSQL finds texts and digits with its indexes', async () => {
  const { rows } = await sql<{ name: string }>`
    select indexname as name from pg_indexes where indexname ~ '_(texts|digits)$' order by 1`.execute(
    server.services.db,
  );

  expect(rows.map(({ name }) => name)).toEqual([
    'orders_digits',
    'orders_texts',
    'tickets_texts',
    'users_digits',
    'users_texts',
  ]);
});

test.runIf(databaseKind === 'postgres')(
  'where PostgreSQL does not allow the extension, the server goes on without the index, and one line of the log says so',
  async () => {
    const { url, name } = await emptyDatabase();
    const role = `plain_${name}`;
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query(`create role ${role} login; grant create on schema public to ${role}`);
    const address = new URL(url);
    address.username = role;
    const installation = { ...(await emptyInstallation()), DATABASE_URL: address.href };
    const program = await startProgram(installation);

    expect((await fetch(`${program.url}/ready`)).status).toBe(200);
    expect(program.printed().match(/did not allow the extension pg_trgm/g)).toHaveLength(1);
    const { rows } = await client.query(`select 1 from pg_indexes where indexname = 'orders_texts'`);
    expect(rows).toEqual([]);
    await program.stop('SIGTERM');
    await client.query(`drop owned by ${role} cascade; drop role ${role}`);
    await client.end();
  },
);
