import { expect, test } from 'vitest';
import { newId } from '../../src/client/local/ids.ts';
import { pendingKeys, pendingOf } from '../../src/client/sync/pending.ts';
import { perform } from '../../src/client/sync/perform.ts';
import { onQueued } from '../../src/client/sync/signals.ts';
import { NotSaved } from '../../src/client/sync/storage.ts';
import { takeRows } from '../../src/client/sync/view.ts';
import { amina, deviceOf, newTicket, sara, ticketChange } from './support.ts';

test('a ticket written offline is on the screen with everything the screen needs, and waits', async () => {
  const { db, outside } = await deviceOf(amina);
  const args = newTicket();

  const id = await perform(db, 'ticket.open', args, outside.means);

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
  expect(await pendingKeys(db, 'tickets')).toEqual(new Map([[args.id, 'waiting']]));
});

test('a reply counts on its ticket at once, and reopens one that was ended', async () => {
  const { db, outside } = await deviceOf(amina);
  await takeRows(db, [ticketChange('t1', 4, { status: 'resolved', responses_count: 2 })]);

  const id = newId();
  await perform(db, 'ticket.reply', { id, ticket_id: 't1', content: 'It came, thank you' }, outside.means);

  expect(await db.tickets.get('t1')).toMatchObject({ status: 'open', responses_count: 3, last_response_by: 'user' });
  expect(await db.responses.get(id)).toMatchObject({
    content: 'It came, thank you',
    type: 'user',
    author_name: 'Amina',
  });
  expect(await pendingOf(db, 'tickets', 't1')).toHaveLength(1);
});

test("an admin's reply takes up a new ticket", async () => {
  const { db, outside } = await deviceOf(sara);
  await takeRows(db, [ticketChange('t1', 4)]);

  await perform(db, 'ticket.reply', { id: newId(), ticket_id: 't1', content: 'We look into it' }, outside.means);

  expect((await db.tickets.get('t1'))?.status).toBe('in_progress');
});

test('a second status before the first was sent is one change, from what was seen first', async () => {
  const { db, outside } = await deviceOf(sara);
  await takeRows(db, [ticketChange('t1', 4)]);

  const first = await perform(db, 'ticket.status', { ticket_id: 't1', from: 'new', to: 'resolved' }, outside.means);
  const second = await perform(db, 'ticket.status', { ticket_id: 't1', from: 'resolved', to: 'closed' }, outside.means);

  expect(second).toBe(first);
  expect(await db.outbox.toArray()).toMatchObject([{ args: { from: 'new', to: 'closed' } }]);
  expect((await db.tickets.get('t1'))?.status).toBe('closed');
});

test('a status after a reply, or after one that may have arrived, waits for itself', async () => {
  const { db, outside } = await deviceOf(sara);
  await takeRows(db, [ticketChange('t1', 4)]);

  await perform(db, 'ticket.status', { ticket_id: 't1', from: 'new', to: 'open' }, outside.means);
  await perform(db, 'ticket.reply', { id: newId(), ticket_id: 't1', content: 'Done' }, outside.means);
  await perform(db, 'ticket.status', { ticket_id: 't1', from: 'open', to: 'resolved' }, outside.means);
  await db.outbox.toCollection().modify({ state: 'sent' });
  await perform(db, 'ticket.status', { ticket_id: 't1', from: 'resolved', to: 'closed' }, outside.means);

  const kinds = (await db.outbox.orderBy('seq').toArray()).map(({ kind }) => kind);
  expect(kinds).toEqual(['ticket.status', 'ticket.reply', 'ticket.status', 'ticket.status']);
});

test('notifications read one after another leave as one change', async () => {
  const { db, outside } = await deviceOf(amina);

  await perform(db, 'notification.read', { ids: ['n1', 'n2'] }, outside.means);
  await perform(db, 'notification.read', { ids: ['n2', 'n3'] }, outside.means);

  expect(await db.outbox.toArray()).toMatchObject([{ args: { ids: ['n1', 'n2', 'n3'] } }]);
});

test('the tab hears that something waits', async () => {
  const { db, outside } = await deviceOf(amina);
  const heard: string[] = [];
  const stop = onQueued((queued) => heard.push(queued.name));

  await perform(db, 'ticket.open', newTicket(), outside.means);
  stop();
  await perform(db, 'ticket.open', newTicket(), outside.means);

  expect(heard).toEqual(['cod_3']);
});

test('on a full disk nothing is half stored, and the person is told', async () => {
  const { db, outside } = await deviceOf(amina);
  db.outbox.hook('creating', () => {
    throw new DOMException('full', 'QuotaExceededError');
  });

  const args = newTicket();
  await expect(perform(db, 'ticket.open', args, outside.means)).rejects.toBeInstanceOf(NotSaved);

  expect(await db.tickets.get(args.id)).toBeUndefined();
  expect(await db.shadow.count()).toBe(0);
});

test('on a full disk old rows make room for what a person wrote', async () => {
  const { db, outside } = await deviceOf(amina);
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

  await perform(db, 'ticket.open', newTicket(), outside.means);

  expect(await db.outbox.count()).toBe(1);
  expect(await db.ledger.orderBy('id').primaryKeys()).toEqual(Array.from({ length: 200 }, (_, n) => n + 51));
});
