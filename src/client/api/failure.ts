import type { FieldErrors, RefusalCode } from '../../contract/refusals.ts';

/**
 * Why a call failed: `unreachable` (network, timeout, captive portal: the request may have arrived) · `busy` (the
 * server asks for a retry later) · `broken` (the server failed) · `signedOut` · `refused` (a definite refusal with a
 * code) · `outdated` (this app must be updated first).
 */
export type FailureKind = 'unreachable' | 'busy' | 'broken' | 'signedOut' | 'refused' | 'outdated';

export interface FailureFacts {
  /** Set for every refusal, and for other failures when the server sent one; may be a code of a later version. */
  code?: RefusalCode;
  errors?: FieldErrors;
  details?: Record<string, unknown>;
  /** Milliseconds of the server's Retry-After. */
  retryAfter?: number;
  /** The id of the request in the server's logs. */
  requestId?: string;
}

/** The only error that a call throws. */
export class CallFailure extends Error {
  readonly kind: FailureKind;
  readonly code?: RefusalCode;
  readonly errors?: FieldErrors;
  readonly details?: Record<string, unknown>;
  readonly retryAfter?: number;
  readonly requestId?: string;

  constructor(kind: FailureKind, facts: FailureFacts = {}) {
    super(`${kind}${facts.code ? ` ${facts.code}` : ''}`);
    this.name = 'CallFailure';
    this.kind = kind;
    Object.assign(this, facts);
  }
}

/** Returns a caught CallFailure; rethrows any other error, which is a bug. */
export function asFailure(thrown: unknown): CallFailure {
  if (thrown instanceof CallFailure) return thrown;
  throw thrown;
}
