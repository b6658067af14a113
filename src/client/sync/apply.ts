import type { MutationResult, SyncAnswer, SyncRequest } from '../../contract/sync.ts';
import { effectsOf } from '../actions/all.ts';
import type { LocalDatabase } from '../local/database.ts';
import { start, type Position } from '../local/meta.ts';
import type { OutboxItem } from '../local/stored.ts';
import { errorOf, isFault, verdictOf } from './error-table.ts';
import type { Ref } from './fold.ts';
import { writeLog } from './log.ts';
import { pick } from './pick.ts';
import { emptyCache, rebuild, takeRows } from './view.ts';

/** When the answer came and how long it took, in ms. */
export interface Took {
  at: number;
  ms: number;
}

export interface Applied {
  /** There is more to push or to pull at once. */
  more: boolean;
  /** A newer app is needed before some items can go. */
  outdated: boolean;
  /** Lanes whose first item was not taken yet: nothing of theirs goes before the next pass. */
  held: Set<string>;
}

/**
 * Applies an answer: all of it in one transaction, or, when another pass has moved on since `request` was made
 * (compare-and-set on the position), nothing; then it gives null.
 */
export function applyAnswer(
  db: LocalDatabase,
  request: SyncRequest,
  answer: SyncAnswer,
  took: Took,
): Promise<Applied | null> {
  return db.transaction('rw', db.syncTables, async () => {
    if (!isSame((await db.fact('at')) ?? start, request)) return null;
    const { refs, held, outdated } = await takeResults(db, answer.results);
    for (const { id, lane } of request.mutations)
      if (!answer.results.some((result) => result.id === id)) held.add(lane);
    const waiting = await db.outbox.orderBy('seq').toArray();
    if (answer.reset) await emptyCache(db, waiting);
    await takeRows(
      db,
      answer.results.flatMap(({ rows }) => rows),
    );
    if (!answer.reset) await takeRows(db, [...answer.older, ...answer.changes]);
    // Rows under which a shadow lies are few, and those whose shadow just changed are among them.
    await rebuild(db, [...refs, ...(await db.shadow.toArray())], waiting);
    await moveTo(db, answer);
    const received = answer.changes.length + answer.older.length;
    await writeLog(db, { what: 'pass', sent: request.mutations.length, received, ...took });
    const unsent = pick(waiting, undefined, held).length > 0;
    return { more: answer.reset || answer.more || answer.before !== null || unsent, outdated, held };
  });
}

interface Taken {
  refs: Ref[];
  held: Set<string>;
  outdated: boolean;
}

async function takeResults(db: LocalDatabase, results: readonly MutationResult[]): Promise<Taken> {
  const taken: Taken = { refs: [], held: new Set(), outdated: false };
  const items = await db.outbox
    .where('id')
    .anyOf(results.map(({ id }) => id))
    .toArray();
  const byId = new Map(items.map((item) => [item.id, item]));
  for (const result of results) {
    const item = byId.get(result.id);
    if (!item) continue;
    taken.refs.push(...effectsOf(item));
    await takeResult(db, item, result, taken);
  }
  return taken;
}

async function takeResult(db: LocalDatabase, item: OutboxItem, result: MutationResult, taken: Taken): Promise<void> {
  const faults = item.faults ?? 0;
  const verdict = verdictOf(result, faults);
  if (verdict === 'gone') return db.outbox.delete(item.seq);
  if (verdict === 'outdated') taken.outdated = true;
  const error = errorOf(result);
  const state = verdict === 'conflict' || verdict === 'failed' ? verdict : item.state;
  if (state === item.state) taken.held.add(item.lane);
  await db.outbox.put({ ...item, state, error, ...(isFault(result) && { faults: faults + 1 }) });
}

async function moveTo(db: LocalDatabase, answer: SyncAnswer): Promise<void> {
  const { epoch, cursor, before, older, total } = answer;
  await db.setFact('at', answer.reset ? { ...start, epoch } : { epoch, cursor, before });
  const load = total === null ? await db.fact('load') : { done: 0, total };
  const loading = load && before !== null && !answer.reset;
  await db.setFact('load', loading ? { done: load.done + older.length, total: load.total } : null);
}

const isSame = (a: Position, b: Position): boolean =>
  a.epoch === b.epoch && a.cursor === b.cursor && a.before === b.before;
