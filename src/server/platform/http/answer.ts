import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RefusalBody, RefusalCode } from '../../../contract/refusals.ts';
import type { Logger } from '../context.ts';
import { isOutage, logOutage } from '../outage.ts';
import { Refusal } from '../refusal.ts';

/** Turns everything that is thrown into an answer: the only place where an error becomes a status. */
export function answerError(log: Logger, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = asRefusal(error);
  if (isOutage(error)) logOutage(log, error);
  else if (refusal.status === 500) {
    log.error(
      { err: error, requestId: request.id, method: request.method, url: request.routeOptions.url },
      'a request failed',
    );
  }
  return refuse(reply, refusal, request.id);
}

/** Sends a refusal. */
function refuse(reply: FastifyReply, refusal: Refusal, requestId: string): FastifyReply {
  const body: RefusalBody = { code: refusal.code, message: sentences[refusal.code] };
  if (refusal.errors) body.errors = refusal.errors;
  if (refusal.details) body.details = refusal.details;
  if (refusal.status === 500) body.request_id = requestId;
  const wait = refusal.code === 'BUSY' ? 2 : refusal.details?.retry_after;
  if (typeof wait === 'number') reply.header('Retry-After', String(wait));
  return reply
    .header('Cache-Control', 'no-store')
    .code(refusal.status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body);
}

function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (isOutage(error)) return new Refusal('BUSY');
  const { statusCode } = (error ?? {}) as { statusCode?: number };
  const known = statusCode === undefined ? undefined : byStatus[statusCode];
  if (known) return new Refusal(known);
  return new Refusal(statusCode !== undefined && statusCode >= 400 && statusCode < 500 ? 'INVALID_REQUEST' : 'ERROR');
}

/** What the framework itself refuses. */
const byStatus: Record<number, Exclude<RefusalCode, 'INVALID_FIELDS'>> = {
  400: 'INVALID_REQUEST',
  404: 'NOT_FOUND',
  413: 'REQUEST_TOO_LARGE',
  // Nothing has such a long name.
  414: 'NOT_FOUND',
  415: 'INVALID_FILE_TYPE',
  429: 'TOO_MANY_REQUESTS',
  503: 'BUSY',
};

const sentences: Record<RefusalCode, string> = {
  INVALID_REQUEST: 'The request is not valid.',
  IDEMPOTENCY_KEY_REQUIRED: 'An Idempotency-Key header with a UUID is required.',
  INVALID_PIN: 'Invalid PIN.',
  UNAUTHENTICATED: 'Please sign in.',
  INVALID_CREDENTIALS: 'Invalid e-mail or password.',
  ACCOUNT_NOT_ACTIVE: 'This account is not active.',
  FORBIDDEN: 'You are not authorized to do this.',
  NOT_FOUND: 'Not found.',
  CONFLICT: 'Somebody else has changed this in the meantime.',
  IN_PROGRESS: 'The same request is being worked on.',
  CANCELLED: 'This request was cancelled before it arrived.',
  PRICE_CHANGED: 'The price has changed.',
  GONE: 'This has been deleted.',
  REVISION_CHANGED: 'Somebody else has changed this in the meantime.',
  FILE_TOO_LARGE: 'The file is too large.',
  REQUEST_TOO_LARGE: 'The request is too large.',
  INVALID_FILE_TYPE: 'This type of content is not accepted.',
  CSRF_MISMATCH: 'Fetch the CSRF cookie and try again.',
  INVALID_FIELDS: 'Some fields are not valid.',
  BALANCE_NOT_ENOUGH: 'The balance is not enough.',
  PRODUCT_NOT_VALID: 'This product cannot be ordered.',
  VARIANT_REQUIRED: 'Please select a variant.',
  IDEMPOTENCY_KEY_REUSED: 'This Idempotency-Key was used for another request.',
  WAITS_FOR_ANOTHER: 'An earlier change of the same record was refused.',
  OUTDATED: 'Please update the app.',
  TOO_MANY_REQUESTS: 'Too many requests, try again later.',
  ERROR: 'Something went wrong.',
  BUSY: 'The server is busy, try again shortly.',
};
