import type { Exchange } from '../api/call.ts';
import type { CallFailure } from '../api/failure.ts';
import type { PassResult } from './error-table.ts';
import type { NotSaved } from './storage.ts';

/** From the page to its worker. */
export type ToWorker =
  /** Holds the lock as long as the worker lives, so that the page sees its end. */
  | { type: 'start'; userId: number; lock: string }
  | { type: 'run'; id: number; stealLockAfterMs?: number | undefined }
  | { type: 'abort' };

/** From the worker to its page. */
export type FromWorker =
  | { type: 'started' }
  | { type: 'result'; id: number; result: PassResult }
  /** The pass has failed: `why` of a `NotSaved`, else the error's name and text. */
  | { type: 'failed'; id: number; why: NotSaved['why'] | null; name: string; message: string }
  | { type: 'exchange'; exchange: Exchange }
  /** The server has refused a request with this token. */
  | { type: 'refused'; kind: CallFailure['kind']; token: string | null };
