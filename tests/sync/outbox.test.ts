import { expect, test } from 'vitest';
import { newId } from '../../src/client/local/ids.ts';
import { amend } from '../../src/client/sync/amend.ts';
import { dependents, discard, exportOutbox, resolveConflict, retry } from '../../src/client/sync/outbox.ts';
import { runPass } from '../../src/client/sync/pass.ts';
import { pendingKeys } from '../../src/client/sync/pending.ts';
import { perform } from '../../src/client/sync/perform.ts';
import { takeRows } from '../../src/client/sync/view.ts';
import { amina, deviceOf, eachMutation, fails, newTicket, sara, ticketChange, type TestDevice } from './support.ts';

const sealed = (state: string) => () => ({ code: 'SUCCESS', state, touched: [] });

/** A reply that was sent, and whose answer was lost. */
async function maybeArrived(device: TestDevice): Promise<string> {
  const { db, outside } = device;
  const id = await perform(db, 'ticket.reply', { id: newId(), ticket_id: 't1', content: 'Hello?' }, outside.means);
  device.server = () => fails('unreachable');
  await runPass(db, outside);
  device.asked.length = 0;
  return id;
}

test('what was never sent is discarded without a word to anybody', async () => {
  const { db, outside, asked } = await deviceOf(amina);
  const args = newTicket();
  const id = await perform(db, 'ticket.open', args, outside.means);

  expect(await discard(db, id, [], outside.line)).toBe('discarded');

  expect(asked).toEqual([]);
  expect(await db.outbox.count()).toBe(0);
  expect(await db.tickets.count()).toBe(0);
  expect(await db.shadow.count()).toBe(0);
});

test('what may have arrived is sealed before it goes', async () => {
  const device = await deviceOf(amina);
  const id = await maybeArrived(device);
  device.server = sealed('cancelled');

  expect(await discard(device.db, id, [], device.outside.line)).toBe('discarded');

  expect(device.asked).toMatchObject([{ path: '/api/outcomes/cancel', input: { key: id } }]);
  expect(await device.db.outbox.count()).toBe(0);
});

test('what has arrived after all is not discarded', async () => {
  const device = await deviceOf(amina);
  const id = await maybeArrived(device);
  device.server = sealed('applied');

  expect(await discard(device.db, id, [], device.outside.line)).toBe('applied');

  expect(await device.db.outbox.get({ id })).toBeDefined();
});

test('without a line nothing is discarded that may have arrived; when it was sealed all the same, it goes', async () => {
  const device = await deviceOf(amina);
  const { db, outside } = device;
  const id = await maybeArrived(device);

  expect(await discard(db, id, [], outside.line)).toBe('unknown');
  expect(await db.outbox.get({ id })).toMatchObject({ state: 'sent', dropping: true });

  device.server = eachMutation({ status: 409, code: 'CANCELLED' });
  await runPass(db, outside);
  expect(await db.outbox.count()).toBe(0);
});

test('a ticket goes with what depends on it, and only with what was listed', async () => {
  const { db, outside } = await deviceOf(amina);
  const args = newTicket();
  const id = await perform(db, 'ticket.open', args, outside.means);
  const reply = await perform(db, 'ticket.reply', { id: newId(), ticket_id: args.id, content: 'One' }, outside.means);
  const later = await perform(db, 'ticket.reply', { id: newId(), ticket_id: args.id, content: 'Two' }, outside.means);
  const other = await perform(db, 'ticket.open', newTicket(), outside.means);

  expect((await dependents(db, id)).map((item) => item.id)).toEqual([reply, later]);
  expect(await dependents(db, other)).toEqual([]);
  await discard(db, id, [reply], outside.line);

  expect((await db.outbox.orderBy('seq').toArray()).map((item) => item.id)).toEqual([later, other]);
});

test('a refused ticket goes again, corrected, under a new id and at its old place', async () => {
  const device = await deviceOf(
    amina,
    eachMutation({ status: 422, code: 'INVALID_FIELDS', errors: { subject: ['required'] } }),
  );
  const { db, outside } = device;
  const args = newTicket();
  const id = await perform(db, 'ticket.open', args, outside.means);
  await runPass(db, outside);
  await perform(db, 'ticket.open', newTicket(), outside.means);
  expect((await pendingKeys(db, 'tickets')).get(args.id)).toBe('failed');

  const next = await retry(db, id, { subject: 'Code missing' }, outside);

  expect(next).not.toBe(id);
  const [first] = await db.outbox.orderBy('seq').toArray();
  expect(first).toMatchObject({
    id: next,
    state: 'queued',
    attempts: 0,
    lane: args.id,
    args: { subject: 'Code missing' },
  });
  expect(first).not.toHaveProperty('error');
  expect(await db.tickets.get(args.id)).toMatchObject({ subject: 'Code missing' });
});

test('what the server never decided is sent again under its own id; corrected, only once the old one is sealed', async () => {
  const device = await deviceOf(amina, eachMutation({ status: 500, code: 'ERROR' }));
  const { db, outside } = device;
  const id = await perform(db, 'ticket.open', newTicket(), outside.means);
  for (let pass = 0; pass < 8; pass++) await runPass(db, outside);

  device.server = () => fails('unreachable');
  expect(await retry(db, id, { subject: 'Other words' }, outside)).toBeNull();
  expect(await retry(db, id, {}, outside)).toBe(id);
  expect(await db.outbox.get({ id })).toMatchObject({ state: 'sent' });

  await db.outbox.toCollection().modify({ state: 'failed', error: { status: 500, code: 'ERROR', open: true } });
  device.server = sealed('cancelled');
  expect(await retry(db, id, { subject: 'Other words' }, outside)).not.toBe(id);
});

test('a status somebody else has overtaken goes back to theirs until its person decides', async () => {
  const device = await deviceOf(sara);
  const { db, outside } = device;
  await takeRows(db, [ticketChange('t1', 4)]);
  const first = await perform(db, 'ticket.status', { ticket_id: 't1', from: 'new', to: 'resolved' }, outside.means);
  const details = { current: 'closed', by: 'Root', at: '2026-11-20T14:02:00.000Z' };
  device.server = eachMutation({
    status: 409,
    code: 'CONFLICT',
    details,
    rows: [ticketChange('t1', 5, { status: 'closed' })],
  });
  await runPass(db, outside);

  expect((await db.tickets.get('t1'))?.status).toBe('closed');
  expect(await pendingKeys(db, 'tickets')).toEqual(new Map([['t1', 'conflict']]));
  await resolveConflict(db, first, 'mine', outside.means);
  expect((await db.tickets.get('t1'))?.status).toBe('resolved');
  expect(await db.outbox.toArray()).toMatchObject([{ state: 'queued', args: { from: 'closed', to: 'resolved' } }]);

  await runPass(db, outside);
  const [again] = await db.outbox.toArray();
  expect(again!.id).not.toBe(first);
  await resolveConflict(db, again!.id, 'theirs', outside.means);
  expect(await db.outbox.count()).toBe(0);
  expect((await db.tickets.get('t1'))?.status).toBe('closed');
});

test('words are changed before they leave, and after they may have left only under a new id', async () => {
  const device = await deviceOf(amina);
  const { db, outside } = device;
  const id = await perform(db, 'ticket.reply', { id: newId(), ticket_id: 't1', content: 'Helo' }, outside.means);

  expect(await amend(db, id, { content: 'Hello' }, outside)).toBe('amended');
  expect(await db.outbox.toArray()).toMatchObject([{ id, args: { content: 'Hello' } }]);

  device.server = () => fails('unreachable');
  await runPass(db, outside);
  expect(await amend(db, id, { content: 'Hello!' }, outside)).toBe('unknown');
  device.server = sealed('cancelled');
  expect(await amend(db, id, { content: 'Hello!' }, outside)).toBe('amended');
  const [item] = await db.outbox.toArray();
  expect(item).toMatchObject({ state: 'queued', args: { content: 'Hello!' } });
  expect(item!.id).not.toBe(id);
});

test('words are not lost when a pass hears of the seal before the amending does', async () => {
  const device = await deviceOf(amina);
  const { db, outside } = device;
  const id = await maybeArrived(device);
  device.server = async (path) => {
    if (path !== '/api/outcomes/cancel')
      return eachMutation({ status: 409, code: 'CANCELLED' })(path, device.requests().at(-1) as never);
    await runPass(db, outside);
    return sealed('cancelled')();
  };

  expect(await amend(db, id, { content: 'New words' }, outside)).toBe('amended');

  expect(await db.outbox.toArray()).toMatchObject([{ state: 'queued', args: { content: 'New words' } }]);
});

test('OF-10: who changes an undecided reply that had arrived after all is not told that the new words were taken', async () => {
  const device = await deviceOf(amina);
  const { db, outside } = device;
  const id = await maybeArrived(device);
  await db.outbox.where({ id }).modify({ state: 'failed', error: { status: 500, code: 'ERROR', open: true } });
  device.server = sealed('applied');

  expect(await amend(db, id, { content: 'New words' }, outside)).toBe('applied');

  expect(await db.outbox.toArray()).toMatchObject([{ id, state: 'sent', args: { content: 'Hello?' } }]);
});

test('everything that waits can be saved as a file', async () => {
  const { db, outside } = await deviceOf(amina);
  await perform(db, 'ticket.open', newTicket(), outside.means);

  expect(JSON.parse(await exportOutbox(db))).toMatchObject([
    { kind: 'ticket.open', state: 'queued', args: { subject: 'No code' } },
  ]);
});

test('an action of a newer version of the app is kept, and holds its lane', async () => {
  const device = await deviceOf(amina);
  const { db, outside } = device;
  const id = await perform(db, 'ticket.reply', { id: newId(), ticket_id: 't1', content: 'One' }, outside.means);
  await db.outbox.where({ id }).modify({ kind: 'ticket.sing' });
  await perform(db, 'ticket.reply', { id: newId(), ticket_id: 't1', content: 'Two' }, outside.means);
  await perform(db, 'ticket.reply', { id: newId(), ticket_id: 't2', content: 'Three' }, outside.means);
  device.server = eachMutation({});

  await runPass(db, outside);

  expect((await db.outbox.orderBy('seq').toArray()).map(({ kind }) => kind)).toEqual(['ticket.sing', 'ticket.reply']);
});
