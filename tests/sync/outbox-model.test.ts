import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { MutationResult, SyncRequest } from '../../src/contract/sync.ts';
import { uuidv7 } from '../../src/contract/uuid.ts';
import { isPendingItem } from '../../src/client/sync/optimistic.ts';
import { discard, resendUndecided, retry } from '../../src/client/sync/outbox.ts';
import { runPass } from '../../src/client/sync/pass.ts';
import { perform } from '../../src/client/sync/perform.ts';
import { holdsLane } from '../../src/client/sync/pick.ts';
import { deviceOf, callFailure, nothingNew, sara, type Server, type TestDevice } from './support.ts';

/** `unanswered`: applied, the answer is lost; `breaking`: fails on the first mutation; `poisoned`: see `answer`. */
type NetworkConditions = 'good' | 'lost' | 'unanswered' | 'outage' | 'refusing' | 'breaking' | 'poisoned';

/** A server that decides each id once and forever, as the real one does, behind a faulty network. */
class ModelServer {
  conditions: NetworkConditions = 'good';
  /** Ids in the order in which they were applied. */
  readonly applied: string[] = [];
  private readonly decided = new Map<string, number>();

  answer: Server = (path, input: SyncRequest & { key: string }) => {
    if (this.conditions === 'lost') return callFailure('unreachable');
    if (this.conditions === 'outage') return callFailure('broken', { code: 'ERROR' });
    if (path === '/api/outcomes/cancel') return this.cancel(input.key);
    const [first] = input.mutations;
    // A request with a change of t1 is refused as a whole.
    if (this.conditions === 'poisoned' && input.mutations.some(({ lane }) => lane === 't1'))
      return callFailure('refused', { code: 'INVALID_FIELDS' });
    const held = new Set<string>();
    const results = input.mutations.map(({ id, lane }) => this.decide(id, lane, { held, isFirst: id === first?.id }));
    return this.conditions === 'unanswered' ? callFailure('unreachable') : nothingNew({ results });
  };

  private decide(id: string, lane: string, request: { held: Set<string>; isFirst: boolean }): MutationResult {
    const known = this.decided.get(id);
    if (request.held.has(lane)) return resultOf(id, 424);
    if (known !== undefined) return resultOf(id, known);
    if (this.conditions === 'breaking' && request.isFirst) {
      request.held.add(lane);
      return resultOf(id, 500);
    }
    const status = this.conditions === 'refusing' ? 410 : 200;
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

/** A user's intents and the outcomes shown to them. */
interface Model {
  device: TestDevice;
  server: ModelServer;
  /** The lane of every id, in the order in which the ids were made. */
  laneById: Map<string, string>;
  discarded: Set<string>;
  superseded: Set<string>;
  /** New ids of retried intents. Their order is not checked: after a definite refusal the lane has continued. */
  retried: Set<string>;
}

type Step = (model: Model) => Promise<void>;

const write = fc.constantFrom('t1', 't2', 't3').map((ticket_id): Step => async ({ device, laneById }) => {
  const args = { id: uuidv7(), ticket_id, content: 'Hello' };
  laneById.set(await perform(device.db, 'ticket.reply', args, device.environment.runtime), ticket_id);
});

const passes = fc
  .constantFrom<[NetworkConditions, number]>(
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
  .map(([conditions, times]): Step => async ({ device, server }) => {
    server.conditions = conditions;
    for (let pass = 0; pass < times; pass++) await runPass(device.db, device.environment);
  });

const sendAgain = fc.constant<Step>(async ({ device }) => void (await resendUndecided(device.db)));

const discardOne = fc.nat().map((place): Step => async ({ device, discarded, server }) => {
  server.conditions = 'good';
  const items = await device.db.outbox.orderBy('seq').toArray();
  const item = items[place % Math.max(1, items.length)];
  if (item && (await discard(device.db, item.id, [], device.environment.transport)) === 'discarded')
    discarded.add(item.id);
});

const retryOne = fc.nat().map((place): Step => async ({ device, laneById, superseded, retried, server }) => {
  server.conditions = 'good';
  const parked = (await device.db.outbox.orderBy('seq').toArray()).filter((item) => !isPendingItem(item));
  const item = parked[place % Math.max(1, parked.length)];
  const queued = item && (await retry(device.db, item.id, { content: 'Corrected' }, device.environment));
  if (typeof queued !== 'object') return;
  superseded.add(item!.id);
  retried.add(queued.id);
  laneById.set(queued.id, item!.lane);
});

const steps = fc.array(
  fc.oneof({ weight: 3, arbitrary: write }, { weight: 4, arbitrary: passes }, sendAgain, discardOne, retryOne),
  { minLength: 5, maxLength: 40, size: 'max' },
);

test('OF-07 whatever the network and the user do, nothing is lost, doubled or reordered', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const server = new ModelServer();
      const device = await deviceOf(sara, server.answer);
      const [discarded, superseded, retried] = [new Set<string>(), new Set<string>(), new Set<string>()];
      const model: Model = { device, server, laneById: new Map(), discarded, superseded, retried };
      for (const step of all) {
        await step(model);
        await check(model);
      }
      server.conditions = 'good';
      await resendUndecided(device.db);
      await runPass(device.db, device.environment);
      await check(model);
      expect((await device.db.outbox.toArray()).filter((item) => isPendingItem(item) || holdsLane(item))).toEqual([]);
      device.db.close();
    }),
    { numRuns: 60 },
  );
});

async function check({ device, server, laneById, discarded, superseded, retried }: Model): Promise<void> {
  const items = await device.db.outbox.orderBy('seq').toArray();
  const inOutbox = new Set(items.map(({ id }) => id));
  const applied = new Set(server.applied);
  expect(server.applied.length).toBe(applied.size);
  for (const id of laneById.keys()) {
    const ended = discarded.has(id) || superseded.has(id);
    expect({ id, isSomewhere: applied.has(id) || inOutbox.has(id) || ended }).toEqual({ id, isSomewhere: true });
    expect({ id, isBoth: applied.has(id) && ended }).toEqual({ id, isBoth: false });
  }
  for (const lane of ['t1', 't2', 't3']) {
    const order = [...laneById].filter(([id, itsLane]) => itsLane === lane && !retried.has(id)).map(([id]) => id);
    expect(server.applied.filter((id) => order.includes(id))).toEqual(order.filter((id) => applied.has(id)));
  }
}
