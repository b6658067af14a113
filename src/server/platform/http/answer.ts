import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RefusalBody, RefusalCode } from '../../../contract/refusals.ts';
import type { Logger } from '../context.ts';
import { isOutage, logOutage } from '../outage.ts';
import { Refusal } from '../refusal.ts';
import { sentenceOf } from './sentences.ts';

/** Turns everything that is thrown into an answer: the only place where an error becomes a status. */
export function answerError(log: Logger, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (isAbort(request)) {
    log.debug({ err: error, requestId: request.id }, 'the client left before its request had arrived');
    return refuse(reply, new Refusal('INVALID_REQUEST'), request.id);
  }
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

/** Says whether the connection was closed before the whole request had arrived: whatever was thrown comes from that. */
const isAbort = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete;

/** Sends a refusal. */
function refuse(reply: FastifyReply, refusal: Refusal, requestId: string): FastifyReply {
  const body: RefusalBody = { code: refusal.code, message: sentenceOf(refusal) };
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
