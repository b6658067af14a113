import { expect, test } from 'vitest';
import { uuidv7 } from '../../src/contract/uuid.ts';
import { readPendingStates } from '../../src/client/sync/pending.ts';
import { perform, performAll, onQueued } from '../../src/client/sync/perform.ts';
import { queueEach, undoChange } from '../../src/client/forms/set-field.ts';
import { NotSaved } from '../../src/client/sync/storage.ts';
import { storeServerRows } from '../../src/client/sync/rows-with-pending.ts';
import { amina, deviceOf, newTicket, sara, ticketChange } from './support.ts';

test('a ticket written offline has every field that a screen shows, and waits', async () => {
  const { db, environment } = await deviceOf(amina);
  const args = newTicket();

  const id = await perform(db, 'ticket.open', args, environment.runtime);

  expect(await db.tickets.get(args.id)).toMatchObject({
    subject: 'No code',
    user_name: 'Amina',
    user_email: 'amina@example.test',
    number: null,
    status: 'new',
  });
  expect(await db.outbox.toArray()).toMatchObject([
    { id, kind: 'ticket.open', v: 2, lane: args.id, state: 'queued', args },
  ]);
  expect(await readPendingStates(db, 'tickets')).toEqual(new Map([[args.id, 'waiting']]));
});

test('a reply is counted on its ticket at once, and reopens a resolved ticket', async () => {
  const { db, environment } = await deviceOf(amina);
  await storeServerRows(db, [ticketChange('t1', 4, { status: 'resolved', responses_count: 2 })]);

  const id = uuidv7();
  await perform(db, 'ticket.reply', { id, ticket_id: 't1', content: 'It came, thank you' }, environment.runtime);

  expect(await db.tickets.get('t1')).toMatchObject({ status: 'open', responses_count: 3, last_response_by: 'user' });
  expect(await db.responses.get(id)).toMatchObject({
    content: 'It came, thank you',
    type: 'user',
    author_name: 'Amina',
  });
  expect(await readPendingStates(db, 'tickets')).toEqual(new Map([['t1', 'waiting']]));
});

test("an admin's reply sets a new ticket to in_progress", async () => {
  const { db, environment } = await deviceOf(sara);
  await storeServerRows(db, [ticketChange('t1', 4)]);

  await perform(db, 'ticket.reply', { id: uuidv7(), ticket_id: 't1', content: 'We look into it' }, environment.runtime);

  expect((await db.tickets.get('t1'))?.status).toBe('in_progress');
});

test('two statuses before the first was sent become one change, from the value before both', async () => {
  const { db, environment } = await deviceOf(sara);
  await storeServerRows(db, [ticketChange('t1', 4)]);

  const first = await perform(
    db,
    'ticket.status',
    { ticket_id: 't1', from: 'new', to: 'resolved' },
    environment.runtime,
  );
  const second = await perform(
    db,
    'ticket.status',
    { ticket_id: 't1', from: 'resolved', to: 'closed' },
    environment.runtime,
  );

  expect(second).toBe(first);
  expect(await db.outbox.toArray()).toMatchObject([{ args: { from: 'new', to: 'closed' } }]);
  expect((await db.tickets.get('t1'))?.status).toBe('closed');
});

test('a status after a reply, or after a status that may have arrived, is an item of its own', async () => {
  const { db, environment } = await deviceOf(sara);
  await storeServerRows(db, [ticketChange('t1', 4)]);

  await perform(db, 'ticket.status', { ticket_id: 't1', from: 'new', to: 'open' }, environment.runtime);
  await perform(db, 'ticket.reply', { id: uuidv7(), ticket_id: 't1', content: 'Done' }, environment.runtime);
  await perform(db, 'ticket.status', { ticket_id: 't1', from: 'open', to: 'resolved' }, environment.runtime);
  await db.outbox.toCollection().modify({ state: 'sent' });
  await perform(db, 'ticket.status', { ticket_id: 't1', from: 'resolved', to: 'closed' }, environment.runtime);

  const kinds = (await db.outbox.orderBy('seq').toArray()).map(({ kind }) => kind);
  expect(kinds).toEqual(['ticket.status', 'ticket.reply', 'ticket.status', 'ticket.status']);
});

test('notifications that are read one after another become one change', async () => {
  const { db, environment } = await deviceOf(amina);

  await perform(db, 'notification.read', { ids: ['n1', 'n2'] }, environment.runtime);
  await perform(db, 'notification.read', { ids: ['n2', 'n3'] }, environment.runtime);

  expect(await db.outbox.toArray()).toMatchObject([{ args: { ids: ['n1', 'n2', 'n3'] } }]);
});

test('the tab is notified of a queued item', async () => {
  const { db, environment } = await deviceOf(amina);
  const received: string[] = [];
  const stop = onQueued((queued) => received.push(queued.name));

  await perform(db, 'ticket.open', newTicket(), environment.runtime);
  stop();
  await perform(db, 'ticket.open', newTicket(), environment.runtime);

  expect(received).toEqual(['cod_3']);
});

test('OF-20 on a full disk nothing is half stored, and `perform` throws NotSaved', async () => {
  const { db, environment } = await deviceOf(amina);
  db.outbox.hook('creating', () => {
    throw new DOMException('full', 'QuotaExceededError');
  });

  const args = newTicket();
  await expect(perform(db, 'ticket.open', args, environment.runtime)).rejects.toBeInstanceOf(NotSaved);

  expect(await db.tickets.get(args.id)).toBeUndefined();
  expect(await db.shadow.count()).toBe(0);
});

test('OF-20 on a full disk old rows are deleted to store a new change', async () => {
  const { db, environment } = await deviceOf(amina);
  const old = Array.from({ length: 250 }, (_, n) => ({
    id: n + 1,
    created_at: new Date(n * 1000).toISOString(),
    kind: 'add',
  }));
  await db.ledger.bulkPut(old as never);
  let tries = 0;
  db.outbox.hook('creating', () => {
    if (tries++ === 0) throw new DOMException('full', 'QuotaExceededError');
  });

  await perform(db, 'ticket.open', newTicket(), environment.runtime);

  expect(await db.outbox.count()).toBe(1);
  expect(await db.ledger.orderBy('id').primaryKeys()).toEqual(Array.from({ length: 200 }, (_, n) => n + 51));
});

test('OF-25 S2M-07 S2R-12 when the storage fails during a large bulk change, the changes of earlier transactions stay and can be undone', async () => {
  const { db } = await deviceOf(sara);
  const ids = Array.from({ length: 102 }, (_, at) => `t${at}`);
  await storeServerRows(
    db,
    ids.map((id, at) => ticketChange(id, at + 4)),
  );
  let inserts = 0;
  db.outbox.hook('creating', () => {
    inserts += 1;
    if (inserts > 101) throw new DOMException('The storage failed', 'UnknownError');
  });
  const counts: number[] = [];

  const { queued, error } = await queueEach(
    db,
    ids.map((id) => ({ kind: 'ticket.status' as const, id, from: 'new', to: 'resolved' })),
    (count) => counts.push(count),
  );

  expect(error).toBeInstanceOf(NotSaved);
  expect([counts, queued.length, await db.outbox.count()]).toEqual([[0, 100], 100, 100]);
  expect((await db.tickets.get('t101'))?.status).toBe('new');
  for (const change of queued) await undoChange(db, change);
  expect(await db.outbox.count()).toBe(0);
  expect((await db.tickets.toArray()).every(({ status }) => status === 'new')).toBe(true);
});

test('S2M-07 S2R-12 many changes are stored in one transaction, in their order and each with its own id, or not at all', async () => {
  const { db, environment } = await deviceOf(sara);
  const ids = Array.from({ length: 120 }, (_, at) => `t${at}`);
  await storeServerRows(
    db,
    ids.map((id) => ticketChange(id, 4)),
  );
  const changes = ids.map((id) => ({ ticket_id: id, from: 'new' as const, to: 'resolved' as const }));

  const items = await performAll(db, 'ticket.status', changes, environment.runtime);

  const stored = await db.outbox.orderBy('seq').toArray();
  expect(stored.map(({ id, lane }) => [id, lane])).toEqual(items.map((id, at) => [id, ids[at]]));
  expect(new Set(items).size).toBe(120);
  expect(await db.tickets.where('id').anyOf(ids).toArray()).toSatisfy((rows: { status: string }[]) =>
    rows.every(({ status }) => status === 'resolved'),
  );

  const more = ['t120', 't121'].map((id) => ({ ticket_id: id, from: 'new' as const, to: 'open' as const }));
  await storeServerRows(
    db,
    more.map(({ ticket_id: id }) => ticketChange(id, 4)),
  );
  let times = 0;
  const now = () => {
    if (++times === 2) throw new Error('no clock');
    return environment.runtime.now();
  };
  await expect(performAll(db, 'ticket.status', more, { ...environment.runtime, now })).rejects.toThrow('no clock');
  expect(await db.outbox.count()).toBe(120);
  expect((await db.tickets.get('t120'))?.status).toBe('new');
});
