import type { Collection, InsertType } from 'dexie';
import type { Endpoint, InputOf, OutputOf } from '../../contract/endpoint.ts';
import { asFailure, CallFailure } from '../api/failure.ts';
import type { LocalDatabase } from '../local/database.ts';
import type { PendingCall } from '../local/stored.ts';
import { backOff, isDefinite } from './error-table.ts';
import type { Runtime } from '../local/runtime.ts';
import { deviceTransport, deviceEnvironment, type Transport, type SyncEnvironment } from './transport.ts';
import { withLockIfFree } from './lock.ts';
import { deleteSeen } from './outcomes.ts';
import { isPageVisible } from './browser-features.ts';
import { cancelKey } from './cancel.ts';
import { withReserve } from './reserve.ts';
import { NotSaved } from './storage.ts';

/*
 * A call that moves money never queues. Its record (`PendingCall`, in the store `pledges`) is written before the
 * request leaves, and removed when the user sees a definite answer. Without such an answer the record stays, and
 * `settle` has the server decide: applied, refused or cancelled for good. The outcome is kept until the user has seen
 * it (`outcomes.ts`). On a full device both are stored with the reserve: the record before the request leaves, or nothing
 * is sent; the outcome after it, or `settle` asks for it again later.
 */

const timeoutMs = 20_000;
const retryForMs = 60_000;
const retryDelayMinMs = 500;

export interface MoneyCallOptions<Answer = unknown> {
  /** The Idempotency-Key, made when the dialog opened: a double click or a reload sends the same key. */
  key: string;
  /** Details for the message that reports the outcome. Never a PIN. */
  about: Record<string, unknown>;
  /** Aborts when the dialog closes, which ends the retries. */
  signal?: AbortSignal;
  /** Called before each retry with the same key, because the previous answer was lost. */
  onDoubt?: () => void;
  /**
   * Returns the records that an answer names, as `entity:key`. They are stored if the page is hidden when it arrives.
   */
  touched?: (answer: Answer) => string[];
}

/** Keys of calls whose first request is under way in this tab: they are not in doubt yet. */
const firstRequests = new Set<string>();

/**
 * `unknown`: the record stays, and `settle` asks for the outcome later. After `refused` a new attempt needs a new key.
 */
export type MoneyCallOutcome<Answer> =
  | { kind: 'done'; answer: Answer }
  | { kind: 'refused'; failure: CallFailure }
  | { kind: 'unknown' };

/**
 * Makes a call that moves money and keeps a record of it until its outcome is known and seen. Throws NotSaved when the
 * storage fails before the request is sent.
 */
export async function makeMoneyCall<E extends Endpoint>(
  db: LocalDatabase,
  endpoint: E,
  input: InputOf<E>,
  options: MoneyCallOptions<OutputOf<E>>,
  { transport, runtime }: SyncEnvironment = deviceEnvironment,
): Promise<MoneyCallOutcome<OutputOf<E>>> {
  const { key, about } = options;
  firstRequests.add(key);
  const pledge: PendingCall = { key, state: 'asked', call: endpoint.name, about, createdAt: runtime.now() };
  await withReserve(db, () => db.pledges.put(pledge)).catch((thrown: unknown) => {
    firstRequests.delete(key);
    throw thrown;
  });
  const attempt = async () => {
    const result = await callOnce(db, endpoint, input, options, transport);
    if (result.kind === 'unknown') await markInDoubt(db, key);
    return result;
  };
  const outcome = await withLockIfFree(lockOf(db, key), () => callUntilDefinite(attempt, options, runtime)).catch(
    async (thrown: unknown) => {
      await markInDoubt(db, key);
      throw thrown;
    },
  );
  if (!outcome || outcome.kind === 'unknown') {
    await markInDoubt(db, key);
    return { kind: 'unknown' };
  }
  firstRequests.delete(key);
  await storeIfPossible(db, async () => {
    if (isPageVisible()) await db.pledges.delete(key);
    else await db.pledges.update(key, settledFields(outcome, options));
  });
  return outcome;
}

/** Marks a call as in doubt. The write has the live queries of all tabs read the calls in doubt again. */
async function markInDoubt(db: LocalDatabase, key: string): Promise<void> {
  if (firstRequests.delete(key)) await storeIfPossible(db, () => db.pledges.update(key, { unanswered: true }));
}

/** Stores a change. Returns false when the storage failed; `settle` then asks the server again later. */
async function storeIfPossible(db: LocalDatabase, change: () => Promise<unknown>): Promise<boolean> {
  try {
    await withReserve(db, change);
    return true;
  } catch (thrown) {
    if (thrown instanceof NotSaved) return false;
    throw thrown;
  }
}

function settledFields<Answer>(
  outcome: Exclude<MoneyCallOutcome<Answer>, { kind: 'unknown' }>,
  { touched }: MoneyCallOptions<Answer>,
): Partial<PendingCall> {
  if (outcome.kind === 'done')
    return { state: 'settled', outcome: 'applied', touched: touched?.(outcome.answer) ?? [] };
  return { state: 'settled', outcome: 'refused', refusal: outcome.failure.code ?? 'ERROR' };
}

/**
 * Makes the server decide the outcome of a call, and keeps it until the user has seen it. Returns `unknown` also when the
 * device cannot store the outcome.
 */
export async function settle(
  db: LocalDatabase,
  key: string,
  transport: Transport = deviceTransport,
): Promise<'applied' | 'refused' | 'cancelled' | 'unknown'> {
  const decided = await cancelKey(db, key, transport);
  if (decided === 'unknown') return 'unknown';
  const { state, ...rest } = decided;
  const isStored = await storeIfPossible(db, () =>
    db.pledges.update(key, { state: 'settled', outcome: state, ...rest }),
  );
  return isStored ? state : 'unknown';
}

/** Settles the calls that no tab is making right now. Run at the start and when the connection is back. */
export async function settleAll(db: LocalDatabase, transport: Transport = deviceTransport): Promise<void> {
  for (const { key } of await unsettledCalls(db).toArray()) {
    await withLockIfFree(lockOf(db, key), () => settle(db, key, transport));
  }
}

/**
 * Settles every call, before the database is deleted. Deletes those that were not applied and returns their keys; null
 * when a call could not be settled. Applied calls are kept for the user to see.
 */
export async function cancelCallsInDoubt(
  db: LocalDatabase,
  transport: Transport = deviceTransport,
): Promise<string[] | null> {
  const notApplied: string[] = [];
  for (const key of await unsettledCalls(db).primaryKeys()) {
    const outcome = await settle(db, key, transport);
    if (outcome === 'unknown') return null;
    if (outcome !== 'applied') notApplied.push(key);
  }
  await deleteSeen(db, notApplied);
  return notApplied;
}

/** The calls that the server has not settled, including those whose first request is under way. */
export const unsettledCalls = (db: LocalDatabase): Collection<PendingCall, string, InsertType<PendingCall, 'key'>> =>
  db.pledges.where('state').equals('asked');

/**
 * Returns the calls in doubt, oldest first: the unsettled ones, except those whose first request this tab is making.
 */
export async function readCallsInDoubt(db: LocalDatabase): Promise<PendingCall[]> {
  const unsettled = await unsettledCalls(db).sortBy('createdAt');
  return unsettled.filter(({ key }) => !firstRequests.has(key));
}

/**
 * Repeats the call with the same key until an answer is definite, for a minute at most and while the dialog is open.
 */
async function callUntilDefinite<Answer>(
  attempt: () => Promise<CallResult<Answer>>,
  { signal, onDoubt }: Pick<MoneyCallOptions, 'signal' | 'onDoubt'>,
  runtime: Runtime,
): Promise<CallResult<Answer>> {
  const until = runtime.now() + retryForMs;
  for (let tries = 0; ; tries++) {
    const result = await attempt();
    if (result.kind !== 'unknown' || result.isOver || signal?.aborted) return result;
    const wait = Math.max(retryDelayMinMs, backOff(tries, result.retryAfter, runtime.random));
    if (runtime.now() + wait > until) return result;
    onDoubt?.();
    await runtime.wait(wait);
  }
}

/** `isOver`: a retry is useless before the user has signed in again. */
type CallResult<Answer> =
  | Exclude<MoneyCallOutcome<Answer>, { kind: 'unknown' }>
  | { kind: 'unknown'; isOver?: boolean; retryAfter?: number };

async function callOnce<E extends Endpoint>(
  db: LocalDatabase,
  endpoint: E,
  input: InputOf<E>,
  { key, signal }: Pick<MoneyCallOptions, 'key' | 'signal'>,
  transport: Transport,
): Promise<CallResult<OutputOf<E>>> {
  const token = await transport.token(db.userId);
  if (!token) return { kind: 'unknown', isOver: true };
  const call = transport.call<E>(endpoint, input, { key, token, timeout: timeoutMs, ...(signal && { signal }) });
  const answer = await call.catch(asFailure);
  if (!(answer instanceof CallFailure)) return { kind: 'done', answer };
  if (isDefinite(answer)) return { kind: 'refused', failure: answer };
  const { kind, retryAfter } = answer;
  return { kind: 'unknown', isOver: kind === 'signedOut', ...(retryAfter !== undefined && { retryAfter }) };
}

const lockOf = (db: LocalDatabase, key: string): string => `pledge:${db.name}:${key}`;
