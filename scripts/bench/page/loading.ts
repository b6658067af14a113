import type { SyncAnswer } from '../../../src/contract/sync.ts';
import { pullPage } from '../../../src/contract/sync-limits.ts';
import { deviceRuntime } from '../../../src/client/local/runtime.ts';
import type { Transport } from '../../../src/client/sync/transport.ts';
import { runPass } from '../../../src/client/sync/pass.ts';
import { openStores } from './stores.ts';
import { time, watchLongTasks, type StoreName } from './measure.ts';
import { changesOf, tablesOf, type Size } from './rows.ts';

export interface Loaded {
  rows: number;
  /** How long each store took to store all of them, in ms. */
  ms: Record<StoreName, number>;
  /** Milliseconds until ours has stored the first answer, and could show the first page. */
  firstAnswer: number;
  /** The tasks of ours over 50 ms on the main thread, in ms. */
  longTasks: number[];
}

/**
 * Measures the first load of all stores, which take turns with each answer. Ours is the real pass with everything it
 * does between two answers; only the network is missing.
 */
export async function loadAll(size: Size): Promise<Loaded> {
  const { ours, ...plain } = await openStores();
  const answers = answersOf(size);
  const spans: [from: number, to: number][] = [];
  const loaded = { rows: 0, ms: { floor: 0, dexie: 0, sqlite: 0, ours: 0 } };
  let startedAt = 0;
  const transport: Transport = {
    token: async () => 'bench',
    call: (async () => {
      if (startedAt > 0) spans.push([startedAt, performance.now()]);
      await nextTask();
      const answer = answers.next().value as SyncAnswer;
      for (const name of ['floor', 'dexie', 'sqlite'] as const) {
        if (answer.older.length > 0) loaded.ms[name] += await time(() => plain[name].load(answer.older));
      }
      loaded.rows += answer.older.length;
      await nextTask();
      startedAt = performance.now();
      return answer;
    }) as unknown as Transport['call'],
  };
  const longTasks = watchLongTasks((at) => spans.some(([from, to]) => at >= from - 1 && at <= to));
  const end = await runPass(ours, { transport, runtime: deviceRuntime });
  spans.push([startedAt, performance.now()]);
  if (end.kind !== 'idle') throw new Error(`the first load ended with ${end.kind}`);
  const ms = spans.map(([from, to]) => to - from);
  loaded.ms.ours = ms.reduce((a, b) => a + b);
  return { ...loaded, firstAnswer: ms[0]!, longTasks: longTasks() };
}

/** The answers of a server with a shop of this size: pages of the first load, then answers without changes. */
function* answersOf(size: Size): Generator<SyncAnswer> {
  const tables = tablesOf(size);
  const total = tables.reduce((sum, { count }) => sum + count, 0);
  let sent = 0;
  for (const { entity, count } of tables) {
    for (let from = 0; from < count; from += pullPage) {
      const older = changesOf(entity, from, Math.min(count, from + pullPage));
      sent += older.length;
      yield {
        ...emptyAnswer,
        older,
        before: sent < total ? `${entity}:${from}` : null,
        total: from === 0 && entity === 'categories' ? total : null,
      };
    }
  }
  for (;;) yield emptyAnswer;
}

const emptyAnswer: SyncAnswer = {
  code: 'SUCCESS',
  epoch: 'bench',
  reset: false,
  results: [],
  changes: [],
  older: [],
  cursor: 'bench',
  before: null,
  more: false,
  total: null,
  now: new Date(0).toISOString(),
};

/** Waits for a new task, so that a long task belongs either to ours or to the other stores. */
const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
