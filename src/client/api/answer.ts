import { refusalStatus, type RefusalBody } from '../../contract/refusals.ts';
import { CallFailure, type FailureFacts, type FailureKind } from './failure.ts';

/** An answer as it came: its body parsed when it was JSON, `undefined` when it was anything else. */
export interface RawAnswer {
  status: number;
  body: unknown;
  /** The header as it came. */
  retryAfter: string | null;
}

/** Recognizes the body of a success of one call; a schema of the contract is one. */
export interface AnswerShape {
  safeParse(body: unknown): { success: boolean };
}

/** An answer as it is understood; `isOurs` says whether our server wrote it. */
export type ReadAnswer =
  | { isSuccess: true; isOurs: true; body: unknown }
  | { isSuccess: false; isOurs: boolean; failure: CallFailure };

/**
 * Returns a success of the given shape, or the failure. No other module reads status numbers. An answer that our server
 * did not write (the page or the JSON of a captive portal, a proxy's error) counts as not having arrived.
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
  return ofOurs[status] ?? (status >= 500 ? 'broken' : signsIn(refusal));
}

const ofOurs: Record<number, FailureKind> = { 426: 'outdated', 502: 'unreachable', 503: 'busy', 504: 'unreachable' };

const signsIn = (refusal: RefusalBody): FailureKind => (refusal.code === 'UNAUTHENTICATED' ? 'signedOut' : 'refused');

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

/** `Retry-After` in seconds or as a date (RFC 9110, 10.2.3), as milliseconds. */
function milliseconds(header: string | null, now: number = Date.now()): number | undefined {
  if (!header) return undefined;
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}

/** A refusal of our server has one of the contract's codes under that code's own status, and a message. */
function isRefusal(status: number, body: unknown): body is RefusalBody {
  const { code, message } = (body ?? {}) as Partial<RefusalBody>;
  if (typeof code !== 'string' || typeof message !== 'string') return false;
  return Object.hasOwn(refusalStatus, code) && refusalStatus[code] === status;
}
