import { liveQuery } from 'dexie';
import { expect, test } from 'vitest';
import { readCategoryPage } from '../../src/client/features/categories/queries.ts';
import type { LocalDatabase } from '../../src/client/local/database.ts';
import { uuidv7 } from '../../src/contract/uuid.ts';
import { perform } from '../../src/client/sync/perform.ts';
import { runPass } from '../../src/client/sync/pass.ts';
import { storeServerRows } from '../../src/client/sync/rows-with-pending.ts';
import { recordReads } from './count-reads.ts';
import { amina, deviceOf, nothingNew, sara, ticketChange } from './support.ts';

const reply = (ticket: string) => ({ id: uuidv7(), ticket_id: ticket, content: 'We look into it' });

test('storing a reply reads its lane and its rows only: no author, and no base rows when its lane is empty', async () => {
  const { db } = await deviceOf(sara);
  await storeServerRows(db, [ticketChange('t1', 4), ticketChange('t2', 4)]);
  await perform(db, 'ticket.reply', reply('t1'));
  const { requests } = await recordReads(db);

  await perform(db, 'ticket.reply', reply('t2'));

  expect(requests).toEqual({ outbox: 1, tickets: 1, responses: 1 });
});

test('two waiting replies are both applied to the server’s row', async () => {
  const { db } = await deviceOf(sara);
  await storeServerRows(db, [ticketChange('t1', 4, { responses_count: 2 })]);

  await perform(db, 'ticket.reply', reply('t1'));
  await perform(db, 'ticket.reply', reply('t1'));

  expect(await db.tickets.get('t1')).toMatchObject({ responses_count: 4 });
  expect(await db.shadow.get(['tickets', 't1'])).toMatchObject({ row: { responses_count: 2 }, rev: 4 });
});

test('a reply shows the current name of the account', async () => {
  const { db } = await deviceOf(sara);
  const account = (name: string) => ({ ...sara, name, balance: 0, rev: 1 });
  await perform(db, 'ticket.reply', reply('t1'));
  await db.account.put(account('Sara B.') as never);

  const args = reply('t1');
  await perform(db, 'ticket.reply', args);

  expect(await db.responses.get(args.id)).toMatchObject({ author_name: 'Sara B.' });
});

test('a pull writes to the tables of its rows, and to none with changes of the user', async () => {
  const change = ticketChange('t1', 4);
  const { db, environment } = await deviceOf(amina, () => nothingNew({ changes: [change] }));
  const { writeTransactions } = await recordReads(db);

  await runPass(db, environment);

  expect(await db.tickets.count()).toBe(1);
  expect(writeTransactions.flatMap(({ tables }) => tables).sort()).toEqual(
    ['meta', 'meta', 'shadow', 'synclog', 'tickets'].sort(),
  );
  expect(writeTransactions.map(({ durability }) => durability)).toEqual(['relaxed', 'relaxed']);
});

test('a parked change of one row does not slow down a pull of other rows', async () => {
  const { db, environment } = await deviceOf(sara, () => nothingNew({ changes: [ticketChange('t1', 9)] }));
  await storeServerRows(db, [ticketChange('t2', 4)]);
  await perform(db, 'ticket.status', { ticket_id: 't2', from: 'new', to: 'open' });
  await db.outbox.toCollection().modify({ state: 'conflict' });
  const { writeTransactions } = await recordReads(db);

  await runPass(db, environment);

  expect(await db.tickets.bulkGet(['t1', 't2'])).toMatchObject([{ rev: 9 }, { status: 'open', rev: 4 }]);
  expect(await db.shadow.count()).toBe(1);
  const [apply] = writeTransactions.filter(({ tables }) => tables.includes('tickets'));
  expect(apply!.tables.toSorted()).toEqual(['meta', 'shadow', 'synclog', 'tickets']);
  expect(apply!.durability).toBe('relaxed');
});

test('a pull reads everything before it writes its rows: later reads would wait for the writes', async () => {
  const changes = Array.from({ length: 100 }, (_, at) => ticketChange(`t${at}`, 4));
  const { db, environment } = await deviceOf(amina, () => nothingNew({ changes }));
  const steps = recordSteps(db);
  await db.open();

  await runPass(db, environment);

  const first = steps.indexOf('write tickets');
  expect(first).toBeGreaterThan(0);
  // After the writes, the pass looks in the outbox for items that were queued meanwhile.
  const whileWriting = steps.slice(first, steps.indexOf('read outbox', first));
  expect(whileWriting.filter((step) => step.startsWith('read'))).toEqual([]);
});

/** Closes a device's database; once it is opened again, records its reads and writes in order. */
function recordSteps(db: LocalDatabase): string[] {
  const steps: string[] = [];
  db.close();
  const recorded = <Request, Answer>(step: string, run: (request: Request) => Answer) => {
    return (request: Request): Answer => {
      steps.push(step);
      return run(request);
    };
  };
  db.use({
    stack: 'dbcore',
    name: 'record steps',
    level: -6,
    create: (core) => ({
      ...core,
      table(name) {
        const table = core.table(name);
        const [read, write] = [`read ${name}`, `write ${name}`];
        return {
          ...table,
          get: recorded(read, table.get),
          getMany: recorded(read, table.getMany),
          query: recorded(read, table.query),
          count: recorded(read, table.count),
          mutate: recorded(write, table.mutate),
        };
      },
    }),
  });
  return steps;
}

test('OF-05 a change or a draft is on the disk before it is reported as stored', async () => {
  const { db } = await deviceOf(sara);
  const { writeTransactions } = await recordReads(db);

  await perform(db, 'ticket.reply', reply('t1'));
  await db.drafts.put({ k: 'ticket', value: 'We loo', updatedAt: 1 });

  expect(writeTransactions.map(({ durability }) => durability)).toEqual(['strict', 'strict']);
});

test('a pull without mutations replaces a row whose change is parked, and deletes its base row', async () => {
  const news = ticketChange('t1', 9, { subject: 'Another' });
  const { db, environment, requests } = await deviceOf(sara, () => nothingNew({ changes: [news] }));
  await storeServerRows(db, [ticketChange('t1', 4)]);
  await perform(db, 'ticket.status', { ticket_id: 't1', from: 'new', to: 'open' });
  await db.outbox.toCollection().modify({ state: 'conflict' });

  await runPass(db, environment);

  expect(requests()).toMatchObject([{ mutations: [] }]);
  expect(await db.tickets.get('t1')).toMatchObject({ status: 'new', subject: 'Another', rev: 9 });
  expect(await db.shadow.count()).toBe(0);
});

test('the live query of a category page follows its products and the titles of all categories', async () => {
  const { db } = await deviceOf(sara);
  const change = (entity: 'categories' | 'products', id: number, title: string, rev: number) => ({
    entity,
    key: String(id),
    rev,
    row: { id, title, description: '', parent_id: null, category_ids: [1, 2], product_variants: [], created_at: '' },
  });
  await storeServerRows(db, [change('categories', 1, 'Cards', 1), change('categories', 2, 'Games', 1)]);
  await storeServerRows(db, [change('products', 7, 'Gift card', 1)]);
  await readCategoryPage(db, 1);
  const shown: (string | undefined)[] = [];
  const live = liveQuery(() => readCategoryPage(db, 1)).subscribe((page) => {
    const [product] = page?.products ?? [];
    shown.push([page?.category.title, product?.title, ...(product?.badges ?? []).map(({ title }) => title)].join());
  });
  await expect.poll(() => shown.at(-1)).toBe('Cards,Gift card,Cards,Games');

  await storeServerRows(db, [change('products', 7, 'Game card', 2)]);
  await expect.poll(() => shown.at(-1)).toBe('Cards,Game card,Cards,Games');

  await storeServerRows(db, [change('categories', 2, 'Play', 2)]);
  await expect.poll(() => shown.at(-1)).toBe('Cards,Game card,Cards,Play');
  live.unsubscribe();
});
