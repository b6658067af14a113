import { liveQuery } from 'dexie';
import { expect, test, vi } from 'vitest';
import { readCategoryPage } from '../../src/client/features/categories/queries.ts';
import type { LocalDatabase } from '../../src/client/local/database.ts';
import { newId } from '../../src/client/local/ids.ts';
import { perform } from '../../src/client/sync/perform.ts';
import { runPass } from '../../src/client/sync/pass.ts';
import { takeRows } from '../../src/client/sync/view.ts';
import { recordReads } from './count-reads.ts';
import { amina, deviceOf, nothingNew, sara, ticketChange } from './support.ts';

const reply = (ticket: string) => ({ id: newId(), ticket_id: ticket, content: 'We look into it' });

test('a reply reads its lane and its rows: the author is known, and where nothing waits there are no shadows', async () => {
  const { db } = await deviceOf(sara);
  await takeRows(db, [ticketChange('t1', 4), ticketChange('t2', 4)]);
  await perform(db, 'ticket.reply', reply('t1'));
  const { requests } = await recordReads(db);

  await perform(db, 'ticket.reply', reply('t2'));

  expect(requests).toEqual({ outbox: 1, tickets: 1, responses: 1 });
});

test('a reply after another one is folded onto the server’s row', async () => {
  const { db } = await deviceOf(sara);
  await takeRows(db, [ticketChange('t1', 4, { responses_count: 2 })]);

  await perform(db, 'ticket.reply', reply('t1'));
  await perform(db, 'ticket.reply', reply('t1'));

  expect(await db.tickets.get('t1')).toMatchObject({ responses_count: 4 });
  expect(await db.shadow.get(['tickets', 't1'])).toMatchObject({ row: { responses_count: 2 }, rev: 4 });
});

test('what a device writes shows the name that the account has now', async () => {
  const { db } = await deviceOf(sara);
  const account = (name: string) => ({ ...sara, name, balance: 0, rev: 1 });
  await perform(db, 'ticket.reply', reply('t1'));
  await db.account.put(account('Sara B.') as never);

  const args = reply('t1');
  await perform(db, 'ticket.reply', args);

  expect(await db.responses.get(args.id)).toMatchObject({ author_name: 'Sara B.' });
});

test('a pull opens the tables of its rows, and what a person made is not touched', async () => {
  const change = ticketChange('t1', 4);
  const { db, outside } = await deviceOf(amina, () => nothingNew({ changes: [change] }));
  const { writing } = await recordReads(db);

  await runPass(db, outside);

  expect(await db.tickets.count()).toBe(1);
  expect(writing.flatMap(({ tables }) => tables).sort()).toEqual(
    ['meta', 'meta', 'shadow', 'synclog', 'tickets'].sort(),
  );
  expect(writing.map(({ durability }) => durability)).toEqual(['relaxed', 'relaxed']);
});

test('a change that waits for one row does not slow down a pull of others', async () => {
  const { db, outside } = await deviceOf(sara, () => nothingNew({ changes: [ticketChange('t1', 9)] }));
  await takeRows(db, [ticketChange('t2', 4)]);
  await perform(db, 'ticket.status', { ticket_id: 't2', from: 'new', to: 'open' });
  await db.outbox.toCollection().modify({ state: 'conflict' });
  const { writing } = await recordReads(db);

  await runPass(db, outside);

  expect(await db.tickets.bulkGet(['t1', 't2'])).toMatchObject([{ rev: 9 }, { status: 'open', rev: 4 }]);
  expect(await db.shadow.count()).toBe(1);
  const [apply] = writing.filter(({ tables }) => tables.includes('tickets'));
  expect(apply!.tables.toSorted()).toEqual(['meta', 'shadow', 'synclog', 'tickets']);
  expect(apply!.durability).toBe('relaxed');
});

test('a pull reads all it needs before it writes its rows: a read behind them would wait for them', async () => {
  const changes = Array.from({ length: 100 }, (_, at) => ticketChange(`t${at}`, 4));
  const { db, outside } = await deviceOf(amina, () => nothingNew({ changes }));
  const steps = recordSteps(db);
  await db.open();

  await runPass(db, outside);

  const first = steps.indexOf('write tickets');
  expect(first).toBeGreaterThan(0);
  // Then it looks whether anything was queued meanwhile.
  const whileWriting = steps.slice(first, steps.indexOf('read outbox', first));
  expect(whileWriting.filter((step) => step.startsWith('read'))).toEqual([]);
});

/** What a device reads and writes in its tables from now on, in order; the database opens again with its next use. */
function recordSteps(db: LocalDatabase): string[] {
  const steps: string[] = [];
  db.close();
  const noted = <Request, Answer>(step: string, run: (request: Request) => Answer) => {
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
          get: noted(read, table.get),
          getMany: noted(read, table.getMany),
          query: noted(read, table.query),
          count: noted(read, table.count),
          mutate: noted(write, table.mutate),
        };
      },
    }),
  });
  return steps;
}

test('what a person made is on the disk before it is said to be stored', async () => {
  const { db } = await deviceOf(sara);
  const { writing } = await recordReads(db);

  await perform(db, 'ticket.reply', reply('t1'));
  await db.drafts.put({ k: 'ticket', value: 'We loo', updatedAt: 1 });

  expect(writing.map(({ durability }) => durability)).toEqual(['strict', 'strict']);
});

test('a pull that sends nothing still takes a row into its shadow where one lies under it', async () => {
  const news = ticketChange('t1', 9, { subject: 'Another' });
  const { db, outside, requests } = await deviceOf(sara, () => nothingNew({ changes: [news] }));
  await takeRows(db, [ticketChange('t1', 4)]);
  await perform(db, 'ticket.status', { ticket_id: 't1', from: 'new', to: 'open' });
  await db.outbox.toCollection().modify({ state: 'conflict' });

  await runPass(db, outside);

  expect(requests()).toMatchObject([{ mutations: [] }]);
  expect(await db.tickets.get('t1')).toMatchObject({ status: 'new', subject: 'Another', rev: 9 });
  expect(await db.shadow.count()).toBe(0);
});

test('a live page of a category follows its products and the titles of all categories', async () => {
  const { db } = await deviceOf(sara);
  const change = (entity: 'categories' | 'products', id: number, title: string, rev: number) => ({
    entity,
    key: String(id),
    rev,
    row: { id, title, description: '', parent_id: null, category_ids: [1, 2], product_variants: [], created_at: '' },
  });
  await takeRows(db, [change('categories', 1, 'Cards', 1), change('categories', 2, 'Games', 1)]);
  await takeRows(db, [change('products', 7, 'Gift card', 1)]);
  await readCategoryPage(db, 1);
  const shown: (string | undefined)[] = [];
  const live = liveQuery(() => readCategoryPage(db, 1)).subscribe((page) => {
    const [product] = page?.products ?? [];
    shown.push([page?.category.title, product?.title, ...(product?.badges ?? []).map(({ title }) => title)].join());
  });
  await vi.waitFor(() => expect(shown.at(-1)).toBe('Cards,Gift card,Cards,Games'));

  await takeRows(db, [change('products', 7, 'Game card', 2)]);
  await vi.waitFor(() => expect(shown.at(-1)).toBe('Cards,Game card,Cards,Games'));

  await takeRows(db, [change('categories', 2, 'Play', 2)]);
  await vi.waitFor(() => expect(shown.at(-1)).toBe('Cards,Game card,Cards,Play'));
  live.unsubscribe();
});
