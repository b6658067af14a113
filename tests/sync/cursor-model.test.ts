import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SyncRequest } from '../../src/contract/sync.ts';
import { runPass, pass } from '../../src/client/sync/pass.ts';
import { deviceOf, nothingNew, sara, ticketChange, type TestDevice } from './support.ts';

/** Changes in one answer. */
const pageSize = 2;

/** A feed of tickets: one entry for each, at the place of its last change, as the server keeps it. */
class Feed {
  private readonly rows = new Map<string, { seq: number; rev: number }>();
  private seq = 0;
  private epoch = 1;

  change(key: string): void {
    this.rows.set(key, { seq: ++this.seq, rev: (this.rows.get(key)?.rev ?? 0) + 1 });
  }

  /** Changes the epoch, as a restore does: devices reset their cache. */
  restart(): void {
    this.epoch++;
  }

  answer({ epoch, cursor }: SyncRequest): Record<string, unknown> {
    const epochNow = `e${this.epoch}`;
    if (epoch !== null && epoch !== epochNow)
      return nothingNew({ reset: true, epoch: epochNow, cursor: '0', more: true });
    const after = Number(cursor ?? 0);
    const news = [...this.rows].filter(([, { seq }]) => seq > after).toSorted(([, a], [, b]) => a.seq - b.seq);
    const changed = news.slice(0, pageSize);
    return nothingNew({
      epoch: epochNow,
      cursor: String(changed.at(-1)?.[1].seq ?? after),
      changes: changed.map(([key, { rev }]) => ticketChange(key, rev)),
      more: news.length > pageSize,
    });
  }

  revisions(): Record<string, number> {
    return Object.fromEntries([...this.rows].map(([key, { rev }]) => [key, rev]));
  }
}

type Step = { do: 'change'; key: string } | { do: 'restart' } | { do: 'pass' } | { do: 'deliver'; place: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('change' as const), key: fc.constantFrom('t1', 't2', 't3', 't4') }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('pass' as const) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('deliver' as const), place: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
);

test('the cursor moves forward only, and in the end a device has the server’s rows, in whatever order answers arrive', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30, size: 'max' }), async (steps) => {
      const feed = new Feed();
      const heldAnswers: (() => void)[] = [];
      const device = await deviceOf(sara);
      const passes: Promise<unknown>[] = [];
      device.server = async (_path, request: SyncRequest) => {
        const answer = feed.answer(request);
        await new Promise<void>((resolve) => heldAnswers.push(resolve));
        return answer;
      };
      const positions: [number, number][] = [];
      for (const current of steps) {
        if (current.do === 'change') feed.change(current.key);
        if (current.do === 'restart') feed.restart();
        if (current.do === 'pass' && passes.length < 6) passes.push(pass(device.db, device.environment));
        if (current.do === 'deliver') heldAnswers.splice(current.place % Math.max(1, heldAnswers.length), 1)[0]?.();
        await runTasks();
        positions.push(await positionOf(device));
      }
      const all = Promise.all(passes);
      while (!(await isDone(all))) heldAnswers.splice(0).forEach((arrive) => arrive());
      device.server = (_path, request: SyncRequest) => feed.answer(request);
      await runPass(device.db, device.environment);

      expect(positions).toEqual(positions.toSorted(([turnA, a], [turnB, b]) => turnA - turnB || a - b));
      const held = await device.db.tickets.toArray();
      expect(Object.fromEntries(held.map(({ id, rev }) => [id, rev]))).toEqual(feed.revisions());
      device.db.close();
    }),
    { numRuns: 60 },
  );
});

/** The number of the device's resets, and its cursor. */
async function positionOf({ db }: TestDevice): Promise<[number, number]> {
  const at = await db.fact('at');
  return [at?.turn ?? 0, Number(at?.cursor ?? 0)];
}

async function runTasks(): Promise<void> {
  for (let n = 0; n < 30; n++) await new Promise((resolve) => setImmediate(resolve));
}

async function isDone(all: Promise<unknown>): Promise<boolean> {
  const unfinished = Symbol('unfinished');
  await runTasks();
  return (await Promise.race([all, Promise.resolve(unfinished)])) !== unfinished;
}
