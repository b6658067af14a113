import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../context.ts';
import { runFor, type RequestScope } from '../base/request-scope.ts';

/**
 * Counts and logs each request when it is over, and adds its id to every log line written for it. Requests are named by
 * their route pattern: a path would reveal the record, and the number of paths is unlimited.
 */
export function followRequests(app: FastifyInstance, services: Services): void {
  const scopes = new WeakMap<FastifyRequest, RequestScope>();
  app.addHook('onRequest', (request, reply, next) => {
    const scope = followRequest(services, request, reply);
    scopes.set(request, scope);
    runFor(scope, next);
  });
  // A body is read in events of the connection, which belong to no request.
  app.addHook('preValidation', (request, _reply, next) => runFor(scopes.get(request)!, next));
}

/**
 * Sends a request's id, and counts and logs the request when its response is over. Called directly for a request that
 * the framework refuses before any hook.
 */
export function followRequest(services: Services, request: FastifyRequest, reply: FastifyReply): RequestScope {
  const startedAt = performance.now();
  const scope: RequestScope = { requestId: request.id };
  reply.header('X-Request-Id', request.id);
  reply.raw.once('close', () => {
    const { method } = request;
    const route = request.routeOptions.url ?? 'none';
    const ms = performance.now() - startedAt;
    const isAborted = !reply.raw.writableFinished;
    const status = isAborted && !reply.raw.headersSent ? clientClosedRequest : reply.raw.statusCode;
    services.metrics.observe({ method, route, status, seconds: ms / 1000 });
    const fields = {
      method,
      route,
      status,
      ms: Math.round(ms * 10) / 10,
      ...scope,
      ...(isAborted && { aborted: true }),
    };
    services.log.debug(fields, 'request');
  });
  return scope;
}

/** The status that nginx logs for a client that left before its response; it is never sent. */
const clientClosedRequest = 499;
