import type { MutationResult } from '../../contract/sync.ts';
import type { CallFailure } from '../api/failure.ts';
import type { ItemError, OutboxItem } from '../local/stored.ts';

/*
 * What an answer means for what waits (design: "Error table"). Nothing else in this room looks at a status or a code.
 */

/** `gone`: done, or sealed by its person · `conflict`, `failed`: parked for the person · `waits`: same id again later. */
export type Verdict = 'gone' | 'conflict' | 'failed' | 'waits' | 'outdated';

/** Results of 500 for one item, each in an answer that was a success as a whole, before it is shown to its person. */
const faultsMax = 8;

/** What becomes of an item after its result. */
export function verdictOf(result: Pick<MutationResult, 'status' | 'code'>, item: OutboxItem): Verdict {
  const { status, code } = result;
  if (status < 300) return 'gone';
  // Sealed: by its person, or by another tab that has not come to say so.
  if (code === 'CANCELLED') return item.dropping ? 'gone' : 'failed';
  if (isFault(result)) return (item.faults ?? 0) + 1 < faultsMax ? 'waits' : 'failed';
  if (notYet.has(status) || code === 'IN_PROGRESS') return 'waits';
  return others[status] ?? 'failed';
}

const others: Record<number, Verdict> = { 409: 'conflict', 412: 'conflict', 426: 'outdated' };

/** The server broke on this item. */
export const isFault = ({ status, code }: Pick<MutationResult, 'status' | 'code'>): boolean =>
  status >= 500 && !notYet.has(status) && code !== 'IN_PROGRESS';

const notYet: ReadonlySet<number> = new Set([401, 408, 424, 425, 429, 503]);

/** What is told about a parked item. A fault decides nothing: the id is still open. */
export function errorOf({ status, code, errors, details }: Omit<MutationResult, 'id' | 'rows'>): ItemError {
  return { status, code, ...(errors && { errors }), ...(details && { details }), ...(status >= 500 && { open: true }) };
}

/**
 * How a pass ended. `idle`: nothing is left to do · `offline`, `busy`, `broken`: again later · `storage`: this device's
 * storage failed, again later · `signIn`, `outdated`: rests until the person has done something.
 */
export interface PassEnd {
  kind: 'idle' | 'offline' | 'busy' | 'broken' | 'storage' | 'signIn' | 'outdated';
  /** Milliseconds, when the server said so. */
  retryAfter?: number;
  /** Of `busy`: the server as a whole could not work. Otherwise it asked this device alone to come later. */
  outage?: true;
}

/** Says whether a pass failed because of the line or the whole server: once those are good again, nothing need wait. */
export const isOutage = ({ kind, outage }: PassEnd): boolean => kind === 'offline' || kind === 'broken' || !!outage;

/** How a pass ends when its request failed as a whole. */
export function endOf(failure: CallFailure): PassEnd {
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
 * Says whether a failed request may be the fault of something in it. A 500 of a whole request is an outage, as a 503
 * is: it says nothing about any item.
 */
export const blamesContent = ({ kind }: CallFailure): boolean => kind === 'refused';

/** Says whether a failed upload holds back its own lane only, so that the rest of the batch goes without it. */
export const holdsOnlyLane = ({ kind }: CallFailure): boolean => kind === 'busy' || kind === 'broken';

/** What is told about an item without which the server takes the request. Its id is still open. */
export const errorOfContent = ({ code = 'ERROR' }: CallFailure): ItemError => ({
  status: code === 'REQUEST_TOO_LARGE' ? 413 : 400,
  code,
  open: true,
});

/**
 * Says whether a money call's key has been decided by this answer: only then the pledge may go. A body that is too
 * large may be a proxy's word (413 has no body of ours then): the server has not decided.
 */
export const isDefinite = ({ kind, code }: CallFailure): boolean =>
  kind === 'refused' && code !== 'IN_PROGRESS' && code !== 'REQUEST_TOO_LARGE';
