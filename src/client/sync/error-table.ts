import type { MutationResult } from '../../contract/sync.ts';
import type { CallFailure } from '../api/failure.ts';
import type { ItemError, OutboxItem } from '../local/stored.ts';

/*
 * What an answer means for what waits (design: "Error table"). Nothing else in this room looks at a status or a code.
 */

/** `gone`: done, or sealed by its person · `conflict`, `failed`: parked for the person · `waits`: same id again later. */
export type Verdict = 'gone' | 'conflict' | 'failed' | 'waits' | 'outdated';

/** Passes that end in a fault of the server before an item is shown to its person. */
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
 * How a pass ended. `idle`: nothing is left to do · `offline`, `busy`, `broken`: again later · `signIn`, `outdated`:
 * rests until the person has done something.
 */
export interface PassEnd {
  kind: 'idle' | 'offline' | 'busy' | 'broken' | 'signIn' | 'outdated';
  /** Milliseconds, when the server said so. */
  retryAfter?: number;
}

/** How a pass ends when its request failed as a whole. */
export function endOf(failure: CallFailure): PassEnd {
  const wait = failure.retryAfter === undefined ? {} : { retryAfter: failure.retryAfter };
  switch (failure.kind) {
    case 'unreachable':
      return { kind: 'offline', ...wait };
    case 'busy':
      return { kind: 'busy', ...wait };
    case 'signedOut':
      return { kind: 'signIn' };
    case 'outdated':
      return { kind: 'outdated' };
    case 'broken':
    case 'refused':
      return { kind: 'broken', ...wait };
  }
}

/** Says whether a whole batch was at fault rather than the line or the person: then fewer items go next time. */
export const blamesBatch = ({ kind }: CallFailure): boolean => kind === 'refused' || kind === 'broken';

/** Says whether the same items may go again at once, in smaller batches. */
export const isTooLarge = ({ code }: CallFailure): boolean => code === 'REQUEST_TOO_LARGE';

/** What becomes of the only item of a batch that was at fault. */
export function aloneAtFault(
  failure: CallFailure,
  item: OutboxItem,
): { verdict: 'waits' | 'failed'; error: ItemError } {
  const error: ItemError = { status: failure.kind === 'broken' ? 500 : 400, code: failure.code ?? 'ERROR', open: true };
  const again = failure.kind === 'broken' && (item.faults ?? 0) + 1 < faultsMax;
  return { verdict: again ? 'waits' : 'failed', error };
}

/** Says whether a money call's key has been decided by this answer: only then the pledge may go. */
export const isDefinite = ({ kind, code }: CallFailure): boolean => kind === 'refused' && code !== 'IN_PROGRESS';
