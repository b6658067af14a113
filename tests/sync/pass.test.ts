import { expect, test } from 'vitest';
import { entities } from '../../src/contract/sync-limits.ts';
import { start } from '../../src/client/local/meta.ts';
import { newId } from '../../src/client/local/ids.ts';
import { perform } from '../../src/client/sync/perform.ts';
import { runPass } from '../../src/client/sync/pass.ts';
import { amina, deviceOf, eachMutation, fails, newTicket, nothingNew, ticketChange, ticketRow } from './support.ts';

const at = { ...start, epoch: 'e1', cursor: 'c1' };

test('what waits leaves under its own id, and goes when the server has it', async () => {
  const device = await deviceOf(amina);
  const { db, outside } = device;
  const args = newTicket();
  const id = await perform(db, 'ticket.open', args, outside.means);
  device.server = eachMutation({ rows: [ticketChange(args.id, 1)] });

  expect(await runPass(db, outside)).toEqual({ kind: 'idle' });

  expect(device.requests()[0]).toMatchObject({
    protocol: 1,
    epoch: null,
    cursor: null,
    before: null,
    mutations: [{ id, kind: 'ticket.open', v: 2, lane: args.id, args }],
  });
  expect(await db.outbox.count()).toBe(0);
  expect(await db.shadow.count()).toBe(0);
  expect(await db.tickets.get(args.id)).toMatchObject({ number: 1042, rev: 1 });
  expect(await db.fact('lastSyncAt')).toBe(Date.UTC(2026, 10, 20, 14, 23));
});

test('a reply is sent again under the same id when its answer was lost', async () => {
  const device = await deviceOf(amina, () => fails('unreachable'));
  const { db, outside } = device;
  const id = await perform(db, 'ticket.reply', { id: newId(), ticket_id: 't1', content: 'Hello?' }, outside.means);

  expect(await runPass(db, outside)).toEqual({ kind: 'offline' });
  expect(await db.outbox.get({ id })).toMatchObject({ state: 'sent', attempts: 1 });
  device.server = eachMutation({});
  expect(await runPass(db, outside)).toEqual({ kind: 'idle' });

  expect(device.requests().map(({ mutations }) => mutations[0]?.id)).toEqual([id, id]);
  expect(await db.outbox.count()).toBe(0);
});

test('the first load comes page by page and tells how far it is', async () => {
  const device = await deviceOf(amina);
  const { db, outside } = device;
  const pages = [
    nothingNew({ older: [ticketChange('t1', 1)], before: '4:a', more: true, total: 3 }),
    nothingNew({
      older: [ticketChange('t2', 1), ticketChange('t3', 1)],
      changes: [ticketChange('t1', 2, { status: 'open' })],
      cursor: 'c2',
    }),
  ];
  const progress: unknown[] = [];
  device.server = async () => {
    progress.push(await db.fact('load'));
    return pages.shift()!;
  };

  await runPass(db, outside);

  expect(device.requests().map(({ cursor, before }) => [cursor, before])).toEqual([
    [null, null],
    ['c1', '4:a'],
  ]);
  expect(progress).toEqual([undefined, { done: 1, total: 3 }]);
  expect(await db.fact('load')).toBeUndefined();
  expect(await db.tickets.orderBy('id').primaryKeys()).toEqual(['t1', 't2', 't3']);
  expect((await db.tickets.get('t1'))?.status).toBe('open');
});

test('an answer that comes after another pass has moved on is thrown away', async () => {
  const device = await deviceOf(amina);
  const { db, outside } = device;
  await db.setFact('at', at);
  let first = true;
  device.server = async () => {
    if (!first) return nothingNew({ cursor: 'c3' });
    first = false;
    await db.setFact('at', { ...at, cursor: 'c2' });
    return nothingNew({ cursor: 'c1', changes: [ticketChange('t1', 1)] });
  };

  await runPass(db, outside);

  expect(device.requests().map(({ cursor }) => cursor)).toEqual(['c1', 'c2']);
  expect(await db.tickets.count()).toBe(0);
  expect((await db.fact('at'))?.cursor).toBe('c3');
});

test('beginning anew empties the cache and keeps what waits', async () => {
  const device = await deviceOf(amina);
  const { db, outside } = device;
  await db.setFact('at', at);
  await db.tickets.bulkPut([ticketRow('t1'), ticketRow('t2')].map((row) => ({ ...row, rev: 3 })) as never);
  const args = newTicket();
  const id = await perform(db, 'ticket.open', args, outside.means);
  const shown: unknown[] = [];
  const answers = [nothingNew({ reset: true, cursor: '', more: true, epoch: 'e2' }), null];
  device.server = async (path, input) => {
    shown.push(await db.tickets.toCollection().primaryKeys());
    return (
      answers.shift() ??
      (eachMutation({}, { older: [ticketChange('t2', 9)], epoch: 'e2' })(path, input) as Record<string, unknown>)
    );
  };

  await runPass(db, outside);

  expect(shown[1]).toEqual([args.id]);
  expect(device.requests()[1]).toMatchObject({ epoch: 'e2', cursor: null, before: null, mutations: [{ id }] });
  expect(await db.tickets.toCollection().primaryKeys()).toEqual(['t2']);
});

test("a pass never goes with another person's session", async () => {
  const device = await deviceOf(amina);
  device.session.token = null;
  await perform(device.db, 'ticket.open', newTicket(), device.outside.means);

  expect(await runPass(device.db, device.outside)).toEqual({ kind: 'signIn' });

  expect(device.asked).toEqual([]);
  expect(await device.db.outbox.toArray()).toMatchObject([{ state: 'queued' }]);
});

test('signed out or outdated, nothing is dropped', async () => {
  const device = await deviceOf(amina, () => fails('signedOut'));
  const { db, outside } = device;
  await perform(db, 'ticket.open', newTicket(), outside.means);

  expect(await runPass(db, outside)).toEqual({ kind: 'signIn' });
  device.server = () => fails('outdated');
  expect(await runPass(db, outside)).toEqual({ kind: 'outdated' });
  device.server = eachMutation({});
  await runPass(db, outside);

  expect(await db.outbox.count()).toBe(0);
});

test('a busy server says when to come again', async () => {
  const { db, outside } = await deviceOf(amina, () => fails('busy', { retryAfter: 20_000 }));

  expect(await runPass(db, outside)).toEqual({ kind: 'busy', retryAfter: 20_000 });
});

test('a server that forgets a result is asked once more, not for ever', async () => {
  const device = await deviceOf(amina);
  await perform(device.db, 'ticket.open', newTicket(), device.outside.means);

  expect((await runPass(device.db, device.outside)).kind).toBe('busy');

  expect(device.requests()).toHaveLength(1);
});

test('the diary of passes keeps 200 lines and no content', async () => {
  const { db, outside } = await deviceOf(amina, eachMutation({}));
  await perform(db, 'ticket.open', newTicket(), outside.means);

  for (let pass = 0; pass < 205; pass++) await runPass(db, outside);

  expect(await db.synclog.count()).toBe(200);
  expect(JSON.stringify(await db.synclog.toArray())).not.toContain('code did not come');
});

test('every table that follows the server takes its rows and gives them up', async () => {
  const device = await deviceOf(amina);
  const { db, outside } = device;
  const keys = { tickets: 'a', responses: 'b', notifications: 'c' } as Record<string, string>;
  const row = { title: 'x', name: 'x', email: 'x', items: [], read_at: null };
  const changes = entities.map((entity, n) => {
    const key = keys[entity] ?? String(n + 1);
    return { entity, key, rev: 1, row: { ...row, id: keys[entity] ?? n + 1 } };
  });
  device.server = () => nothingNew({ changes });
  await runPass(db, outside);
  expect(await Promise.all(entities.map((entity) => db.rows(entity).count()))).toEqual(entities.map(() => 1));

  device.server = () => nothingNew({ changes: changes.map((change) => ({ ...change, row: null })) });
  await runPass(db, outside);

  expect(await Promise.all(entities.map((entity) => db.rows(entity).count()))).toEqual(entities.map(() => 0));
});
