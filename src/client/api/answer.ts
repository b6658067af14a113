import { refusalMark, refusalStatus, type RefusalBody } from '../../contract/refusals.ts';
import { CallFailure, type FailureFacts, type FailureKind } from './failure.ts';

/** An answer as received; `body` is `undefined` when it is not JSON. */
export interface RawAnswer {
  status: number;
  body: unknown;
  /** The header as received. */
  retryAfter: string | null;
}

/** Recognizes the success body of one call, as the contract's schemas do. */
export interface AnswerShape {
  safeParse(body: unknown): { success: boolean };
}

/** A parsed answer; `isOurs` says whether our server wrote it. */
export type ReadAnswer =
  | { isSuccess: true; isOurs: true; body: unknown }
  | { isSuccess: false; isOurs: boolean; failure: CallFailure };

/**
 * Returns a success of the given shape, or the failure. No other module reads the HTTP status of a call. An answer that
 * our server did not write (a captive portal's page, a proxy's error) counts as not having arrived; only 408, 413, 425
 * and 429 count from a proxy too.
 */
export function readAnswer(answer: RawAnswer, shape: AnswerShape): ReadAnswer {
  const { status, body } = answer;
  if (status >= 200 && status < 300 && shape.safeParse(body).success) return { isSuccess: true, isOurs: true, body };
  const refusal = isRefusal(status, body) ? body : undefined;
  const failure = new CallFailure(kindOf(status, refusal), factsOf(answer, refusal));
  return { isSuccess: false, isOurs: refusal !== undefined, failure };
}

function kindOf(status: number, refusal: RefusalBody | undefined): FailureKind {
  if (status === 408 || status === 425 || status === 429) return 'busy';
  if (status === 413) return 'refused';
  if (!refusal) return 'unreachable';
  return kindByStatus[status] ?? (status >= 500 ? 'broken' : signedOutOrRefused(refusal));
}

const kindByStatus: Record<number, FailureKind> = {
  426: 'outdated',
  502: 'unreachable',
  503: 'busy',
  504: 'unreachable',
};

const signedOutOrRefused = (refusal: RefusalBody): FailureKind =>
  refusal.code === 'UNAUTHENTICATED' ? 'signedOut' : 'refused';

function factsOf({ status, retryAfter }: RawAnswer, refusal: RefusalBody | undefined): FailureFacts {
  const facts: FailureFacts = {};
  if (refusal) facts.code = refusal.code;
  else if (status === 413) facts.code = 'REQUEST_TOO_LARGE';
  if (refusal?.errors) facts.errors = refusal.errors;
  if (refusal?.details) facts.details = refusal.details;
  if (refusal?.request_id) facts.requestId = refusal.request_id;
  const wait = milliseconds(retryAfter);
  if (wait !== undefined) facts.retryAfter = wait;
  return facts;
}

/** Returns the milliseconds of a `Retry-After` header, which has seconds or a date (RFC 9110, 10.2.3). */
function milliseconds(header: string | null, now: number = Date.now()): number | undefined {
  if (!header) return undefined;
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}

/**
 * Returns whether our server wrote the refusal: it has a message and a code, and the server's mark, or a known code with
 * its status. With the mark the code may be one of a later version (D-27), and its status says what it means.
 */
function isRefusal(status: number, body: unknown): body is RefusalBody {
  const { code, message, server } = (body ?? {}) as Partial<RefusalBody>;
  if (typeof code !== 'string' || typeof message !== 'string') return false;
  if (server === refusalMark && status >= 400) return true;
  return Object.hasOwn(refusalStatus, code) && refusalStatus[code] === status;
}
