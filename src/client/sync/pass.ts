import type { Change, sync, SyncAnswer, SyncRequest } from '../../contract/sync.ts';
import { entities } from '../../contract/sync-limits.ts';
import { effectsOf } from '../actions/all.ts';
import { addresses } from '../api/addresses.ts';
import { asFailure, CallFailure } from '../api/failure.ts';
import type { LocalDatabase } from '../local/database.ts';
import { applyAnswer, writeLog, type ApplyResult } from './apply.ts';
import { collect, type Collected } from './collect.ts';
import { mayBeCausedByItem, passResultOf, errorOfCausingItem, type PassResult } from './error-table.ts';
import { newUploadRound, nextRound, startUploads, type UploadRound } from './files.ts';
import { isPendingItem } from './optimistic.ts';
import { deviceEnvironment, type Transport, type SyncEnvironment } from './transport.ts';
import { withLock } from './lock.ts';
import { noteServerTime } from './server-time.ts';
import { rebuildRows } from './rows-with-pending.ts';

/*
 * collect ──▶ send ──▶ apply ──▶ more? ──no──▶ idle · uploads
 *    ▲          │ failed           │ yes, or another tab was faster
 *    │          ▼                  │
 *    │      offline · busy · …     │
 *    └─────────────────────────────┘
 * No transaction is open while a request is under way. Correctness comes from ids and from the compare-and-set on the
 * position; the lock only saves work.
 */

const timeoutMs = 30_000;
/** Milliseconds after which changes are sent beside an upload that is still running. */
const uploadPauseMs = 2_000;
/** Maximum number of exchanges in one pass: if the server always had more, the pass would hold its lock forever. */
const exchangesMax = 1_000;

/** Pushes pending changes and pulls new rows until nothing is left, or the connection, server or session fails. */
export const runPass = (
  db: LocalDatabase,
  environment: SyncEnvironment = deviceEnvironment,
  { stealLockAfterMs, signal }: PassOptions = {},
): Promise<PassResult> => withLock(`sync:${db.name}`, () => pass(db, environment), stealLockAfterMs, signal);

/** How a pass waits for another tab's pass; see `withLock`. */
export interface PassOptions {
  stealLockAfterMs?: number;
  signal?: AbortSignal;
}

/**
 * `runPass` without the lock.
 *
 * @internal Exported for tests: the simulator orders the steps of several tabs itself, without locks.
 */
export async function pass(db: LocalDatabase, { transport, runtime }: SyncEnvironment): Promise<PassResult> {
  const startedAt = runtime.now();
  let held: ReadonlySet<string> = new Set();
  let round = newUploadRound();
  let isBehind = true;
  for (let exchanges = 0; exchanges < exchangesMax; exchanges++) {
    const token = await transport.token(db.userId);
    if (!token) return endPass(db, { kind: 'signIn' });
    const collected = await collect(db, held, { round, startedAt });
    const sentAt = runtime.now();
    const answer = await exchange(db, { transport, runtime, token, collected, round, isBehind });
    if (answer === 'again') continue;
    if (answer instanceof CallFailure) return endPass(db, passResultOf(answer), runtime.now());
    isBehind = answer.more || answer.before !== null;
    const { untried } = round;
    round = await nextRound(db, round, runtime);
    const arrivedAt = runtime.now();
    // Not NaN for an unreadable time: NaN never equals itself, so `lastSyncAt` would seem to change each time.
    const at = Date.parse(answer.now) || arrivedAt;
    const applied = await applyAnswer(db, collected, answer, { at, ms: arrivedAt - sentAt });
    await noteServerTime(db, { now: answer.now, sentAt, arrivedAt });
    if (!applied) continue;
    held = applied.held;
    if (applied.outdated) return endPass(db, { kind: 'outdated' });
    if (isComplete(applied, untried, round)) return completePass(db, held, { at, now: arrivedAt });
  }
  return { kind: 'busy' };
}

const isComplete = ({ more }: ApplyResult, untried: ReadonlySet<string>, { running }: UploadRound): boolean =>
  !more && untried.size === 0 && !running;

interface ExchangeInput extends SyncEnvironment {
  token: string;
  collected: Collected;
  round: UploadRound;
  /** The server has more rows for this device. */
  isBehind: boolean;
}

/**
 * Uploads files or sends the batch, and the batch also while an upload takes long. `again`: the pass may continue at
 * once, with the uploaded files or fewer items.
 */
async function exchange(db: LocalDatabase, parts: ExchangeInput): Promise<SyncAnswer | CallFailure | 'again'> {
  const { transport, runtime, token, collected, round, isBehind } = parts;
  const { request, toUpload } = collected;
  const { refused } = round;
  if (refused) {
    round.refused = null;
    return mayBeCausedByItem(refused.failure) ? parkIfCause(db, parts, refused) : refused.failure;
  }
  if (round.running ? request.mutations.length === 0 && !isBehind : toUpload.length > 0) {
    await runtime.wait(uploadPauseMs, round.running ?? startUploads(db, { transport, token }, toUpload, round));
    return 'again';
  }
  return sendBatch(db, parts);
}

async function sendBatch(db: LocalDatabase, parts: ExchangeInput): Promise<SyncAnswer | CallFailure | 'again'> {
  const { transport, runtime, token, collected, round } = parts;
  const answer = await send(transport, token, collected.request).catch(asFailure);
  if (!(answer instanceof CallFailure)) return answer;
  const result = mayBeCausedByItem(answer) ? await halveBatch(db, parts, answer) : answer;
  if (result === 'again' || !round.running) return result;
  await runtime.wait(Math.max(uploadPauseMs, answer.retryAfter ?? 0), round.running);
  return 'again';
}

const send = async (transport: Transport, token: string, request: SyncRequest): Promise<SyncAnswer> =>
  withKnownRows(await transport.call<typeof sync>(addresses.sync, request, { token, timeout: timeoutMs }));

/**
 * Leaves out the rows of tables that this device does not have. A server sends none to a device that names its tables;
 * should one do so, the device still follows the others (D-27).
 */
function withKnownRows(answer: SyncAnswer): SyncAnswer {
  const known = (rows: readonly Change[]) => rows.filter(({ entity }) => entities.includes(entity));
  const results = answer.results.map((result) => ({ ...result, rows: known(result.rows) }));
  return { ...answer, results, changes: known(answer.changes), older: known(answer.older) };
}

/** After a refusal of the whole request: halves the batch until one item is left, which may be the cause. */
async function halveBatch(
  db: LocalDatabase,
  parts: ExchangeInput,
  failure: CallFailure,
): Promise<CallFailure | 'again'> {
  const { mutations } = parts.collected.request;
  if (mutations.length === 0) return failure;
  if (mutations.length === 1) return parkIfCause(db, parts, { id: mutations[0]!.id, failure });
  await db.setFact('batch', Math.ceil(mutations.length / 2));
  return 'again';
}

/**
 * Parks an item if the server accepts the request without it. When the server or a proxy refuses that request too, the
 * item is not the cause.
 */
async function parkIfCause(
  db: LocalDatabase,
  { transport, token, collected }: ExchangeInput,
  { id, failure }: { id: string; failure: CallFailure },
): Promise<CallFailure | 'again'> {
  const control = await send(transport, token, { ...collected.request, mutations: [] }).catch(asFailure);
  if (!(control instanceof CallFailure)) return park(db, id, failure);
  await db.setFact('batch', null);
  return control;
}

async function park(db: LocalDatabase, id: string, failure: CallFailure): Promise<'again'> {
  await db.transaction('rw', db.syncTables, async () => {
    const item = await db.outbox.get({ id });
    if (!item || !isPendingItem(item)) return;
    await db.outbox.put({ ...item, state: 'failed', error: errorOfCausingItem(failure) });
    await rebuildRows(db, effectsOf(item), await db.outbox.orderBy('seq').toArray());
  });
  return 'again';
}

/** Ends a pass that has sent everything except the lanes and items in `held`, which wait for a later pass. */
async function completePass(
  db: LocalDatabase,
  held: ReadonlySet<string>,
  { at, now }: { at: number; now: number },
): Promise<PassResult> {
  await db.transaction('rw', db.meta, async () => {
    await db.setFact('lastSyncAt', at);
    await db.setFact('batch', null);
  });
  if (held.size === 0) return { kind: 'idle' };
  const items = await db.outbox.toArray();
  if (items.some((item) => held.has(item.lane) && isPendingItem(item))) return { kind: 'busy' };
  const dueTimes = items.flatMap(({ id, upload }) => (upload && held.has(id) ? [upload.until] : []));
  if (dueTimes.length === 0) return { kind: 'idle' };
  return { kind: 'uploads', retryAfter: Math.max(0, Math.min(...dueTimes) - now) };
}

async function endPass(db: LocalDatabase, result: PassResult, at: number = Date.now()): Promise<PassResult> {
  await db.transaction('rw', db.synclog, () => writeLog(db, { at, what: result.kind }));
  return result;
}
