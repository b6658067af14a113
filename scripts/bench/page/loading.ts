import type { SyncAnswer } from '../../../src/contract/sync.ts';
import { pullPage } from '../../../src/contract/sync-limits.ts';
import { deviceMeans } from '../../../src/client/local/means.ts';
import type { Line } from '../../../src/client/sync/line.ts';
import { runPass } from '../../../src/client/sync/pass.ts';
import { openStores } from './devices.ts';
import { time, watchLongTasks, type StoreName } from './measure.ts';
import { changesOf, tablesOf, type Size } from './rows.ts';

export interface Loaded {
  rows: number;
  /** Milliseconds of each store for all of them. */
  ms: Record<StoreName, number>;
  /** Milliseconds until the first answer is on the device: the first page can be shown. */
  firstAnswer: number;
  /** Tasks over 50 ms of ours on the main thread. */
  longTasks: number[];
}

/**
 * The first load of all stores, answer by answer in turns. Ours is the real pass with everything it does between two
 * answers; only the network is missing.
 */
export async function loadAll(size: Size): Promise<Loaded> {
  const { ours, ...plain } = await openStores();
  const answers = answersOf(size);
  const spans: [from: number, to: number][] = [];
  const loaded = { rows: 0, ms: { floor: 0, dexie: 0, sqlite: 0, ours: 0 } };
  let began = 0;
  const line: Line = {
    token: async () => 'bench',
    call: (async () => {
      if (began > 0) spans.push([began, performance.now()]);
      const answer = answers.next().value as SyncAnswer;
      for (const name of ['floor', 'dexie', 'sqlite'] as const) {
        if (answer.older.length > 0) loaded.ms[name] += await time(() => plain[name].load(answer.older));
      }
      loaded.rows += answer.older.length;
      await restingMoment();
      began = performance.now();
      return answer;
    }) as unknown as Line['call'],
  };
  const longTasks = watchLongTasks((at) => spans.some(([from, to]) => at >= from - 1 && at <= to));
  const end = await runPass(ours, { line, means: deviceMeans });
  spans.push([began, performance.now()]);
  if (end.kind !== 'idle') throw new Error(`the first load ended with ${end.kind}`);
  const ms = spans.map(([from, to]) => to - from);
  loaded.ms.ours = ms.reduce((a, b) => a + b);
  return { ...loaded, firstAnswer: ms[0]!, longTasks: longTasks() };
}

/** The answers of a server with a shop of this size: pages of the first load, then the news, which are none. */
function* answersOf(size: Size): Generator<SyncAnswer> {
  const tables = tablesOf(size);
  const total = tables.reduce((sum, { count }) => sum + count, 0);
  let sent = 0;
  for (const { entity, count } of tables) {
    for (let from = 0; from < count; from += pullPage) {
      const older = changesOf(entity, from, Math.min(count, from + pullPage));
      sent += older.length;
      yield {
        ...nothing,
        older,
        before: sent < total ? `${entity}:${from}` : null,
        total: from === 0 && entity === 'categories' ? total : null,
      };
    }
  }
  for (;;) yield nothing;
}

const nothing: SyncAnswer = {
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

/** A task of its own, so that a long task belongs to one of the two. */
const restingMoment = (): Promise<void> => new Promise((rested) => setTimeout(rested));
