import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SyncRequest } from '../../src/contract/sync.ts';
import { openDatabase } from '../../src/client/local/database.ts';
import { uuidv7 } from '../../src/contract/uuid.ts';
import type { SyncEnvironment } from '../../src/client/sync/transport.ts';
import { runPass } from '../../src/client/sync/pass.ts';
import { perform } from '../../src/client/sync/perform.ts';
import { amina, newTicket, nothingNew, ticketChange } from './support.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Advances the time by `ms` and one second more, and runs the tabs' timers. */
async function advanceTime(ms: number): Promise<void> {
  for (let done = 0; done <= ms; done += 1_000) {
    await vi.advanceTimersByTimeAsync(1_000);
    for (let n = 0; n < 10; n++) await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Two tabs of one device, and a server that holds its first answer to the frozen tab until `thaw`. */
function twoTabs() {
  const factory = { indexedDB: new IDBFactory(), IDBKeyRange };
  const requests: { tab: string; request: SyncRequest }[] = [];
  const held: (() => void)[] = [];
  let cursor = 0;
  const applied = new Set<string>();
  const tabOf = (name: string, isHeld: boolean) => {
    const db = openDatabase(amina.id, factory);
    const call = async (_address: unknown, request: SyncRequest) => {
      requests.push({ tab: name, request: structuredClone(request) });
      const rows = request.mutations.map(({ lane }) => ticketChange(lane, 1));
      for (const { id } of request.mutations) applied.add(id);
      const results = request.mutations.map(({ id }, at) => ({ id, status: 200, code: 'SUCCESS', rows: [rows[at]!] }));
      const answer = nothingNew({ results: results as never, cursor: `c${++cursor}` });
      if (isHeld && held.length === 0) await new Promise<void>((resolve) => held.push(resolve));
      return answer;
    };
    const runtime = { now: Date.now, random: () => 0.5, newId: () => uuidv7(), wait: async () => undefined };
    const environment: SyncEnvironment = { transport: { token: async () => 'token', call: call as never }, runtime };
    return { db, environment };
  };
  return { frozen: tabOf('frozen', true), other: tabOf('other', false), requests, thaw: () => held[0]!(), applied };
}

test('OF-23 the pass of a frozen tab is taken over after 90 s, and its late answer changes nothing', async () => {
  const { frozen, other, requests, thaw, applied } = twoTabs();
  const id = await perform(other.db, 'ticket.open', newTicket(), other.environment.runtime);
  const first = runPass(frozen.db, frozen.environment);
  await advanceTime(1_000);
  const second = runPass(other.db, other.environment);

  await advanceTime(80_000);
  expect(requests.map(({ tab }) => tab)).toEqual(['frozen']);
  await advanceTime(15_000);
  expect(await second).toEqual({ kind: 'idle' });
  expect(await other.db.outbox.count()).toBe(0);
  const at = await other.db.fact('at');
  await perform(other.db, 'ticket.open', newTicket(), other.environment.runtime);
  thaw();

  expect(await first).toEqual({ kind: 'idle' });
  expect(requests.map(({ tab }) => tab)).toEqual(['frozen', 'other', 'frozen']);
  expect(requests.slice(0, 2).map(({ request }) => request.mutations.map((mutation) => mutation.id))).toEqual([
    [id],
    [id],
  ]);
  // The thawed tab continues from the cursor of the other tab, not from its own late answer.
  expect(requests[2]!.request.cursor).toBe(at!.cursor);
  expect(applied.size).toBe(2);
  expect(await other.db.outbox.count()).toBe(0);
});

test('after a good connection a tab waits one second for the pass of another tab, not 90 s', async () => {
  const { frozen, other, requests } = twoTabs();
  await perform(other.db, 'ticket.open', newTicket(), other.environment.runtime);
  void runPass(frozen.db, frozen.environment);
  await advanceTime(1_000);

  const second = runPass(other.db, other.environment, { stealLockAfterMs: 1_000 });
  await advanceTime(2_000);

  expect(await second).toEqual({ kind: 'idle' });
  expect(requests.map(({ tab }) => tab)).toEqual(['frozen', 'other']);
});

test('OF-26 a device whose clock is hours wrong sends its changes in the order in which they were made', async () => {
  const { other, requests } = twoTabs();
  const lane = newTicket();
  const skewed = [3, -5, 0, 48].map((hours) => ({
    ...other.environment.runtime,
    now: () => Date.now() + hours * 3_600_000,
    newId: () => uuidv7(Date.now() + hours * 3_600_000),
  }));
  const ids = [await perform(other.db, 'ticket.open', lane, skewed[0])];
  for (const runtime of skewed.slice(1)) {
    const reply = { id: runtime.newId(), ticket_id: lane.id, content: 'Hello' };
    ids.push(await perform(other.db, 'ticket.reply', reply, runtime));
  }

  await runPass(other.db, other.environment);

  expect(requests[0]!.request.mutations.map(({ id }) => id)).toEqual(ids);
});
