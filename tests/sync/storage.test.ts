import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { newId } from '../../src/client/local/ids.ts';
import { openDatabase, type LocalDatabase } from '../../src/client/local/database.ts';
import { readDraft, writeDraft } from '../../src/client/local/drafts.ts';
import { runPass } from '../../src/client/sync/pass.ts';
import { perform, performForm } from '../../src/client/sync/perform.ts';
import { retry } from '../../src/client/sync/outbox.ts';
import { NotSaved, storing } from '../../src/client/sync/storage.ts';
import { takeRows } from '../../src/client/sync/view.ts';
import { deviceOf, eachMutation, newTicket, sara, ticketChange } from './support.ts';

/** Lets the next `times` writes of the outbox fail as the browser's storage does. */
function failing(db: LocalDatabase, name: string, times: number): { left: number } {
  const fault = { left: times };
  db.outbox.hook('creating', () => {
    if (fault.left-- > 0) throw new DOMException('The storage failed', name);
  });
  return fault;
}

const lost = ['InvalidStateError', 'UnknownError', 'AbortError', 'TransactionInactiveError'] as const;

test.each(lost)('OF-21 after a %s the database is opened again and the change is stored once', async (name) => {
  const { db, outside } = await deviceOf(sara);
  failing(db, name, 3);
  let opened = 0;
  // Heard at once, and each time the database is opened again.
  db.on('ready', () => void opened++, true);

  const id = await perform(db, 'ticket.open', newTicket(), outside.means);

  expect(await db.outbox.toArray()).toMatchObject([{ id, state: 'queued' }]);
  expect(opened).toBe(1 + 3);
});

test('OF-21 a storage that fails again and again is said, and nothing was stored', async () => {
  const { db, outside } = await deviceOf(sara);
  failing(db, 'UnknownError', Infinity);

  const failed = await perform(db, 'ticket.open', newTicket(), outside.means).catch((thrown: unknown) => thrown);

  expect(failed).toBeInstanceOf(NotSaved);
  expect(failed).toMatchObject({ why: 'failed' });
  expect(await db.outbox.count()).toBe(0);
  expect(await db.tickets.count()).toBe(0);
});

test('a database that the browser closed is opened again by the next change and by the next pass', async () => {
  const device = await deviceOf(sara, eachMutation({}));
  const { db, outside } = device;
  const closedByBrowser = () => db.close({ disableAutoOpen: false });

  closedByBrowser();
  await perform(db, 'ticket.open', newTicket(), outside.means);
  closedByBrowser();
  expect(await storing(db, () => runPass(db, outside))).toEqual({ kind: 'idle' });

  expect(await db.outbox.count()).toBe(0);
});

test('a database that a sign-out has closed stays closed', async () => {
  const { db, outside } = await deviceOf(sara);
  db.close();

  const failed = await perform(db, 'ticket.open', newTicket(), outside.means).catch((thrown: unknown) => thrown);

  expect(failed).toMatchObject({ name: 'DatabaseClosedError' });
  expect(db.isOpen()).toBe(false);
});

test('a fault of the program is no fault of the storage', async () => {
  const { db } = await deviceOf(sara);
  let runs = 0;

  const running = storing(db, async () => {
    runs++;
    throw new TypeError('undefined is not a function');
  });

  await expect(running).rejects.toThrow(TypeError);
  expect(runs).toBe(1);
});

test('a commit whose success the browser could not tell is not stored a second time', async () => {
  const { db, outside } = await deviceOf(sara);
  const commit = db.transaction.bind(db) as (...parts: unknown[]) => Promise<unknown>;
  let isFirst = true;
  db.transaction = (async (...parts: unknown[]) => {
    const result = await commit(...parts);
    if (isFirst) {
      isFirst = false;
      throw new DOMException('Connection to Indexed Database server lost', 'UnknownError');
    }
    return result;
  }) as never;

  const id = await perform(db, 'ticket.open', newTicket(), outside.means);

  expect(await db.outbox.toArray()).toMatchObject([{ id }]);
});

test('Try again and its like open the database again too', async () => {
  const { db, outside } = await deviceOf(sara);
  const id = await perform(db, 'ticket.open', newTicket(), outside.means);
  const item = (await db.outbox.get({ id }))!;
  await db.outbox.put({ ...item, state: 'failed', error: { status: 422, code: 'INVALID_FIELDS' } });
  let left = 2;
  db.outbox.hook('updating', () => {
    if (left-- > 0) throw new DOMException('The storage failed', 'UnknownError');
  });

  expect(await retry(db, id, {}, outside)).not.toBeNull();

  expect(await db.outbox.toArray()).toMatchObject([{ state: 'queued' }]);
});

test('OF-25 a text and its draft change together: both, or neither', async () => {
  const { db, outside } = await deviceOf(sara);
  await takeRows(db, [ticketChange('t1', 1)]);
  const args = { id: newId(), ticket_id: 't1', content: 'Hello' };
  await writeDraft(db, 'ticket.reply.t1', 'Hello');
  const fault = failing(db, 'UnknownError', Infinity);

  const send = () => performForm(db, 'ticket.reply', { args, draft: 'ticket.reply.t1', means: outside.means });
  await expect(send()).rejects.toBeInstanceOf(NotSaved);
  expect(await readDraft(db, 'ticket.reply.t1')).toBe('Hello');
  fault.left = 0;
  await send();

  expect(await readDraft(db, 'ticket.reply.t1')).toBeUndefined();
  expect(await db.outbox.toArray()).toMatchObject([{ args }]);
});

const order = (id: number) => ({
  entity: 'orders' as const,
  key: String(id),
  rev: 1,
  row: { id, user_id: 3, user_name: 'Amina', items: [], message: null, status: 'new', created_at: '', updated_at: '' },
});

test('making room keeps the rows that something waits for, parked or being done just now', async () => {
  const { db, outside } = await deviceOf(sara);
  await takeRows(
    db,
    Array.from({ length: 300 }, (_, at) => order(at + 1)),
  );
  await perform(db, 'order.status', { order_id: 5, from: 'new', to: 'processing' }, outside.means);
  const parked = await perform(db, 'order.status', { order_id: 6, from: 'new', to: 'processing' }, outside.means);
  const item = (await db.outbox.get({ id: parked }))!;
  await db.outbox.put({ ...item, state: 'conflict', error: { status: 409, code: 'CONFLICT' } });
  await db.shadow.delete(['orders', '6']);
  failing(db, 'QuotaExceededError', 1);

  await perform(db, 'order.status', { order_id: 7, from: 'new', to: 'processing' }, outside.means);

  const old = await db.orders.where('id').below(101).toArray();
  expect(old.map(({ id, status }) => [id, status])).toEqual([
    [5, 'processing'],
    [6, 'processing'],
    [7, 'processing'],
  ]);
  expect(await db.shadow.get(['orders', '7'])).toMatchObject({ row: { id: 7, status: 'new' } });
  expect(await db.orders.count()).toBe(203);
});

test('a device on which no room can be made says that it is full', async () => {
  const { db, outside } = await deviceOf(sara);
  failing(db, 'QuotaExceededError', Infinity);
  db.meta.hook('creating', () => {
    throw new DOMException('The disk is full', 'QuotaExceededError');
  });

  const failed = await perform(db, 'ticket.open', newTicket(), outside.means).catch((thrown: unknown) => thrown);

  expect(failed).toBeInstanceOf(NotSaved);
  expect(failed).toMatchObject({ why: 'full' });
});

test('a database that cannot be opened is tried three times, and then it is said', async () => {
  const indexedDB = new IDBFactory();
  let tries = 0;
  indexedDB.open = () => {
    tries++;
    throw new DOMException('Internal error', 'UnknownError');
  };
  const db = openDatabase(sara.id, { indexedDB, IDBKeyRange });

  const failed = await storing(db, () => db.outbox.count()).catch((thrown: unknown) => thrown);

  expect(failed).toMatchObject({ name: 'NotSaved', why: 'failed' });
  expect(tries).toBeGreaterThanOrEqual(3);
});
