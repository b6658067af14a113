import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Change } from '../../src/contract/sync.ts';
import type { Row } from '../../src/client/local/rows.ts';
import type { OutboxItem } from '../../src/client/local/stored.ts';
import { discard } from '../../src/client/sync/outbox.ts';
import { runPass } from '../../src/client/sync/pass.ts';
import { backOff } from '../../src/client/sync/error-table.ts';
import { pendingEffects, applyEffects, isPendingItem } from '../../src/client/sync/optimistic.ts';
import { pick } from '../../src/client/sync/pick.ts';
import { perform } from '../../src/client/sync/perform.ts';
import { storeServerRows } from '../../src/client/sync/rows-with-pending.ts';
import { uuidv7 } from '../../src/contract/uuid.ts';
import {
  deviceOf,
  eachMutation,
  callFailure,
  nothingNew,
  sara,
  ticketChange,
  ticketRow,
  type TestDevice,
} from './support.ts';

const lanes = ['t1', 't2', 't3'] as const;
const state = fc.constantFrom('queued', 'sent', 'failed', 'conflict');
const statuses = fc.constantFrom('new', 'open', 'pending', 'closed');
const changeOf = (lane: string) =>
  fc.oneof(
    fc.record({
      kind: fc.constant('ticket.open'),
      args: fc.constant({ id: lane, subject: 's', type: 'general', content: 'c', order_id: null }),
    }),
    fc.record({
      kind: fc.constant('ticket.reply'),
      args: fc.record({ id: fc.uuid(), ticket_id: fc.constant(lane), content: fc.string({ maxLength: 400 }) }),
    }),
    fc.record({
      kind: fc.constant('ticket.status'),
      args: fc.record({ ticket_id: fc.constant(lane), from: statuses, to: statuses }),
    }),
  );
/** Whether a failed item is undecided: its id is still valid. */
const isOpen = fc.boolean();
const item = fc
  .constantFrom(...lanes)
  .chain((lane) => fc.record({ lane: fc.constant(lane), state, isOpen, change: changeOf(lane) }));
const outbox = fc.array(item, { maxLength: 30 }).map((items) =>
  items.map(({ lane, state: now, isOpen: isUndecided, change }, seq): OutboxItem => {
    const by = sara;
    return {
      seq,
      id: `i${seq}`,
      v: 1,
      lane,
      state: now as never,
      attempts: 0,
      by,
      createdAt: 0,
      ...(now === 'failed' && isUndecided && { error: { status: 500, code: 'ERROR', open: true } }),
      ...(change as { kind: string; args: never }),
    };
  }),
);
const limits = fc.record({ items: fc.integer({ min: 1, max: 8 }), bytes: fc.integer({ min: 1, max: 2_000 }) });

test('a batch has the first items of its lanes, in order, within its limits', () => {
  fc.assert(
    fc.property(outbox, limits, (items, within) => {
      const batch = pick(items, within);
      const bytes = batch.reduce(
        (sum, { id, kind, v, lane, args: given }) => sum + bytesOf({ id, kind, v, lane, args: given }),
        0,
      );
      const sendable = lanes.flatMap((lane) => sendableItems(items.filter((one) => one.lane === lane)));

      expect(batch.length).toBeLessThanOrEqual(within.items);
      expect(batch.length <= 1 || bytes <= within.bytes).toBe(true);
      expect(batch.length > 0).toBe(sendable.length > 0);
      expect(batch.map(({ seq }) => seq)).toEqual(batch.map(({ seq }) => seq).toSorted((a, b) => a - b));
      for (const lane of lanes) {
        const sent = batch.filter((one) => one.lane === lane);
        const sendableHere = sendableItems(items.filter((one) => one.lane === lane));
        expect(sent).toEqual(sendableHere.slice(0, sent.length));
      }
    }),
  );
});

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** The model: the pending items of a lane, up to a parked create or an undecided item. */
function sendableItems(lane: OutboxItem[]): OutboxItem[] {
  const parked = lane.findIndex((one) => !isPendingItem(one) && (one.kind === 'ticket.open' || one.error?.open));
  return lane.slice(0, parked === -1 ? undefined : parked).filter(isPendingItem);
}

test('applying effects does not modify the base row, and parked changes have no effects on it', () => {
  fc.assert(
    fc.property(outbox, statuses, (items, status) => {
      const base = Object.freeze(ticketRow('t1', { status })) as Row;
      const parked = items.map((one): OutboxItem =>
        one.state === 'queued' ? { ...one, state: 'failed' } : { ...one, state: 'conflict' },
      );

      expect(applyEffects(base, effectsOnTicket(parked))).toEqual(base);
      expect(applyEffects(base, effectsOnTicket(items))).not.toBeNull();
    }),
  );
});

test('a ticket without a server row exists exactly when this device has created it', () => {
  fc.assert(
    fc.property(outbox, (items) => {
      const made = items.some(({ lane, kind }) => lane === 't1' && kind === 'ticket.open');

      expect(applyEffects(null, effectsOnTicket(items)) !== null).toBe(made);
    }),
  );
});

test('the status of the last pending change is shown', () => {
  fc.assert(
    fc.property(outbox, statuses, statuses, (items, before, to) => {
      const by = sara;
      const last: OutboxItem = {
        seq: 99,
        id: 'last',
        kind: 'ticket.status',
        v: 1,
        lane: 't1',
        args: { ticket_id: 't1', from: before, to },
        state: 'queued',
        attempts: 0,
        by,
        createdAt: 0,
      };

      const shown = applyEffects(ticketRow('t1', { status: before }), effectsOnTicket([...items, last]));

      expect(shown?.status).toBe(to);
    }),
  );
});

const effectsOnTicket = (items: OutboxItem[]) => pendingEffects(items).get('tickets:t1')?.effects ?? [];

test('the back-off grows to five minutes at most, and a time that the server asks for replaces it', () => {
  fc.assert(
    fc.property(fc.nat(2_000), fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (tries, random) => {
      const wait = backOff(tries, undefined, () => random);
      expect(wait).toBeGreaterThanOrEqual(0);
      expect(wait).toBeLessThanOrEqual(Math.min(300_000, 2_000 * 2 ** tries));
      expect(backOff(tries, 20_000, () => random)).toBe(20_000);
    }),
  );
});

test('ids are UUIDs of version 7 and sort by their time', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 47 }), fc.integer({ min: 1, max: 100_000 }), (moment, later) => {
      const [a, b] = [uuidv7(moment), uuidv7(moment + later)];
      expect(a).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(a < b).toBe(true);
    }),
  );
});

type Command =
  | { do: 'status'; to: string }
  | { do: 'reply' | 'discard' }
  | { do: 'pull'; status: string }
  | { do: 'pass'; conditions: 'good' | 'refuses' | 'offline' };
const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ do: fc.constant('status' as const), to: statuses }),
  fc.record({ do: fc.constantFrom('reply' as const, 'discard' as const) }),
  fc.record({ do: fc.constant('pull' as const), status: statuses }),
  fc.record({
    do: fc.constant('pass' as const),
    conditions: fc.constantFrom('good' as const, 'refuses' as const, 'offline' as const),
  }),
);

test('OF-13 after any commands a row is the last row of the server with the pending effects applied', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { maxLength: 25 }), async (commands) => {
      const device = await deviceOf(sara);
      const { db } = device;
      let rev = 1;
      let base: Row = ticketRow('t1');
      await storeServerRows(db, [ticketChange('t1', rev)]);
      for (const one of commands) {
        if (one.do === 'pull') {
          base = ticketRow('t1', { status: one.status });
          await pull(device, ticketChange('t1', ++rev, { status: one.status }));
        }
        await execute(device, one);
        const items = await db.outbox.orderBy('seq').toArray();
        const expected = applyEffects(base, pendingEffects(items).get('tickets:t1')?.effects ?? []);
        expect(await db.tickets.get('t1')).toMatchObject(expected!);
        expect((await db.shadow.get(['tickets', 't1'])) !== undefined).toBe(pendingEffects(items).has('tickets:t1'));
      }
      db.close();
    }),
    { numRuns: 40 },
  );
});

/** Runs a pass that pulls one row and leaves every item waiting. */
async function pull({ db, environment }: TestDevice, change: Change): Promise<void> {
  const waiting = await db.outbox.toArray();
  const results = waiting.map(({ id }) => ({ id, status: 424, code: 'WAITS_FOR_ANOTHER', rows: [] }));
  const call = (async () => nothingNew({ results, changes: [change], cursor: `c${change.rev}` })) as never;
  await runPass(db, { ...environment, transport: { ...environment.transport, call } });
}

async function execute({ db, environment }: TestDevice, one: Command): Promise<void> {
  if (one.do === 'reply')
    await perform(db, 'ticket.reply', { id: uuidv7(), ticket_id: 't1', content: 'x' }, environment.runtime);
  if (one.do === 'status') {
    const from = (await db.tickets.get('t1'))!.status;
    await perform(db, 'ticket.status', { ticket_id: 't1', from, to: one.to as never }, environment.runtime);
  }
  if (one.do === 'discard') {
    const first = await db.outbox.orderBy('seq').first();
    const call = (async () => ({ code: 'SUCCESS', state: 'cancelled', touched: [] })) as never;
    if (first) await discard(db, first.id, [], { ...environment.transport, call });
  }
  if (one.do !== 'pass') return;
  const conditions = {
    good: eachMutation({}),
    refuses: eachMutation({ status: 403, code: 'FORBIDDEN' }),
    offline: () => callFailure('unreachable'),
  };
  const call = (async (address: { path: string }, input: never) => {
    const result = await conditions[one.conditions](address.path, input);
    if (result instanceof Error) throw result;
    return result;
  }) as never;
  await runPass(db, { ...environment, transport: { ...environment.transport, call } });
}
