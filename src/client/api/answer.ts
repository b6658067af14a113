import type { RefusalBody } from '../../contract/refusals.ts';
import { CallFailure, type FailureFacts, type FailureKind } from './failure.ts';

/** An answer as it came: its body parsed when it was JSON, `undefined` when it was anything else. */
export interface RawAnswer {
  status: number;
  body: unknown;
  /** The header as it came. */
  retryAfter: string | null;
}

/**
 * Reads the body of a success, or throws the CallFailure the answer means. Status numbers are read here and nowhere
 * else. What did not come from our server (a captive portal's page, a proxy's error) counts as not having arrived.
 */
export function readAnswer(answer: RawAnswer): unknown {
  const { status, body } = answer;
  if (status >= 200 && status < 300 && isRecord(body)) return body;
  const refusal = isRefusal(body) ? body : undefined;
  throw new CallFailure(kindOf(status, refusal), factsOf(answer, refusal));
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

const isRecord = (body: unknown): body is Record<string, unknown> =>
  typeof body === 'object' && body !== null && !Array.isArray(body);

const isRefusal = (body: unknown): body is RefusalBody => isRecord(body) && typeof body.code === 'string';
