import type { MutationResult } from '../../contract/sync.ts';
import type { CallFailure } from '../api/failure.ts';
import type { Runtime } from '../local/runtime.ts';
import type { ItemError, OutboxItem } from '../local/stored.ts';

/*
 * The effect of each answer on pending changes. No other file of this folder decides by the status or the code of a
 * mutation's result.
 */

/**
 * `gone`: applied, or cancelled by its author · `conflict`, `failed`: parked for the user · `waits`: sent again later
 * under the same id · `outdated`: needs a newer version of the app.
 */
export type Verdict = 'gone' | 'conflict' | 'failed' | 'waits' | 'outdated';

/** The number of 500 results after which an item is parked; a 500 of a whole request does not count. */
const faultsMax = 8;

/** Returns the effect of a result on its item. */
export function verdictOf(result: Pick<MutationResult, 'status' | 'code'>, item: OutboxItem): Verdict {
  const { status, code } = result;
  if (isAccepted(result)) return 'gone';
  // `dropping`: its author has discarded it. Otherwise another tab cancelled its key and has not stored the change yet.
  if (code === 'CANCELLED') return item.dropping ? 'gone' : 'failed';
  if (isFault(result)) return (item.faults ?? 0) + 1 < faultsMax ? 'waits' : 'failed';
  if (retriedStatuses.has(status) || code === 'IN_PROGRESS') return 'waits';
  return verdictByStatus[status] ?? 'failed';
}

const verdictByStatus: Record<number, Verdict> = { 409: 'conflict', 412: 'conflict', 426: 'outdated' };

/** Returns whether the server has accepted this item. */
export const isAccepted = ({ status }: Pick<MutationResult, 'status'>): boolean => status < 300;

/** Returns whether the server failed on this item. */
export const isFault = ({ status, code }: Pick<MutationResult, 'status' | 'code'>): boolean =>
  status >= 500 && !retriedStatuses.has(status) && code !== 'IN_PROGRESS';

const retriedStatuses: ReadonlySet<number> = new Set([401, 408, 424, 425, 429, 503]);

/** Returns the error to store with an item. After a fault of the server the item is undecided (`open`). */
export function errorOf({ status, code, errors, details }: Omit<MutationResult, 'id' | 'rows'>): ItemError {
  return { status, code, ...(errors && { errors }), ...(details && { details }), ...(status >= 500 && { open: true }) };
}

/**
 * How a pass ended. `idle`: nothing is left to do · `uploads`: only items whose files do not get through are left ·
 * `offline`, `busy`, `broken`: again later · `storage`, `full`: this device's storage failed or is full, again later ·
 * `signIn`, `outdated`: no further pass until the user has acted.
 */
export interface PassResult {
  kind: 'idle' | 'uploads' | 'offline' | 'busy' | 'broken' | 'storage' | 'full' | 'signIn' | 'outdated';
  /** Milliseconds: the server's Retry-After; of `uploads`, when the next upload is due. */
  retryAfter?: number;
  /** Of `busy`: the whole server was unavailable. Absent: the server throttled this device alone. */
  outage?: true;
}

/**
 * Returns whether a pass failed because of the connection or the whole server, so that the next may run at once when
 * they recover.
 */
export const isOutage = ({ kind, outage }: PassResult): boolean => kind === 'offline' || kind === 'broken' || !!outage;

/** Returns the result of a pass whose request failed as a whole. */
export function passResultOf(failure: CallFailure): PassResult {
  const wait = failure.retryAfter === undefined ? {} : { retryAfter: failure.retryAfter };
  switch (failure.kind) {
    case 'unreachable':
      return { kind: 'offline', ...wait };
    case 'busy':
      return { kind: 'busy', ...wait, ...(failure.code === 'BUSY' && { outage: true as const }) };
    case 'signedOut':
      return { kind: 'signIn' };
    case 'outdated':
      return { kind: 'outdated' };
    case 'broken':
    case 'refused':
      return { kind: 'broken', ...wait };
  }
}

/**
 * Returns whether one item may have caused the failure of its request. A 500 or 503 of a whole request is an outage,
 * which no item causes.
 */
export const mayBeCausedByItem = ({ kind }: CallFailure): boolean => kind === 'refused';

/**
 * Returns whether a failed upload holds back its own lane only, so that the rest is sent without it. A large upload may
 * be `unreachable` on a connection that works for the rest.
 */
export const affectsOneLane = ({ kind }: CallFailure): boolean =>
  kind === 'unreachable' || kind === 'busy' || kind === 'broken';

/** Returns the error of an item without which the server accepts the request. The item is undecided (`open`). */
export const errorOfCausingItem = ({ code = 'ERROR' }: CallFailure): ItemError => ({
  status: code === 'REQUEST_TOO_LARGE' ? 413 : 400,
  code,
  open: true,
});

/**
 * Returns whether this answer decides the key of a money call: only then its record may be removed. A 413 may come from
 * a proxy, so the server has not decided.
 */
export const isDefinite = ({ kind, code }: CallFailure): boolean =>
  kind === 'refused' && code !== 'IN_PROGRESS' && code !== 'REQUEST_TOO_LARGE';

const firstDelayMs = 2_000;
const maxDelayMs = 300_000;
/** Milliseconds; the longest wait of an upload. A later time comes from a clock that was set back. */
const uploadWaitMaxMs = 3_600_000;

/** Returns the ms before the next try: `retryAfter`, or full jitter, `random(0, min(5 min, 2 s · 2ⁿ))`. */
export function backOff(tries: number, retryAfter?: number, random: () => number = Math.random): number {
  return retryAfter ?? Math.floor(random() * Math.min(maxDelayMs, firstDelayMs * 2 ** tries));
}

/** Returns the failed upload of an item with its next time after another failure of `file`. */
export function uploadAfterFailure(
  { upload }: Pick<OutboxItem, 'upload'>,
  { file, failure }: { file: string; failure: CallFailure },
  { now, random }: Pick<Runtime, 'now' | 'random'>,
): NonNullable<OutboxItem['upload']> {
  const tries = upload?.file === file ? upload.tries : 0;
  // Not the Retry-After alone: with 0 the upload would be repeated without a pause.
  const delay = Math.max(backOff(tries, undefined, random), failure.retryAfter ?? 0);
  return { file, tries: tries + 1, until: now() + Math.min(delay, uploadWaitMaxMs) };
}

/** Returns whether the upload of an item failed and is not due at `now` (ms). */
export const isUploadWaiting = ({ upload }: Pick<OutboxItem, 'upload'>, now: number = Date.now()): boolean =>
  upload !== undefined && upload.until >= now && upload.until - now <= uploadWaitMaxMs;
