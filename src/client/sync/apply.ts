import type { MutationResult, SyncAnswer, SyncRequest, UnsentElsewhere } from '../../contract/sync.ts';
import { effectsOf } from '../actions/all.ts';
import type { LocalDatabase } from '../local/database.ts';
import { start, type Standing } from '../local/meta.ts';
import type { OutboxItem } from '../local/stored.ts';
import type { Collected } from './collect.ts';
import { errorOf, isFault, verdictOf } from './error-table.ts';
import { forgetFiles, sendFilesAgain } from './files.ts';
import type { Ref } from './fold.ts';
import { writeLog } from './log.ts';
import { pick } from './pick.ts';
import { noteSent } from './sent-lately.ts';
import { copyRows, emptyCache, rebuild, takeRows } from './view.ts';

/** The server's time in the answer, and how long the exchange took, in ms. */
export interface Took {
  at: number;
  ms: number;
}

export interface Applied {
  /** There is more to push or to pull at once. */
  more: boolean;
  /** A newer app is needed before some items can go. */
  outdated: boolean;
  /** Lanes whose first item was not taken yet, in this exchange or an earlier one of the pass. */
  held: ReadonlySet<string>;
}

/**
 * Applies an answer: all of it in one transaction, or, when the device stands elsewhere by now (compare-and-set on the
 * position), nothing; then it gives null.
 */
export async function applyAnswer(
  db: LocalDatabase,
  collected: Collected,
  answer: SyncAnswer,
  took: Took,
): Promise<Applied | null> {
  const { request, at, held } = collected;
  const copied = bringsOnlyRows(request, answer) ? await copyAnswer(db, collected, answer, took) : 'folded';
  if (copied !== 'folded') return copied;
  return db.transaction('rw', db.syncTables, async () => {
    if (!isSame((await db.fact('at')) ?? start, at)) return null;
    const received = answer.changes.length + answer.older.length;
    await writeLog(db, { what: answer.reset ? 'reset' : 'pass', sent: request.mutations.length, received, ...took });
    return answer.reset ? resetCache(db, answer.epoch, held) : follow(db, { request, held, now: took.at }, answer);
  });
}

/** Most answers do. */
const bringsOnlyRows = ({ mutations }: SyncRequest, { reset, results }: SyncAnswer): boolean =>
  !reset && mutations.length === 0 && results.length === 0;

/**
 * Applies an answer in a transaction over the tables of its rows alone, so that lists can read the others meanwhile;
 * or gives `folded` where something waits for any row, and does nothing.
 */
async function copyAnswer(
  db: LocalDatabase,
  { at, held }: Collected,
  answer: SyncAnswer,
  took: Took,
): Promise<Applied | null | 'folded'> {
  const changes = [...answer.older, ...answer.changes];
  const tables = new Set(changes.map(({ entity }) => db.rows(entity)));
  const end = await db.transaction('rw', [db.shadow, db.meta, db.synclog, ...tables], async () => {
    const [now = start, shadows] = await Promise.all([db.fact('at'), db.shadow.count()]);
    if (!isSame(now, at)) return null;
    if (shadows > 0) return 'folded';
    const log = writeLog(db, { what: 'pass', sent: 0, received: changes.length, ...took });
    await Promise.all([log, copyRows(db, changes), moveTo(db, now, answer)]);
    return 'copied';
  });
  if (end !== 'copied') return end;
  const more = answer.more || answer.before !== null || (await hasUnsent(db, held));
  return { more, outdated: false, held };
}

/** Something may have been queued meanwhile. */
const hasUnsent = async (db: LocalDatabase, held: ReadonlySet<string>): Promise<boolean> =>
  pick(await db.outbox.orderBy('seq').toArray(), undefined, held).length > 0;

/**
 * The cache is forgotten, the outbox is not. Results that came along are left alone: their rows are older than the
 * load that follows, and the same ids ask for them again.
 */
export async function resetCache(
  db: LocalDatabase,
  epoch: string | null,
  held: ReadonlySet<string> = new Set(),
): Promise<Applied> {
  await emptyCache(db, await db.outbox.orderBy('seq').toArray());
  const { turn } = (await db.fact('at')) ?? start;
  await db.setFact('at', { ...start, epoch, turn: turn + 1 });
  await db.setFact('load', null);
  return { more: true, outdated: false, held };
}

async function follow(
  db: LocalDatabase,
  { request, held: before, now: at }: Pick<Collected, 'request' | 'held'> & { now: number },
  answer: SyncAnswer,
): Promise<Applied> {
  const { refs, held: now, outdated, sent } = await takeResults(db, answer.results);
  await noteSent(db, sent, at);
  const held = new Set([...before, ...now]);
  for (const { id, lane } of request.mutations) if (!answer.results.some((result) => result.id === id)) held.add(lane);
  const waiting = await db.outbox.orderBy('seq').toArray();
  await takeRows(db, [...answer.results.flatMap(({ rows }) => rows), ...answer.older, ...answer.changes]);
  // Rows under which a shadow lies are few, and those whose shadow just changed are among them.
  await rebuild(db, [...refs, ...(await db.shadow.toArray())], waiting);
  await moveTo(db, (await db.fact('at')) ?? start, answer);
  const unsent = pick(waiting, undefined, held).length > 0;
  return { more: answer.more || answer.before !== null || unsent, outdated, held };
}

interface Taken {
  refs: Ref[];
  /** Items that the server has accepted. */
  sent: OutboxItem[];
  held: Set<string>;
  outdated: boolean;
}

async function takeResults(db: LocalDatabase, results: readonly MutationResult[]): Promise<Taken> {
  const taken: Taken = { refs: [], sent: [], held: new Set(), outdated: false };
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
    if (lacksFiles(result)) await sendFilesAgain(db, item);
  }
  return taken;
}

async function takeResult(db: LocalDatabase, item: OutboxItem, result: MutationResult, taken: Taken): Promise<void> {
  const verdict = verdictOf(result, item);
  if (verdict === 'gone') {
    if (result.status < 300) taken.sent.push(item);
    await forgetFiles(db, [item]);
    return db.outbox.delete(item.seq);
  }
  if (verdict === 'outdated') taken.outdated = true;
  const error = errorOf(result);
  const state = verdict === 'conflict' || verdict === 'failed' ? verdict : item.state;
  if (state === item.state) taken.held.add(item.lane);
  await db.outbox.put({ ...item, state, error, ...(isFault(result) && { faults: (item.faults ?? 0) + 1 }) });
}

/** Written only where it changes: screens follow it. */
async function noteElsewhere(db: LocalDatabase, elsewhere: readonly UnsentElsewhere[]): Promise<void> {
  const known = (await db.fact('elsewhere')) ?? [];
  if (JSON.stringify(known) !== JSON.stringify(elsewhere)) await db.setFact('elsewhere', [...elsewhere]);
}

/** The server says which fields it refused: a file that it does not have is uploaded again with the next try. */
const lacksFiles = ({ errors = {} }: MutationResult): boolean => 'file_ids' in errors || 'file_id' in errors;

async function moveTo(
  db: LocalDatabase,
  { turn }: Standing,
  { epoch, cursor, before, older, total, elsewhere = [] }: SyncAnswer,
): Promise<void> {
  const load = total === null ? await db.fact('load') : { done: 0, total };
  const now = load && before !== null ? { done: load.done + older.length, total: load.total } : null;
  await Promise.all([
    db.setFact('at', { epoch, cursor, before, turn }),
    db.setFact('load', now),
    noteElsewhere(db, elsewhere),
  ]);
}

const isSame = (a: Standing, b: Standing): boolean =>
  a.epoch === b.epoch && a.cursor === b.cursor && a.before === b.before && a.turn === b.turn;
