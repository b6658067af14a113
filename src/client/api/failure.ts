import type { FieldErrors, RefusalCode } from '../../contract/refusals.ts';

/**
 * Why a call gave no answer: `unreachable` (network, timeout, captive portal: it may or may not have arrived) ·
 * `busy` (the server asks to come again) · `broken` (the server failed) · `signedOut` · `refused` (a definite no
 * with a code) · `outdated` (this app must be updated first).
 */
export type FailureKind = 'unreachable' | 'busy' | 'broken' | 'signedOut' | 'refused' | 'outdated';

export interface FailureFacts {
  /** Of a refusal always; of the others where the server told one. */
  code?: RefusalCode;
  errors?: FieldErrors;
  details?: Record<string, unknown>;
  /** Milliseconds after which the server wants to be asked again. */
  retryAfter?: number;
  /** Of a broken server: finds the request in its logs. */
  requestId?: string;
}

/** The only thing a call throws. */
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

/** The failure a call ended with; anything else is a fault of ours and is thrown on. */
export function asFailure(thrown: unknown): CallFailure {
  if (thrown instanceof CallFailure) return thrown;
  throw thrown;
}
