import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { MutationResult, SyncRequest } from '../../src/contract/sync.ts';
import { newId } from '../../src/client/local/ids.ts';
import { waits } from '../../src/client/sync/fold.ts';
import { discard, resendUndecided, retry } from '../../src/client/sync/outbox.ts';
import { runPass } from '../../src/client/sync/pass.ts';
import { perform } from '../../src/client/sync/perform.ts';
import { holdsLane } from '../../src/client/sync/pick.ts';
import { deviceOf, fails, nothingNew, sara, type Server, type TestDevice } from './support.ts';

type Weather = 'good' | 'lost' | 'unanswered' | 'outage' | 'refusing' | 'breaking' | 'poisoned';

/** A server that decides on each id once and for ever, as the real one does, in the weather of the moment. */
class ModelServer {
  weather: Weather = 'good';
  /** Ids in the order in which they were applied. */
  readonly applied: string[] = [];
  private readonly decided = new Map<string, number>();

  answer: Server = (path, input: SyncRequest & { key: string }) => {
    if (this.weather === 'lost') return fails('unreachable');
    if (this.weather === 'outage') return fails('broken', { code: 'ERROR' });
    if (path === '/api/outcomes/cancel') return this.cancel(input.key);
    const [first] = input.mutations;
    // A poisoned request is refused as a whole because of what one lane says.
    if (this.weather === 'poisoned' && input.mutations.some(({ lane }) => lane === 't1'))
      return fails('refused', { code: 'INVALID_FIELDS' });
    const held = new Set<string>();
    const results = input.mutations.map(({ id, lane }) => this.decide(id, lane, { held, isFirst: id === first?.id }));
    return this.weather === 'unanswered' ? fails('unreachable') : nothingNew({ results });
  };

  private decide(id: string, lane: string, at: { held: Set<string>; isFirst: boolean }): MutationResult {
    const known = this.decided.get(id);
    if (at.held.has(lane)) return resultOf(id, 424);
    if (known !== undefined) return resultOf(id, known);
    if (this.weather === 'breaking' && at.isFirst) {
      at.held.add(lane);
      return resultOf(id, 500);
    }
    const status = this.weather === 'refusing' ? 410 : 200;
    this.decided.set(id, status);
    if (status === 200) this.applied.push(id);
    return resultOf(id, status);
  }

  private cancel(key: string): Record<string, unknown> {
    const known = this.decided.get(key);
    if (known === undefined) this.decided.set(key, 409);
    const state = known === 200 ? 'applied' : known === 410 ? 'refused' : 'cancelled';
    return { code: 'SUCCESS', state, touched: [] };
  }
}

const codes: Record<number, MutationResult['code']> = {
  200: 'SUCCESS',
  409: 'CANCELLED',
  410: 'GONE',
  424: 'WAITS_FOR_ANOTHER',
  500: 'ERROR',
};

const resultOf = (id: string, status: number): MutationResult => ({ id, status, code: codes[status]!, rows: [] });

/** What a person wanted and has been told. */
interface Model {
  device: TestDevice;
  server: ModelServer;
  /** Every id in the order it was made, with its lane. */
  wanted: Map<string, string>;
  discarded: Set<string>;
  superseded: Set<string>;
  /** Intents that went on under a new id, out of their order: a definite refusal had let others pass. */
  again: Set<string>;
}

type Step = (model: Model) => Promise<void>;

const write = fc.constantFrom('t1', 't2', 't3').map((ticket_id): Step => async ({ device, wanted }) => {
  const args = { id: newId(), ticket_id, content: 'Hello' };
  wanted.set(await perform(device.db, 'ticket.reply', args, device.outside.means), ticket_id);
});

const passes = fc
  .constantFrom<[Weather, number]>(
    ['good', 1],
    ['good', 1],
    ['lost', 1],
    ['unanswered', 1],
    ['outage', 9],
    ['refusing', 1],
    ['breaking', 1],
    ['breaking', 9],
    ['poisoned', 1],
  )
  .map(([weather, times]): Step => async ({ device, server }) => {
    server.weather = weather;
    for (let pass = 0; pass < times; pass++) await runPass(device.db, device.outside);
  });

const sendAgain = fc.constant<Step>(async ({ device }) => void (await resendUndecided(device.db)));

const discardOne = fc.nat().map((place): Step => async ({ device, discarded, server }) => {
  server.weather = 'good';
  const items = await device.db.outbox.orderBy('seq').toArray();
  const item = items[place % Math.max(1, items.length)];
  if (item && (await discard(device.db, item.id, [], device.outside.line)) === 'discarded') discarded.add(item.id);
});

const retryOne = fc.nat().map((place): Step => async ({ device, wanted, superseded, again, server }) => {
  server.weather = 'good';
  const parked = (await device.db.outbox.orderBy('seq').toArray()).filter((item) => !waits(item));
  const item = parked[place % Math.max(1, parked.length)];
  const id = item && (await retry(device.db, item.id, { content: 'Corrected' }, device.outside));
  if (!id || id === item.id) return;
  superseded.add(item.id);
  again.add(id);
  wanted.set(id, item.lane);
});

const steps = fc.array(
  fc.oneof({ weight: 3, arbitrary: write }, { weight: 4, arbitrary: passes }, sendAgain, discardOne, retryOne),
  { minLength: 5, maxLength: 40, size: 'max' },
);

test('OF-03 whatever the weather and the person do, nothing is lost, doubled or overtaken', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const server = new ModelServer();
      const device = await deviceOf(sara, server.answer);
      const [discarded, superseded, again] = [new Set<string>(), new Set<string>(), new Set<string>()];
      const model: Model = { device, server, wanted: new Map(), discarded, superseded, again };
      for (const step of all) {
        await step(model);
        await check(model);
      }
      server.weather = 'good';
      await resendUndecided(device.db);
      await runPass(device.db, device.outside);
      await check(model);
      expect((await device.db.outbox.toArray()).filter((item) => waits(item) || holdsLane(item))).toEqual([]);
      device.db.close();
    }),
    { numRuns: 60 },
  );
}, 120_000);

async function check({ device, server, wanted, discarded, superseded, again }: Model): Promise<void> {
  const items = await device.db.outbox.orderBy('seq').toArray();
  const here = new Set(items.map(({ id }) => id));
  const applied = new Set(server.applied);
  expect(server.applied.length).toBe(applied.size);
  for (const id of wanted.keys()) {
    const ended = discarded.has(id) || superseded.has(id);
    expect({ id, isSomewhere: applied.has(id) || here.has(id) || ended }).toEqual({ id, isSomewhere: true });
    expect({ id, isBoth: applied.has(id) && ended }).toEqual({ id, isBoth: false });
  }
  for (const lane of ['t1', 't2', 't3']) {
    const order = [...wanted].filter(([id, of]) => of === lane && !again.has(id)).map(([id]) => id);
    expect(server.applied.filter((id) => order.includes(id))).toEqual(order.filter((id) => applied.has(id)));
  }
}
