import type { Change, EntityName, MutationResult, SyncAnswer, SyncRequest } from '../../contract/sync.ts';
import { effectsOf } from '../actions/all.ts';
import type { LocalDatabase } from '../local/database.ts';
import { start, type Fact, type Facts, type Standing } from '../local/meta.ts';
import type { OutboxItem } from '../local/stored.ts';
import type { Collected } from './collect.ts';
import { errorOf, isFault, verdictOf } from './error-table.ts';
import { forgetFiles, sendFilesAgain } from './files.ts';
import { nameOf, type Ref } from './fold.ts';
import { writeLog } from './log.ts';
import { pick } from './pick.ts';
import { noteSent } from './sent-lately.ts';
import { emptyCache, newsOf, rebuild, takeRows, writeNews } from './view.ts';

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
 * or gives `folded` where something waits for one of its rows, and does nothing.
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
    const shadowKeys = db.shadow.toCollection().primaryKeys();
    const [place, shadows, news] = await Promise.all([readPlace(db), shadowKeys, newsOf(db, changes)]);
    if (!isSame(place.at, at)) return null;
    if (liesUnder(shadows, changes)) return 'folded';
    const log = writeLog(db, { what: 'pass', sent: 0, received: changes.length, ...took });
    // Nothing is read from here on: a read would wait until all rows are written.
    await Promise.all([log, moveTo(db, place, answer), writeNews(db, news)]);
    return 'copied';
  });
  if (end !== 'copied') return end;
  const more = answer.more || answer.before !== null || (await hasUnsent(db, held));
  return { more, outdated: false, held };
}

function liesUnder(shadows: readonly [EntityName, string][], changes: readonly Change[]): boolean {
  const names = new Set(shadows.map(([table, key]) => nameOf({ table, key })));
  return names.size > 0 && changes.some(({ entity, key }) => names.has(nameOf({ table: entity, key })));
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
  await moveTo(db, await readPlace(db), answer);
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

/** The server says which fields it refused: a file that it does not have is uploaded again with the next try. */
const lacksFiles = ({ errors = {} }: MutationResult): boolean => 'file_ids' in errors || 'file_id' in errors;

/** Where the device stands, and the facts that come with it. */
interface Place {
  at: Standing;
  load: Facts['load'] | undefined;
  elsewhere: Facts['elsewhere'];
}

async function readPlace(db: LocalDatabase): Promise<Place> {
  const facts = await db.meta.bulkGet(['at', 'load', 'elsewhere']);
  const [at, load, elsewhere] = facts.map((fact) => fact?.v);
  return {
    at: (at as Standing | undefined) ?? start,
    load: load as Place['load'],
    elsewhere: (elsewhere as Place['elsewhere'] | undefined) ?? [],
  };
}

/** Facts are written only where they change: screens follow them. */
async function moveTo(db: LocalDatabase, place: Place, answer: SyncAnswer): Promise<void> {
  const { epoch, cursor, before, older, total, elsewhere = [] } = answer;
  const load = total === null ? place.load : { done: 0, total };
  const now = load && before !== null ? { done: load.done + older.length, total: load.total } : null;
  const facts: Fact[] = [{ k: 'at', v: { epoch, cursor, before, turn: place.at.turn } }];
  if (now) facts.push({ k: 'load', v: now });
  if (JSON.stringify(place.elsewhere) !== JSON.stringify(elsewhere)) facts.push({ k: 'elsewhere', v: elsewhere });
  const done = place.load && !now ? [db.meta.delete('load')] : [];
  await Promise.all([db.meta.bulkPut(facts), ...done]);
}

const isSame = (a: Standing, b: Standing): boolean =>
  a.epoch === b.epoch && a.cursor === b.cursor && a.before === b.before && a.turn === b.turn;
