import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { uuidv7 } from '../../src/contract/uuid.ts';
import { openDatabase, type LocalDatabase } from '../../src/client/local/database.ts';
import { deleteDrafts, storeDraft } from '../../src/client/local/form-drafts.ts';
import { readDraft } from '../support/drafts.ts';
import { runPass } from '../../src/client/sync/pass.ts';
import { perform, performForm } from '../../src/client/sync/perform.ts';
import { retry } from '../../src/client/sync/outbox.ts';
import { NotSaved, withStorageRetry } from '../../src/client/sync/storage.ts';
import { storeServerRows } from '../../src/client/sync/rows-with-pending.ts';
import { deviceOf, eachMutation, newTicket, sara, ticketChange } from './support.ts';

/** Makes the next `times` writes of the outbox fail with the error `name`; `left` counts down. */
function failWrites(db: LocalDatabase, name: string, times: number): { left: number } {
  const fault = { left: times };
  db.outbox.hook('creating', () => {
    if (fault.left-- > 0) throw new DOMException('The storage failed', name);
  });
  return fault;
}

const storageErrors = ['InvalidStateError', 'UnknownError', 'AbortError', 'TransactionInactiveError'] as const;

test.each(storageErrors)(
  'OF-21 after a %s the database is opened again and the change is stored once',
  async (name) => {
    const { db, environment } = await deviceOf(sara);
    failWrites(db, name, 3);
    let opened = 0;
    // Called at once, and each time the database is opened again.
    db.on('ready', () => void opened++, true);

    const id = await perform(db, 'ticket.open', newTicket(), environment.runtime);

    expect(await db.outbox.toArray()).toMatchObject([{ id, state: 'queued' }]);
    expect(opened).toBe(1 + 3);
  },
);

test('OF-21 when the storage keeps failing, `perform` throws NotSaved and nothing is stored', async () => {
  const { db, environment } = await deviceOf(sara);
  failWrites(db, 'UnknownError', Infinity);

  const failed = await perform(db, 'ticket.open', newTicket(), environment.runtime).catch((thrown: unknown) => thrown);

  expect(failed).toBeInstanceOf(NotSaved);
  expect(failed).toMatchObject({ why: 'failed' });
  expect(await db.outbox.count()).toBe(0);
  expect(await db.tickets.count()).toBe(0);
});

test('a database that the browser closed is opened again by the next change and by the next pass', async () => {
  const device = await deviceOf(sara, eachMutation({}));
  const { db, environment } = device;
  const closedByBrowser = () => db.close({ disableAutoOpen: false });

  closedByBrowser();
  await perform(db, 'ticket.open', newTicket(), environment.runtime);
  closedByBrowser();
  expect(await withStorageRetry(db, () => runPass(db, environment))).toEqual({ kind: 'idle' });

  expect(await db.outbox.count()).toBe(0);
});

test('a database that a sign-out has closed stays closed', async () => {
  const { db, environment } = await deviceOf(sara);
  db.close();

  const failed = await perform(db, 'ticket.open', newTicket(), environment.runtime).catch((thrown: unknown) => thrown);

  expect(failed).toMatchObject({ name: 'DatabaseClosedError' });
  expect(db.isOpen()).toBe(false);
});

test('`withStorageRetry` does not retry after an error of the program', async () => {
  const { db } = await deviceOf(sara);
  let runs = 0;

  const running = withStorageRetry(db, async () => {
    runs++;
    throw new TypeError('undefined is not a function');
  });

  await expect(running).rejects.toThrow(TypeError);
  expect(runs).toBe(1);
});

test('a change is not stored twice when the browser fails to report its commit', async () => {
  const { db, environment } = await deviceOf(sara);
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

  const id = await perform(db, 'ticket.open', newTicket(), environment.runtime);

  expect(await db.outbox.toArray()).toMatchObject([{ id }]);
});

test('`retry` opens the database again too', async () => {
  const { db, environment } = await deviceOf(sara);
  const id = await perform(db, 'ticket.open', newTicket(), environment.runtime);
  const item = (await db.outbox.get({ id }))!;
  await db.outbox.put({ ...item, state: 'failed', error: { status: 422, code: 'INVALID_FIELDS' } });
  let left = 2;
  db.outbox.hook('updating', () => {
    if (left-- > 0) throw new DOMException('The storage failed', 'UnknownError');
  });

  expect(await retry(db, id, {}, environment)).toHaveProperty('id');

  expect(await db.outbox.toArray()).toMatchObject([{ state: 'queued' }]);
});

test('OF-25 a text is queued and its draft deleted together: both, or neither', async () => {
  const { db, environment } = await deviceOf(sara);
  await storeServerRows(db, [ticketChange('t1', 1)]);
  const args = { id: uuidv7(), ticket_id: 't1', content: 'Hello' };
  const draft = { key: 'ticket.reply.t1', form: uuidv7() };
  await storeDraft(db, draft, { value: 'Hello', version: `${draft.form}.1` });
  const fault = failWrites(db, 'UnknownError', Infinity);

  const send = () =>
    performForm(db, 'ticket.reply', {
      args,
      deleteDrafts: () => deleteDrafts(db, [draft]),
      runtime: environment.runtime,
    });
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

test('making room on a full device keeps the rows of waiting changes, of parked ones, and of the change being stored', async () => {
  const { db, environment } = await deviceOf(sara);
  await storeServerRows(
    db,
    Array.from({ length: 300 }, (_, at) => order(at + 1)),
  );
  await perform(db, 'order.status', { order_id: 5, from: 'new', to: 'processing' }, environment.runtime);
  const parked = await perform(db, 'order.status', { order_id: 6, from: 'new', to: 'processing' }, environment.runtime);
  const item = (await db.outbox.get({ id: parked }))!;
  await db.outbox.put({ ...item, state: 'conflict', error: { status: 409, code: 'CONFLICT' } });
  // A parked change has no base row after a pull.
  await db.shadow.delete(['orders', '6']);
  failWrites(db, 'QuotaExceededError', 1);

  await perform(db, 'order.status', { order_id: 7, from: 'new', to: 'processing' }, environment.runtime);

  const old = await db.orders.where('id').below(101).toArray();
  expect(old.map(({ id, status }) => [id, status])).toEqual([
    [5, 'processing'],
    [6, 'processing'],
    [7, 'processing'],
  ]);
  expect(await db.shadow.get(['orders', '7'])).toMatchObject({ row: { id: 7, status: 'new' } });
  expect(await db.orders.count()).toBe(203);
});

test('where no room can be made on a full device, `perform` throws NotSaved with the reason “full”', async () => {
  const { db, environment } = await deviceOf(sara);
  failWrites(db, 'QuotaExceededError', Infinity);
  db.meta.hook('creating', () => {
    throw new DOMException('The disk is full', 'QuotaExceededError');
  });

  const failed = await perform(db, 'ticket.open', newTicket(), environment.runtime).catch((thrown: unknown) => thrown);

  expect(failed).toBeInstanceOf(NotSaved);
  expect(failed).toMatchObject({ why: 'full' });
});

test('opening a database is tried at least three times before it fails as NotSaved', async () => {
  const indexedDB = new IDBFactory();
  let tries = 0;
  indexedDB.open = () => {
    tries++;
    throw new DOMException('Internal error', 'UnknownError');
  };
  const db = openDatabase(sara.id, { indexedDB, IDBKeyRange });

  const failed = await withStorageRetry(db, () => db.outbox.count()).catch((thrown: unknown) => thrown);

  expect(failed).toMatchObject({ name: 'NotSaved', why: 'failed' });
  expect(tries).toBeGreaterThanOrEqual(3);
});
