import type { FastifyReply, FastifyRequest } from 'fastify';
import { refusalMark, type RefusalBody, type RefusalCode } from '../../../contract/refusals.ts';
import type { Logger } from '../base/logger.ts';
import { isOutage, logOutage } from '../database/outage.ts';
import { Refusal } from '../base/refusal.ts';
import { sentenceOf } from './sentences.ts';

/** Turns every thrown error into a response: the only place where an error becomes a status. */
export function answerError(log: Logger, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (isAbort(request)) {
    log.debug({ err: error, requestId: request.id }, 'the client left before its request had arrived');
    return refuse(reply, new Refusal('INVALID_REQUEST'), request.id);
  }
  const refusal = toRefusal(error);
  if (isOutage(error)) logOutage(log, error);
  else if (refusal.status === 500) {
    log.error(
      { err: error, requestId: request.id, method: request.method, url: request.routeOptions.url },
      'a request failed',
    );
  }
  return refuse(reply, refusal, request.id);
}

/**
 * Returns whether the connection was closed before the whole request had arrived, which then is the cause of any error.
 */
const isAbort = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete;

function refuse(reply: FastifyReply, refusal: Refusal, requestId: string): FastifyReply {
  const body: RefusalBody = { code: refusal.code, message: sentenceOf(refusal), server: refusalMark };
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

function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (isOutage(error)) return new Refusal('BUSY');
  const { statusCode } = (error ?? {}) as { statusCode?: number };
  const code = statusCode === undefined ? undefined : codeByStatus[statusCode];
  if (code) return new Refusal(code);
  return new Refusal(statusCode !== undefined && statusCode >= 400 && statusCode < 500 ? 'INVALID_REQUEST' : 'ERROR');
}

/** The refusal codes for the statuses of the framework's own errors. */
const codeByStatus: Record<number, Exclude<RefusalCode, 'INVALID_FIELDS'>> = {
  400: 'INVALID_REQUEST',
  404: 'NOT_FOUND',
  413: 'REQUEST_TOO_LARGE',
  // No resource has such a long name.
  414: 'NOT_FOUND',
  415: 'INVALID_FILE_TYPE',
  429: 'TOO_MANY_REQUESTS',
  503: 'BUSY',
};
