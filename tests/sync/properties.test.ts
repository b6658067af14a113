import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Change } from '../../src/contract/sync.ts';
import type { Row } from '../../src/client/local/rows.ts';
import type { OutboxItem } from '../../src/client/local/stored.ts';
import { discard } from '../../src/client/sync/outbox.ts';
import { runPass } from '../../src/client/sync/pass.ts';
import { backOff } from '../../src/client/sync/backoff.ts';
import { foldings, foldRow, waits } from '../../src/client/sync/fold.ts';
import { pick } from '../../src/client/sync/pick.ts';
import { perform } from '../../src/client/sync/perform.ts';
import { takeRows } from '../../src/client/sync/view.ts';
import { newId } from '../../src/client/local/ids.ts';
import {
  deviceOf,
  eachMutation,
  fails,
  nothingNew,
  sara,
  ticketChange,
  ticketRow,
  type TestDevice,
} from './support.ts';

const lanes = ['t1', 't2', 't3'] as const;
const state = fc.constantFrom('queued', 'sent', 'failed', 'conflict');
const statuses = fc.constantFrom('new', 'open', 'pending', 'closed');
const args = (lane: string) =>
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
/** Says of a parked item whether the server has decided on its id. */
const open = fc.boolean();
const item = fc
  .constantFrom(...lanes)
  .chain((lane) => fc.record({ lane: fc.constant(lane), state, open, does: args(lane) }));
const outbox = fc.array(item, { maxLength: 30 }).map((items) =>
  items.map(({ lane, state: now, open: isOpen, does }, seq): OutboxItem => {
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
      ...(now === 'failed' && isOpen && { error: { status: 500, code: 'ERROR', open: true } }),
      ...(does as { kind: string; args: never }),
    };
  }),
);
const limits = fc.record({ items: fc.integer({ min: 1, max: 8 }), bytes: fc.integer({ min: 1, max: 2_000 }) });

test('a batch is the beginning of every lane it takes from, in order, within its limits', () => {
  fc.assert(
    fc.property(outbox, limits, (items, within) => {
      const batch = pick(items, within);
      const bytes = batch.reduce(
        (sum, { id, kind, v, lane, args: given }) => sum + bytesOf({ id, kind, v, lane, args: given }),
        0,
      );
      const could = lanes.flatMap((lane) => mayGo(items.filter((one) => one.lane === lane)));

      expect(batch.length).toBeLessThanOrEqual(within.items);
      expect(batch.length <= 1 || bytes <= within.bytes).toBe(true);
      expect(batch.length > 0).toBe(could.length > 0);
      expect(batch.map(({ seq }) => seq)).toEqual(batch.map(({ seq }) => seq).toSorted((a, b) => a - b));
      for (const lane of lanes) {
        const goes = batch.filter((one) => one.lane === lane);
        const may = mayGo(items.filter((one) => one.lane === lane));
        expect(goes).toEqual(may.slice(0, goes.length));
      }
    }),
  );
});

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** The model: what waits in a lane, up to a parked create or an item the server has not decided. */
function mayGo(lane: OutboxItem[]): OutboxItem[] {
  const parked = lane.findIndex((one) => !waits(one) && (one.kind === 'ticket.open' || one.error?.open));
  return lane.slice(0, parked === -1 ? undefined : parked).filter(waits);
}

test('folding changes no row, and a parked change leaves no trace', () => {
  fc.assert(
    fc.property(outbox, statuses, (items, status) => {
      const base = Object.freeze(ticketRow('t1', { status })) as Row;
      const parked = items.map((one): OutboxItem =>
        one.state === 'queued' ? { ...one, state: 'failed' } : { ...one, state: 'conflict' },
      );

      expect(foldRow(base, effectsOnTicket(parked))).toEqual(base);
      expect(foldRow(base, effectsOnTicket(items))).not.toBeNull();
    }),
  );
});

test('a ticket is there when the server has it or this device has made it', () => {
  fc.assert(
    fc.property(outbox, (items) => {
      const made = items.some(({ lane, kind }) => lane === 't1' && kind === 'ticket.open');

      expect(foldRow(null, effectsOnTicket(items)) !== null).toBe(made);
    }),
  );
});

test('the last status that waits is the one that is shown, unless a reply follows', () => {
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

      const shown = foldRow(ticketRow('t1', { status: before }), effectsOnTicket([...items, last]));

      expect(shown?.status).toBe(to);
    }),
  );
});

const effectsOnTicket = (items: OutboxItem[]) => foldings(items).get('tickets:t1')?.effects ?? [];

test('the wait grows, is never longer than five minutes, and the server is obeyed', () => {
  fc.assert(
    fc.property(fc.nat(2_000), fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (tries, luck) => {
      const wait = backOff(tries, undefined, () => luck);
      expect(wait).toBeGreaterThanOrEqual(0);
      expect(wait).toBeLessThanOrEqual(Math.min(300_000, 2_000 * 2 ** tries));
      expect(backOff(tries, 20_000, () => luck)).toBe(20_000);
    }),
  );
});

test('ids are version 7, sort by their moment and do not repeat', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 47 }), fc.integer({ min: 1, max: 100_000 }), (moment, later) => {
      const [a, b] = [newId(moment), newId(moment + later)];
      expect(a).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(a < b).toBe(true);
    }),
  );
});

type Command =
  | { do: 'status'; to: string }
  | { do: 'reply' | 'discard' }
  | { do: 'pull'; status: string }
  | { do: 'pass'; weather: 'good' | 'refuses' | 'offline' };
const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ do: fc.constant('status' as const), to: statuses }),
  fc.record({ do: fc.constantFrom('reply' as const, 'discard' as const) }),
  fc.record({ do: fc.constant('pull' as const), status: statuses }),
  fc.record({
    do: fc.constant('pass' as const),
    weather: fc.constantFrom('good' as const, 'refuses' as const, 'offline' as const),
  }),
);

test('after any commands the row is what waits, folded onto what the server last said', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { maxLength: 25 }), async (commands) => {
      const device = await deviceOf(sara);
      const { db } = device;
      let rev = 1;
      let base: Row = ticketRow('t1');
      await takeRows(db, [ticketChange('t1', rev)]);
      for (const one of commands) {
        if (one.do === 'pull') {
          base = ticketRow('t1', { status: one.status });
          await pull(device, ticketChange('t1', ++rev, { status: one.status }));
        }
        await obey(device, one);
        const items = await db.outbox.orderBy('seq').toArray();
        const wanted = foldRow(base, foldings(items).get('tickets:t1')?.effects ?? []);
        expect(await db.tickets.get('t1')).toMatchObject(wanted!);
        expect((await db.shadow.get(['tickets', 't1'])) !== undefined).toBe(foldings(items).has('tickets:t1'));
      }
      db.close();
    }),
    { numRuns: 40 },
  );
});

/** A pass that brings one row and takes nothing along. */
async function pull({ db, outside }: TestDevice, change: Change): Promise<void> {
  const waiting = await db.outbox.toArray();
  const results = waiting.map(({ id }) => ({ id, status: 424, code: 'WAITS_FOR_ANOTHER', rows: [] }));
  const call = (async () => nothingNew({ results, changes: [change], cursor: `c${change.rev}` })) as never;
  await runPass(db, { ...outside, line: { ...outside.line, call } });
}

async function obey({ db, outside }: TestDevice, one: Command): Promise<void> {
  if (one.do === 'reply')
    await perform(db, 'ticket.reply', { id: newId(), ticket_id: 't1', content: 'x' }, outside.means);
  if (one.do === 'status') {
    const from = (await db.tickets.get('t1'))!.status;
    await perform(db, 'ticket.status', { ticket_id: 't1', from, to: one.to as never }, outside.means);
  }
  if (one.do === 'discard') {
    const first = await db.outbox.orderBy('seq').first();
    const call = (async () => ({ code: 'SUCCESS', state: 'cancelled', touched: [] })) as never;
    if (first) await discard(db, first.id, [], { ...outside.line, call });
  }
  if (one.do !== 'pass') return;
  const weather = {
    good: eachMutation({}),
    refuses: eachMutation({ status: 403, code: 'FORBIDDEN' }),
    offline: () => fails('unreachable'),
  };
  const call = (async (address: { path: string }, input: never) => {
    const said = await weather[one.weather](address.path, input);
    if (said instanceof Error) throw said;
    return said;
  }) as never;
  await runPass(db, { ...outside, line: { ...outside.line, call } });
}
