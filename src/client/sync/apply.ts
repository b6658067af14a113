import type { Change, EntityName, MutationResult, SyncAnswer, SyncRequest } from '../../contract/sync.ts';
import { effectsOf } from '../actions/all.ts';
import type { LocalDatabase } from '../local/database.ts';
import { startPosition, type Fact, type Facts, type SyncPosition } from '../local/meta.ts';
import type { OutboxItem, LogLine } from '../local/stored.ts';
import type { Collected } from './collect.ts';
import { errorOf, isAccepted, isFault, verdictOf } from './error-table.ts';
import { deleteFiles, resetUploads } from './files.ts';
import { headsAfter } from './ledger-heads.ts';
import { refKey, type RowRef } from './optimistic.ts';
import { pick } from './pick.ts';
import { recordSent } from './sent-lately.ts';
import { newerRowsOf, rebuildRows, resetCache, storeServerRows, writeNewerRows } from './rows-with-pending.ts';

/** `at`: the server's time in the answer · `ms`: how long the exchange took. Both in milliseconds. */
export interface ExchangeTiming {
  at: number;
  ms: number;
}

export interface ApplyResult {
  /** More can be pushed or pulled at once. */
  more: boolean;
  /** Some items need a newer version of the app. */
  outdated: boolean;
  /**
   * Lanes with an item that this pass has sent, and that the server has neither accepted nor refused.
   */
  held: ReadonlySet<string>;
}

/**
 * Applies an answer in one transaction. Applies nothing and returns null when the device's position has changed since
 * the request (compare-and-set).
 */
export async function applyAnswer(
  db: LocalDatabase,
  collected: Collected,
  answer: SyncAnswer,
  timing: ExchangeTiming,
): Promise<ApplyResult | null> {
  const { request, position, held } = collected;
  const result = hasOnlyRows(request, answer) ? await applyRowsOnly(db, collected, answer, timing) : 'hasPending';
  if (result !== 'hasPending') return result;
  return db.transaction('rw', db.syncTables, async () => {
    if (!isSamePosition((await db.fact('at')) ?? startPosition, position)) return null;
    const received = answer.changes.length + answer.older.length;
    await writeLog(db, { what: answer.reset ? 'reset' : 'pass', sent: request.mutations.length, received, ...timing });
    if (!answer.reset) return applyContent(db, { request, held, at: timing.at }, answer);
    // Results in the same answer are ignored: their rows are older than the load that follows, and the items are sent
    // again under the same ids.
    await resetCache(db, answer.epoch);
    return { more: true, outdated: false, held };
  });
}

/** Adds a line to the sync log and drops the oldest beyond 200. Numbers and codes only, never content. */
export async function writeLog(db: LocalDatabase, line: Omit<LogLine, 'n'>): Promise<void> {
  const n = await db.synclog.add(line);
  await db.synclog.delete(n - linesKept);
}

/** Returns whether an answer contains rows only, as most do. */
const hasOnlyRows = ({ mutations }: SyncRequest, { reset, results }: SyncAnswer): boolean =>
  !reset && mutations.length === 0 && results.length === 0;

/**
 * Applies an answer in a transaction over the tables of its rows alone, so that lists can read other tables meanwhile.
 * Applies nothing and returns `hasPending` when one of the rows has a pending change.
 */
async function applyRowsOnly(
  db: LocalDatabase,
  { position, held }: Collected,
  answer: SyncAnswer,
  timing: ExchangeTiming,
): Promise<ApplyResult | null | 'hasPending'> {
  const changes = [...answer.older, ...answer.changes];
  const tables = new Set(changes.map(({ entity }) => db.rows(entity)));
  const result = await db.transaction('rw', [db.shadow, db.meta, db.synclog, ...tables], async () => {
    const shadowKeys = db.shadow.toCollection().primaryKeys();
    const [facts, shadows, newerRows] = await Promise.all([
      readPositionFacts(db),
      shadowKeys,
      newerRowsOf(db, changes),
    ]);
    if (!isSamePosition(facts.position, position)) return null;
    if (hasPendingChange(shadows, changes)) return 'hasPending';
    const log = writeLog(db, { what: 'pass', sent: 0, received: changes.length, ...timing });
    // Reads nothing more, because a read would wait until all rows are written.
    await Promise.all([log, storePosition(db, facts, answer), writeNewerRows(db, newerRows)]);
    return 'stored';
  });
  if (result !== 'stored') return result;
  const more = answer.more || answer.before !== null || (await hasUnsent(db, held));
  return { more, outdated: false, held };
}

function hasPendingChange(shadows: readonly [EntityName, string][], changes: readonly Change[]): boolean {
  const pending = new Set(shadows.map(([table, key]) => refKey({ table, key })));
  return pending.size > 0 && changes.some(({ entity, key }) => pending.has(refKey({ table: entity, key })));
}

/** Returns whether an item can be sent now, for example one that was queued after the request was collected. */
const hasUnsent = async (db: LocalDatabase, held: ReadonlySet<string>): Promise<boolean> =>
  pick(await db.outbox.orderBy('seq').toArray(), undefined, held).length > 0;

async function applyContent(
  db: LocalDatabase,
  { request, held: heldBefore, at }: Pick<Collected, 'request' | 'held'> & { at: number },
  answer: SyncAnswer,
): Promise<ApplyResult> {
  const { refs, held: heldNow, outdated, accepted } = await applyResults(db, answer.results);
  await recordSent(db, accepted, at);
  const held = new Set([...heldBefore, ...heldNow]);
  for (const { id, lane } of request.mutations) if (!answer.results.some((result) => result.id === id)) held.add(lane);
  const items = await db.outbox.orderBy('seq').toArray();
  await storeServerRows(db, [...answer.results.flatMap(({ rows }) => rows), ...answer.older, ...answer.changes]);
  // Rows with a shadow are few, and they include those whose shadow has just changed.
  await rebuildRows(db, [...refs, ...(await db.shadow.toArray())], items);
  await storePosition(db, await readPositionFacts(db), answer);
  const isUnsent = pick(items, undefined, held).length > 0;
  return { more: answer.more || answer.before !== null || isUnsent, outdated, held };
}

interface AppliedResults {
  refs: RowRef[];
  /** Items that the server has accepted. */
  accepted: OutboxItem[];
  held: Set<string>;
  outdated: boolean;
}

async function applyResults(db: LocalDatabase, results: readonly MutationResult[]): Promise<AppliedResults> {
  const applied: AppliedResults = { refs: [], accepted: [], held: new Set(), outdated: false };
  const items = await db.outbox
    .where('id')
    .anyOf(results.map(({ id }) => id))
    .toArray();
  const byId = new Map(items.map((item) => [item.id, item]));
  for (const result of results) {
    const item = byId.get(result.id);
    if (!item) continue;
    applied.refs.push(...effectsOf(item));
    await applyResult(db, item, result, applied);
    if (lacksFiles(result)) await resetUploads(db, item);
  }
  return applied;
}

async function applyResult(
  db: LocalDatabase,
  item: OutboxItem,
  result: MutationResult,
  applied: AppliedResults,
): Promise<void> {
  const verdict = verdictOf(result, item);
  if (verdict === 'gone') {
    if (isAccepted(result)) applied.accepted.push(item);
    await deleteFiles(db, [item]);
    return db.outbox.delete(item.seq);
  }
  if (verdict === 'outdated') applied.outdated = true;
  const error = errorOf(result);
  const state = verdict === 'conflict' || verdict === 'failed' ? verdict : item.state;
  if (state === item.state) applied.held.add(item.lane);
  await db.outbox.put({ ...item, state, error, ...(isFault(result) && { faults: (item.faults ?? 0) + 1 }) });
}

/** Returns whether the server refused an item because it does not have one of its files. */
const lacksFiles = ({ errors = {} }: MutationResult): boolean => 'file_ids' in errors || 'file_id' in errors;

/** The device's position, and the facts stored with it. */
interface PositionFacts {
  position: SyncPosition;
  load: Facts['load'] | undefined;
  elsewhere: Facts['elsewhere'];
  currency: Facts['currency'] | undefined;
  articlesNewest: Facts['articlesNewest'] | undefined;
  shop: Facts['shop'] | undefined;
  heads: Facts['heads'];
}

async function readPositionFacts(db: LocalDatabase): Promise<PositionFacts> {
  const facts = await db.meta.bulkGet(['at', 'load', 'elsewhere', 'currency', 'articlesNewest', 'heads', 'shop']);
  const [at, load, elsewhere, currency, articlesNewest, heads, shop] = facts.map((fact) => fact?.v);
  return {
    position: (at as SyncPosition | undefined) ?? startPosition,
    load: load as PositionFacts['load'],
    elsewhere: (elsewhere as PositionFacts['elsewhere'] | undefined) ?? [],
    currency: currency as PositionFacts['currency'],
    articlesNewest: articlesNewest as PositionFacts['articlesNewest'],
    shop: shop as PositionFacts['shop'],
    heads: (heads as PositionFacts['heads'] | undefined) ?? [],
  };
}

/** Writes the position; other facts only when they have changed, because screens follow them. */
async function storePosition(db: LocalDatabase, facts: PositionFacts, answer: SyncAnswer): Promise<void> {
  const { epoch, cursor, before, older, total } = answer;
  const started = total === null ? facts.load : { done: 0, total };
  const load = started && before !== null ? { done: started.done + older.length, total: started.total } : null;
  const changed: Fact[] = [{ k: 'at', v: { epoch, cursor, before, turn: facts.position.turn } }];
  if (load) changed.push({ k: 'load', v: load });
  const removal = facts.load && !load ? [db.meta.delete('load')] : [];
  await Promise.all([db.meta.bulkPut([...changed, ...changedFacts(facts, answer)]), ...removal]);
}

function changedFacts(facts: PositionFacts, answer: SyncAnswer): Fact[] {
  const { elsewhere = [], currency, articles, shop } = answer;
  const heads = headsAfter(facts.heads, answer);
  const changed: Fact[] = [];
  if (JSON.stringify(facts.elsewhere) !== JSON.stringify(elsewhere)) changed.push({ k: 'elsewhere', v: elsewhere });
  if (currency && currency !== facts.currency) changed.push({ k: 'currency', v: currency });
  if (articles && articles !== facts.articlesNewest) changed.push({ k: 'articlesNewest', v: articles });
  if (shop && JSON.stringify(shop) !== JSON.stringify(facts.shop)) changed.push({ k: 'shop', v: shop });
  if (heads !== facts.heads) changed.push({ k: 'heads', v: heads });
  return changed;
}

const isSamePosition = (a: SyncPosition, b: SyncPosition): boolean =>
  a.epoch === b.epoch && a.cursor === b.cursor && a.before === b.before && a.turn === b.turn;

const linesKept = 200;
