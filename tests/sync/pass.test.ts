import { expect, test } from 'vitest';
import { entities } from '../../src/contract/sync-limits.ts';
import { startPosition } from '../../src/client/local/meta.ts';
import { uuidv7 } from '../../src/contract/uuid.ts';
import { perform } from '../../src/client/sync/perform.ts';
import { runPass } from '../../src/client/sync/pass.ts';
import {
  amina,
  deviceOf,
  eachMutation,
  callFailure,
  newTicket,
  nothingNew,
  ticketChange,
  ticketRow,
} from './support.ts';

const position = { ...startPosition, epoch: 'e1', cursor: 'c1' };

test('a waiting item is sent under its own id, and removed when the server has applied it', async () => {
  const device = await deviceOf(amina);
  const { db, environment } = device;
  const args = newTicket();
  const id = await perform(db, 'ticket.open', args, environment.runtime);
  device.server = eachMutation({ rows: [ticketChange(args.id, 1)] });

  expect(await runPass(db, environment)).toEqual({ kind: 'idle' });

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
  const device = await deviceOf(amina, () => callFailure('unreachable'));
  const { db, environment } = device;
  const id = await perform(
    db,
    'ticket.reply',
    { id: uuidv7(), ticket_id: 't1', content: 'Hello?' },
    environment.runtime,
  );

  expect(await runPass(db, environment)).toEqual({ kind: 'offline' });
  expect(await db.outbox.get({ id })).toMatchObject({ state: 'sent', attempts: 1 });
  device.server = eachMutation({});
  expect(await runPass(db, environment)).toEqual({ kind: 'idle' });

  expect(device.requests().map(({ mutations }) => mutations[0]?.id)).toEqual([id, id]);
  expect(await db.outbox.count()).toBe(0);
});

test('OF-15 the first load comes page by page and reports its progress', async () => {
  const device = await deviceOf(amina);
  const { db, environment } = device;
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

  await runPass(db, environment);

  expect(device.requests().map(({ cursor, before }) => [cursor, before])).toEqual([
    [null, null],
    ['c1', '4:a'],
  ]);
  expect(progress).toEqual([undefined, { done: 1, total: 3 }]);
  expect(await db.fact('load')).toBeUndefined();
  expect(await db.tickets.orderBy('id').primaryKeys()).toEqual(['t1', 't2', 't3']);
  expect((await db.tickets.get('t1'))?.status).toBe('open');
});

test('an answer is ignored when another pass has changed the position meanwhile', async () => {
  const device = await deviceOf(amina);
  const { db, environment } = device;
  await db.setFact('at', position);
  let isFirst = true;
  device.server = async () => {
    if (!isFirst) return nothingNew({ cursor: 'c3' });
    isFirst = false;
    await db.setFact('at', { ...position, cursor: 'c2' });
    return nothingNew({ cursor: 'c1', changes: [ticketChange('t1', 1)] });
  };

  await runPass(db, environment);

  expect(device.requests().map(({ cursor }) => cursor)).toEqual(['c1', 'c2']);
  expect(await db.tickets.count()).toBe(0);
  expect((await db.fact('at'))?.cursor).toBe('c3');
});

test('a reset empties the cache and keeps the outbox', async () => {
  const device = await deviceOf(amina);
  const { db, environment } = device;
  await db.setFact('at', position);
  await db.tickets.bulkPut([ticketRow('t1'), ticketRow('t2')].map((row) => ({ ...row, rev: 3 })) as never);
  const args = newTicket();
  const id = await perform(db, 'ticket.open', args, environment.runtime);
  const shown: unknown[] = [];
  const answers = [nothingNew({ reset: true, cursor: '', more: true, epoch: 'e2' }), null];
  device.server = async (path, input) => {
    shown.push(await db.tickets.toCollection().primaryKeys());
    return (
      answers.shift() ??
      (eachMutation({}, { older: [ticketChange('t2', 9)], epoch: 'e2' })(path, input) as Record<string, unknown>)
    );
  };

  await runPass(db, environment);

  expect(shown[1]).toEqual([args.id]);
  expect(device.requests()[1]).toMatchObject({ epoch: 'e2', cursor: null, before: null, mutations: [{ id }] });
  expect(await db.tickets.toCollection().primaryKeys()).toEqual(['t2']);
});

test('a pass for a user without a session ends as signIn and makes no call', async () => {
  const device = await deviceOf(amina);
  device.session.token = null;
  await perform(device.db, 'ticket.open', newTicket(), device.environment.runtime);

  expect(await runPass(device.db, device.environment)).toEqual({ kind: 'signIn' });

  expect(device.calls).toEqual([]);
  expect(await device.db.outbox.toArray()).toMatchObject([{ state: 'queued' }]);
});

test('a pass that ends signed out or outdated loses no item', async () => {
  const device = await deviceOf(amina, () => callFailure('signedOut'));
  const { db, environment } = device;
  await perform(db, 'ticket.open', newTicket(), environment.runtime);

  expect(await runPass(db, environment)).toEqual({ kind: 'signIn' });
  device.server = () => callFailure('outdated');
  expect(await runPass(db, environment)).toEqual({ kind: 'outdated' });
  device.server = eachMutation({});
  await runPass(db, environment);

  expect(await db.outbox.count()).toBe(0);
});

test('OF-09 a pass returns the Retry-After of a busy server', async () => {
  const { db, environment } = await deviceOf(amina, () => callFailure('busy', { retryAfter: 20_000 }));

  expect(await runPass(db, environment)).toEqual({ kind: 'busy', retryAfter: 20_000 });
});

test('a pass ends when an answer has no result for a sent item', async () => {
  const device = await deviceOf(amina);
  await perform(device.db, 'ticket.open', newTicket(), device.environment.runtime);

  expect((await runPass(device.db, device.environment)).kind).toBe('busy');

  expect(device.requests()).toHaveLength(1);
});

test('the sync log keeps 200 lines and no content', async () => {
  const { db, environment } = await deviceOf(amina, eachMutation({}));
  await perform(db, 'ticket.open', newTicket(), environment.runtime);

  for (let pass = 0; pass < 205; pass++) await runPass(db, environment);

  expect(await db.synclog.count()).toBe(200);
  expect(JSON.stringify(await db.synclog.toArray())).not.toContain('code did not come');
});

test('every synced table stores the server’s rows and deletes them again', async () => {
  const device = await deviceOf(amina);
  const { db, environment } = device;
  const keys: Record<string, string> = {
    tickets: 'a',
    responses: 'b',
    notifications: 'c',
    topups: 'd',
    saved_answers: 'e',
    stock: '1:0',
  };
  const row = { title: 'x', name: 'x', email: 'x', items: [], read_at: null };
  const changes = entities.map((entity, n) => {
    const key = keys[entity] ?? String(n + 1);
    return { entity, key, rev: 1, row: { ...row, id: keys[entity] ?? n + 1 } };
  });
  device.server = () => nothingNew({ changes });
  await runPass(db, environment);
  expect(await Promise.all(entities.map((entity) => db.rows(entity).count()))).toEqual(entities.map(() => 1));

  device.server = () => nothingNew({ changes: changes.map((change) => ({ ...change, row: null })) });
  await runPass(db, environment);

  expect(await Promise.all(entities.map((entity) => db.rows(entity).count()))).toEqual(entities.map(() => 0));
});

test('D-18 a pass stores the currency of the shop; an answer of an earlier server leaves it', async () => {
  const device = await deviceOf(amina);
  device.server = () => nothingNew({ currency: 'LYD' });
  await runPass(device.db, device.environment);
  device.server = () => nothingNew();
  await runPass(device.db, device.environment);

  expect(await device.db.fact('currency')).toBe('LYD');
});
