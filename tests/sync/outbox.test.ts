import { expect, test } from 'vitest';
import { uuidv7 } from '../../src/contract/uuid.ts';
import { amend } from '../../src/client/sync/amend.ts';
import { dependentsOf, discard, exportOutbox, resolveConflict, retry } from '../../src/client/sync/outbox.ts';
import { runPass } from '../../src/client/sync/pass.ts';
import { readPendingStates } from '../../src/client/sync/pending.ts';
import { perform } from '../../src/client/sync/perform.ts';
import { storeServerRows } from '../../src/client/sync/rows-with-pending.ts';
import {
  amina,
  deviceOf,
  eachMutation,
  callFailure,
  newTicket,
  sara,
  ticketChange,
  type TestDevice,
} from './support.ts';

const cancelAnswer = (state: string) => () => ({ code: 'SUCCESS', state, touched: [] });

/** Sends a reply whose answer is lost; returns its id. */
async function sendWithoutAnswer(device: TestDevice): Promise<string> {
  const { db, environment } = device;
  const args = { id: uuidv7(), ticket_id: 't1', content: 'Hello?' };
  const id = await perform(db, 'ticket.reply', args, environment.runtime);
  device.server = () => callFailure('unreachable');
  await runPass(db, environment);
  device.calls.length = 0;
  return id;
}

test('an item that was never sent is discarded without a call', async () => {
  const { db, environment, calls } = await deviceOf(amina);
  const args = newTicket();
  const id = await perform(db, 'ticket.open', args, environment.runtime);

  expect(await discard(db, id, [], environment.transport)).toBe('discarded');

  expect(calls).toEqual([]);
  expect(await db.outbox.count()).toBe(0);
  expect(await db.tickets.count()).toBe(0);
  expect(await db.shadow.count()).toBe(0);
});

test('an item that may have arrived is cancelled before it is discarded', async () => {
  const device = await deviceOf(amina);
  const id = await sendWithoutAnswer(device);
  device.server = cancelAnswer('cancelled');

  expect(await discard(device.db, id, [], device.environment.transport)).toBe('discarded');

  expect(device.calls).toMatchObject([{ path: '/api/outcomes/cancel', input: { key: id } }]);
  expect(await device.db.outbox.count()).toBe(0);
});

test('an item that has arrived is not discarded', async () => {
  const device = await deviceOf(amina);
  const id = await sendWithoutAnswer(device);
  device.server = cancelAnswer('applied');

  expect(await discard(device.db, id, [], device.environment.transport)).toBe('applied');

  expect(await device.db.outbox.get({ id })).toBeDefined();
});

test('offline an item that may have arrived is discarded only when a pass learns that its key was cancelled', async () => {
  const device = await deviceOf(amina);
  const { db, environment } = device;
  const id = await sendWithoutAnswer(device);

  expect(await discard(db, id, [], environment.transport)).toBe('unknown');
  expect(await db.outbox.get({ id })).toMatchObject({ state: 'sent', dropping: true });

  device.server = eachMutation({ status: 409, code: 'CANCELLED' });
  await runPass(db, environment);
  expect(await db.outbox.count()).toBe(0);
});

test('a ticket is discarded together with exactly those dependent items that the caller lists', async () => {
  const { db, environment } = await deviceOf(amina);
  const args = newTicket();
  const id = await perform(db, 'ticket.open', args, environment.runtime);
  const replyArgs = (content: string) => ({ id: uuidv7(), ticket_id: args.id, content });
  const reply = await perform(db, 'ticket.reply', replyArgs('One'), environment.runtime);
  const later = await perform(db, 'ticket.reply', replyArgs('Two'), environment.runtime);
  const other = await perform(db, 'ticket.open', newTicket(), environment.runtime);

  const items = await db.outbox.orderBy('seq').toArray();
  const lane = items.filter((item) => item.lane === args.id);
  expect(dependentsOf(lane[0]!, lane).map((item) => item.id)).toEqual([reply, later]);
  expect(dependentsOf(lane[1]!, lane)).toEqual([]);
  expect(dependentsOf(items.at(-1)!, items.slice(-1))).toEqual([]);
  await discard(db, id, [reply], environment.transport);

  expect((await db.outbox.orderBy('seq').toArray()).map((item) => item.id)).toEqual([later, other]);
});

test('OF-10 a refused ticket that is corrected is queued under a new id at its old place', async () => {
  const device = await deviceOf(
    amina,
    eachMutation({ status: 422, code: 'INVALID_FIELDS', errors: { subject: ['required'] } }),
  );
  const { db, environment } = device;
  const args = newTicket();
  const id = await perform(db, 'ticket.open', args, environment.runtime);
  await runPass(db, environment);
  await perform(db, 'ticket.open', newTicket(), environment.runtime);
  expect((await readPendingStates(db, 'tickets')).get(args.id)).toBe('failed');

  const next = (await retry(db, id, { subject: 'Code missing' }, environment)) as { id: string };

  expect(next.id).not.toBe(id);
  const [first] = await db.outbox.orderBy('seq').toArray();
  expect(first).toMatchObject({
    id: next.id,
    state: 'queued',
    attempts: 0,
    lane: args.id,
    args: { subject: 'Code missing' },
  });
  expect(first).not.toHaveProperty('error');
  expect(await db.tickets.get(args.id)).toMatchObject({ subject: 'Code missing' });
});

test('an undecided item is sent again under its id; a corrected one only after the old id is cancelled', async () => {
  const device = await deviceOf(amina, eachMutation({ status: 500, code: 'ERROR' }));
  const { db, environment } = device;
  const id = await perform(db, 'ticket.open', newTicket(), environment.runtime);
  for (let pass = 0; pass < 8; pass++) await runPass(db, environment);

  device.server = () => callFailure('unreachable');
  expect(await retry(db, id, { subject: 'Other words' }, environment)).toBe('unknown');
  expect(await retry(db, id, {}, environment)).toEqual({ id });
  expect(await db.outbox.get({ id })).toMatchObject({ state: 'sent' });

  await db.outbox.toCollection().modify({ state: 'failed', error: { status: 500, code: 'ERROR', open: true } });
  device.server = cancelAnswer('cancelled');
  expect(await retry(db, id, { subject: 'Other words' }, environment)).not.toEqual({ id });
  expect(await db.outbox.toArray()).toMatchObject([{ state: 'queued', args: { subject: 'Other words' } }]);
});

test('OF-12 when another user has changed a status first, their value is shown until the user decides', async () => {
  const device = await deviceOf(sara);
  const { db, environment } = device;
  await storeServerRows(db, [ticketChange('t1', 4)]);
  const first = await perform(
    db,
    'ticket.status',
    { ticket_id: 't1', from: 'new', to: 'resolved' },
    environment.runtime,
  );
  const details = { current: 'closed', by: 'Root', at: '2026-11-20T14:02:00.000Z' };
  device.server = eachMutation({
    status: 409,
    code: 'CONFLICT',
    details,
    rows: [ticketChange('t1', 5, { status: 'closed' })],
  });
  await runPass(db, environment);

  expect((await db.tickets.get('t1'))?.status).toBe('closed');
  expect(await readPendingStates(db, 'tickets')).toEqual(new Map([['t1', 'conflict']]));
  await resolveConflict(db, first, 'mine', environment.runtime);
  expect((await db.tickets.get('t1'))?.status).toBe('resolved');
  expect(await db.outbox.toArray()).toMatchObject([{ state: 'queued', args: { from: 'closed', to: 'resolved' } }]);

  await runPass(db, environment);
  const [again] = await db.outbox.toArray();
  expect(again!.id).not.toBe(first);
  await resolveConflict(db, again!.id, 'theirs', environment.runtime);
  expect(await db.outbox.count()).toBe(0);
  expect((await db.tickets.get('t1'))?.status).toBe('closed');
});

test('an unsent text is amended under its id; one that may have arrived, only under a new id', async () => {
  const device = await deviceOf(amina);
  const { db, environment } = device;
  const id = await perform(db, 'ticket.reply', { id: uuidv7(), ticket_id: 't1', content: 'Helo' }, environment.runtime);

  expect(await amend(db, id, { content: 'Hello' }, environment)).toBe('amended');
  expect(await db.outbox.toArray()).toMatchObject([{ id, args: { content: 'Hello' } }]);

  device.server = () => callFailure('unreachable');
  await runPass(db, environment);
  expect(await amend(db, id, { content: 'Hello!' }, environment)).toBe('unknown');
  device.server = cancelAnswer('cancelled');
  expect(await amend(db, id, { content: 'Hello!' }, environment)).toBe('amended');
  const [item] = await db.outbox.toArray();
  expect(item).toMatchObject({ state: 'queued', args: { content: 'Hello!' } });
  expect(item!.id).not.toBe(id);
});

test('an amended text is not lost when a pass learns of the cancellation before `amend` does', async () => {
  const device = await deviceOf(amina);
  const { db, environment } = device;
  const id = await sendWithoutAnswer(device);
  device.server = async (path) => {
    if (path !== '/api/outcomes/cancel')
      return eachMutation({ status: 409, code: 'CANCELLED' })(path, device.requests().at(-1) as never);
    await runPass(db, environment);
    return cancelAnswer('cancelled')();
  };

  expect(await amend(db, id, { content: 'New words' }, environment)).toBe('amended');

  expect(await db.outbox.toArray()).toMatchObject([{ state: 'queued', args: { content: 'New words' } }]);
});

test('OF-10: when an undecided reply has arrived after all, its amended text is not reported as accepted', async () => {
  const device = await deviceOf(amina);
  const { db, environment } = device;
  const id = await sendWithoutAnswer(device);
  await db.outbox.where({ id }).modify({ state: 'failed', error: { status: 500, code: 'ERROR', open: true } });
  device.server = cancelAnswer('applied');

  expect(await amend(db, id, { content: 'New words' }, environment)).toBe('applied');

  expect(await db.outbox.toArray()).toMatchObject([{ id, state: 'sent', args: { content: 'Hello?' } }]);
});

test('OF-11 the outbox can be exported as JSON', async () => {
  const { db, environment } = await deviceOf(amina);
  await perform(db, 'ticket.open', newTicket(), environment.runtime);

  expect(JSON.parse(await exportOutbox(db))).toMatchObject([
    { kind: 'ticket.open', state: 'queued', args: { subject: 'No code' } },
  ]);
});

test('OF-22 an action of a newer version of the app is kept, and its lane waits', async () => {
  const device = await deviceOf(amina);
  const { db, environment } = device;
  const id = await perform(db, 'ticket.reply', { id: uuidv7(), ticket_id: 't1', content: 'One' }, environment.runtime);
  await db.outbox.where({ id }).modify({ kind: 'ticket.sing' });
  await perform(db, 'ticket.reply', { id: uuidv7(), ticket_id: 't1', content: 'Two' }, environment.runtime);
  await perform(db, 'ticket.reply', { id: uuidv7(), ticket_id: 't2', content: 'Three' }, environment.runtime);
  device.server = eachMutation({});

  await runPass(db, environment);

  expect((await db.outbox.orderBy('seq').toArray()).map(({ kind }) => kind)).toEqual(['ticket.sing', 'ticket.reply']);
});
