import cookie from '@fastify/cookie';
import rateLimit from '@fastify/rate-limit';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Endpoint } from '../../../contract/endpoint.ts';
import type { Context, Services } from '../context.ts';
import { Refusal } from '../base/refusal.ts';
import { currentRequest } from '../base/request-scope.ts';
import { recordUse, type LiveSession } from '../sessions.ts';
import { requireRights } from '../user-transaction.ts';
import { answerError } from './answer.ts';
import { answerBrokenRequest } from './broken-request.ts';
import { compressAnswers } from './compress.ts';
import { cookiesOf } from './cookies.ts';
import { serveDocs } from './docs.ts';
import { isDraining, makeDrainable } from './drain.ts';
import { acceptForms, readForm } from './form.ts';
import { securityHeadersOf, sendSecurityHeaders } from './headers.ts';
import { checkOrigin, identify } from './identity.ts';
import { keyOf, revisionOf, type RawInput } from './input.ts';
import { isOperator } from './operator.ts';
import { servePages, servePictures } from './pages.ts';
import { RawResponse, sendRaw } from './raw-response.ts';
import { requestIds, compileTrustedProxies } from './request-id.ts';
import { followRequest, followRequests } from './request-log.ts';
import { admit, type Route } from './route.ts';
import { answerSchema, lazySerializer } from './schemas.ts';
import { serveSecurityTxt } from './security-txt.ts';
import { renameSessionCookie } from './session-cookie.ts';
import { serveShare } from './share.ts';
import { createStreams, type Streams } from './streams.ts';

/** Maximum number of bytes of a JSON body: four times a full push. */
const bodyMax = 1_048_576;

/**
 * Creates the HTTP server with these calls, the app's pages from `pages` and the documentation; it is not listening
 * yet.
 */
export async function createServer(
  services: Services,
  routes: readonly Route[],
  options: { pages: string },
): Promise<FastifyInstance> {
  const policies = securityHeadersOf(services.settings);
  const trustProxy = compileTrustedProxies(services.settings.trustedProxy);
  const app = fastify({
    bodyLimit: bodyMax,
    trustProxy,
    genReqId: requestIds(trustProxy),
    // When the server closes, idle connections end at once; current responses are finished and say `Connection: close`.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    requestTimeout: 60_000,
    routerOptions: { maxParamLength: 200 },
    // A URL that cannot be decoded reaches no hook.
    frameworkErrors: (error, request, reply) => {
      followRequest(services, request, reply);
      answerError(services.log, error, request, reply.headers(policies));
    },
    clientErrorHandler: (error, socket) => answerBrokenRequest({ log: services.log, policies }, error, socket),
  });
  // A text/plain body needs no preflight, so a page of another site could send one.
  app.removeContentTypeParser('text/plain');
  app.setSerializerCompiler(({ schema }) => lazySerializer(schema as object));
  app.setErrorHandler((error, request, reply) => answerError(services.log, error, request, reply));
  app.setNotFoundHandler((request, reply) => answerError(services.log, new Refusal('NOT_FOUND'), request, reply));
  followRequests(app, services);
  sendSecurityHeaders(app, policies);
  await limitRequests(app, services);
  await app.register(cookie);
  await acceptForms(app);
  compressAnswers(app);
  makeDrainable(app);
  const streams = createStreams(services);
  app.addHook('preClose', async () => streams.endAll());
  for (const route of routes) addRoute(app, services, route, streams);
  serveDocs(
    app,
    routes.map((route) => route.endpoint),
  );
  servePictures(app, services.files);
  await serveShare(app);
  const { publicUrl, isWorkerWithdrawn, securityContact } = services.settings;
  serveSecurityTxt(app, { contact: securityContact, publicUrl, now: services.now });
  await servePages(app, { folder: options.pages, publicUrl, isWorkerWithdrawn });
  return app;
}

async function limitRequests(app: FastifyInstance, services: Services): Promise<void> {
  const max = services.settings.requestsPerMinute;
  if (max === 0) return;
  await app.register(rateLimit, {
    max,
    timeWindow: 60_000,
    errorResponseBuilder: (_request, limit) =>
      new Refusal('TOO_MANY_REQUESTS', { retry_after: Math.ceil(limit.ttl / 1000) }),
  });
}

function addRoute(app: FastifyInstance, services: Services, route: Route, streams: Streams): void {
  const { endpoint } = route;
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: route.scopes ? {} : { response: { 200: answerSchema(endpoint) } },
    handler: async (request, reply) => {
      reply.header('Cache-Control', 'no-store');
      checkOrigin(services, request);
      refuseCompressedBody(request);
      const session = endpoint.audience === 'anyone' ? null : await identify(services, request);
      if (session) await recordSessionUse(services, session);
      const ctx = contextOf(services, request, reply, session);
      if (session && request.headers.authorization === undefined) renameSessionCookie(ctx);
      if (route.scopes) return openStream(route, ctx, { request, reply, streams });
      if (endpoint.audience !== 'anyone') admit(endpoint.audience, ctx.person);
      ctx.key = keyOf(endpoint.key, request.headers['idempotency-key']);
      ctx.revision = revisionOf(request.headers['if-match']);
      if (route.cachedIn) return sendCached(route, ctx, { request, reply });
      const answer = await route.answer(ctx, await rawInputOf(endpoint, request, ctx));
      if (endpoint.method !== 'GET') services.sequencer.wake();
      return answer instanceof RawResponse ? sendRaw(reply, answer) : answer;
    },
  });
}

async function recordSessionUse(services: Services, session: LiveSession): Promise<void> {
  const scope = currentRequest();
  if (scope) scope.userId = session.person.id;
  await recordUse(services.db, session, services.now());
}

/** Sends the response that is cached for this user and this exact URL, or else a new one. */
async function sendCached(route: Route, ctx: Context, { request, reply }: RequestAndReply): Promise<FastifyReply> {
  const person = admit(route.endpoint.audience, ctx.person);
  const entry = { scope: route.cachedIn!(person), name: `${person.role} ${person.id} ${request.url}` };
  const json = await ctx.services.responseCache.get(entry, async () => {
    const answer = (await route.answer(ctx, request)) as Record<string, unknown>; // its endpoint's output is an object
    return String(reply.serializeInput(answer, '200'));
  });
  return reply.type('application/json; charset=utf-8').send(json);
}

/**
 * Returns the input of a request. A form is read only here, after its sender was authorised; reading may take long, so
 * the rights are checked again.
 */
async function rawInputOf(
  endpoint: Endpoint,
  request: FastifyRequest,
  { services, person }: Context,
): Promise<RawInput> {
  if (!request.isMultipart()) return request;
  if (!endpoint.multipart) throw new Refusal('INVALID_FILE_TYPE');
  const body = await readForm(request);
  if (person) await requireRights({ services, person });
  return { params: request.params, query: request.query, body };
}

function contextOf(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  session: LiveSession | null,
): Context {
  return {
    services,
    person: session?.person ?? null,
    key: null,
    revision: null,
    requestId: request.id,
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    url: request.url,
    cookies: cookiesOf(services, request, reply),
    isStopping: () => isDraining(request.server),
    isOperator: () => isOperator(services.settings, request),
  };
}

interface RequestAndReply {
  request: FastifyRequest;
  reply: FastifyReply;
}

function openStream(route: Route, ctx: Context, { request, reply, streams }: StreamRequest): FastifyReply {
  const person = admit(route.endpoint.audience, ctx.person);
  // HEAD has no body: it is answered at once, since the client would wait for the end of the stream.
  if (request.method === 'HEAD') return reply.type('text/event-stream; charset=utf-8').send();
  streams.open(reply, person, route.scopes!(person));
  return reply;
}

interface StreamRequest extends RequestAndReply {
  streams: Streams;
}

/** Compressed bodies are refused, since a small one can unpack to gigabytes. */
function refuseCompressedBody(request: FastifyRequest): void {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') throw new Refusal('INVALID_FILE_TYPE');
}
