import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Means } from '../context.ts';
import { runFor, type RequestScope } from '../request-scope.ts';

/**
 * Counts and logs each request when it is over, and lets every log line that is written for it carry its id. Calls are
 * named by their pattern: a path would say whose record it was, and there is no end of paths.
 */
export function followRequests(app: FastifyInstance, means: Means): void {
  const scopes = new WeakMap<FastifyRequest, RequestScope>();
  app.addHook('onRequest', (request, reply, next) => {
    const scope = followRequest(means, request, reply);
    scopes.set(request, scope);
    runFor(scope, next);
  });
  // A body is read in events of the connection, which belong to no request.
  app.addHook('preValidation', (request, _reply, next) => runFor(scopes.get(request)!, next));
}

/** The same for one request, which the framework refuses before any hook. */
export function followRequest(means: Means, request: FastifyRequest, reply: FastifyReply): RequestScope {
  const begun = performance.now();
  const scope: RequestScope = { requestId: request.id };
  reply.header('X-Request-Id', request.id);
  reply.raw.once('close', () => {
    const { method } = request;
    const route = request.routeOptions.url ?? 'none';
    const ms = performance.now() - begun;
    const isAborted = !reply.raw.writableFinished;
    const status = isAborted && !reply.raw.headersSent ? clientClosedRequest : reply.raw.statusCode;
    means.metrics.observe({ method, route, status, seconds: ms / 1000 });
    const about = {
      method,
      route,
      status,
      ms: Math.round(ms * 10) / 10,
      ...scope,
      ...(isAborted && { aborted: true }),
    };
    means.log.debug(about, 'request');
  });
  return scope;
}

/** What nginx made usual for a client that left before it was answered; nobody is sent it. */
const clientClosedRequest = 499;
