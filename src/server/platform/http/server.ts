import cookie from '@fastify/cookie';
import rateLimit from '@fastify/rate-limit';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Endpoint } from '../../../contract/endpoint.ts';
import type { Context, Means } from '../context.ts';
import { Refusal } from '../refusal.ts';
import { currentRequest } from '../request-scope.ts';
import { noteUse, type LiveSession } from '../sessions.ts';
import { requireRights } from '../user-transaction.ts';
import { answerError } from './answer.ts';
import { answerBrokenRequest } from './broken-request.ts';
import { compressAnswers } from './compress.ts';
import { cookiesOf } from './cookies.ts';
import { serveDocs } from './docs.ts';
import { isDraining, makeDrainable } from './drain.ts';
import { acceptForms, readForm } from './form.ts';
import { policiesOf, sendPolicies } from './headers.ts';
import { checkOrigin, identify } from './identity.ts';
import { keyOf, revisionOf, type Brought } from './input.ts';
import { isOperator } from './operator.ts';
import { servePages } from './pages.ts';
import { servePictures } from './pictures.ts';
import { Plain, sendPlain } from './plain.ts';
import { requestIds, trustOf } from './request-id.ts';
import { followRequest, followRequests } from './request-log.ts';
import { admit, type Route } from './route.ts';
import { answerSchema } from './schemas.ts';
import { lazySerializer } from './serializers.ts';
import { renameSessionCookie } from './session-cookie.ts';
import { createStreams, type Streams } from './streams.ts';

/** Bytes of a JSON body: 50 mutations of 256 KB and their frame, twice. */
const bodyMax = 1_048_576;

/** The HTTP server with these calls, the app's pages from `pages` and the documentation; not listening yet. */
export async function createServer(
  means: Means,
  routes: readonly Route[],
  options: { pages: string },
): Promise<FastifyInstance> {
  const policies = policiesOf(means.settings);
  const trustProxy = trustOf(means.settings.trustedProxy);
  const app = fastify({
    bodyLimit: bodyMax,
    trustProxy,
    genReqId: requestIds(trustProxy),
    // Connections that are idle go at once; the answers under way are finished and say `Connection: close`.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    requestTimeout: 60_000,
    routerOptions: { maxParamLength: 200 },
    // An address that cannot be decoded meets no hook.
    frameworkErrors: (error, request, reply) => {
      followRequest(means, request, reply);
      answerError(means.log, error, request, reply.headers(policies));
    },
    clientErrorHandler: (error, socket) => answerBrokenRequest({ log: means.log, policies }, error, socket),
  });
  // A text/plain body needs no preflight: no foreign page shall send one.
  app.removeContentTypeParser('text/plain');
  app.setSerializerCompiler(({ schema }) => lazySerializer(schema as object));
  app.setErrorHandler((error, request, reply) => answerError(means.log, error, request, reply));
  app.setNotFoundHandler((request, reply) => answerError(means.log, new Refusal('NOT_FOUND'), request, reply));
  followRequests(app, means);
  sendPolicies(app, policies);
  await limitRequests(app, means);
  await app.register(cookie);
  await acceptForms(app);
  compressAnswers(app);
  makeDrainable(app);
  const streams = createStreams(means);
  app.addHook('preClose', async () => streams.endAll());
  for (const route of routes) addRoute(app, means, route, streams);
  serveDocs(
    app,
    routes.map((route) => route.endpoint),
  );
  servePictures(app, means.files);
  const { publicUrl, isWorkerWithdrawn } = means.settings;
  await servePages(app, { folder: options.pages, publicUrl, isWorkerWithdrawn });
  return app;
}

async function limitRequests(app: FastifyInstance, means: Means): Promise<void> {
  const max = means.settings.requestsPerMinute;
  if (max === 0) return;
  await app.register(rateLimit, {
    max,
    timeWindow: 60_000,
    errorResponseBuilder: (_request, about) =>
      new Refusal('TOO_MANY_REQUESTS', { retry_after: Math.ceil(about.ttl / 1000) }),
  });
}

function addRoute(app: FastifyInstance, means: Means, route: Route, streams: Streams): void {
  const { endpoint } = route;
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: route.scopes ? {} : { response: { 200: answerSchema(endpoint) } },
    handler: async (request, reply) => {
      reply.header('Cache-Control', 'no-store');
      checkOrigin(means, request);
      refuseEncoded(request);
      const session = endpoint.audience === 'anyone' ? null : await identify(means, request);
      if (session) await noteSession(means, session);
      const ctx = contextOf(means, request, reply, session);
      if (session && request.headers.authorization === undefined) renameSessionCookie(ctx);
      if (route.scopes) return openStream(route, ctx, { request, reply, streams });
      if (endpoint.audience !== 'anyone') admit(endpoint.audience, ctx.person);
      ctx.key = keyOf(endpoint.key, request.headers['idempotency-key']);
      ctx.revision = revisionOf(request.headers['if-match']);
      if (route.cachedIn) return sendCached(route, ctx, { request, reply });
      const answer = await route.answer(ctx, await broughtBy(endpoint, request, ctx));
      if (endpoint.method !== 'GET') means.sequencer.wake();
      return answer instanceof Plain ? sendPlain(reply, answer) : answer;
    },
  });
}

async function noteSession(means: Means, session: LiveSession): Promise<void> {
  const scope = currentRequest();
  if (scope) scope.userId = session.person.id;
  await noteUse(means.db, session, means.now());
}

/** Kept for this person alone, with the exact words of the question. */
async function sendCached(route: Route, ctx: Context, { request, reply }: Exchange): Promise<FastifyReply> {
  const person = admit(route.endpoint.audience, ctx.person);
  const asked = { scope: route.cachedIn!(person), name: `${person.role} ${person.id} ${request.url}` };
  const json = await ctx.means.answers.get(asked, async () => {
    const answer = (await route.answer(ctx, request)) as Record<string, unknown>; // its endpoint's output is an object
    return String(reply.serializeInput(answer, '200'));
  });
  return reply.type('application/json; charset=utf-8').send(json);
}

/** A form is read only here, after its sender was let in; it may have taken long, so the rights are checked again. */
async function broughtBy(endpoint: Endpoint, request: FastifyRequest, { means, person }: Context): Promise<Brought> {
  if (!request.isMultipart()) return request;
  if (!endpoint.multipart) throw new Refusal('INVALID_FILE_TYPE');
  const body = await readForm(request);
  if (person) await requireRights({ means, person });
  return { params: request.params, query: request.query, body };
}

function contextOf(means: Means, request: FastifyRequest, reply: FastifyReply, session: LiveSession | null): Context {
  return {
    means,
    person: session?.person ?? null,
    key: null,
    revision: null,
    requestId: request.id,
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    url: request.url,
    cookies: cookiesOf(means, request, reply),
    isStopping: () => isDraining(request.server),
    isOperator: () => isOperator(means.settings, request),
  };
}

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

function openStream(route: Route, ctx: Context, { request, reply, streams }: Streaming): FastifyReply {
  const person = admit(route.endpoint.audience, ctx.person);
  // HEAD has no body: answered at once, or the caller would wait for the end of the stream.
  if (request.method === 'HEAD') return reply.type('text/event-stream; charset=utf-8').send();
  streams.open(reply, person, route.scopes!(person));
  return reply;
}

interface Streaming extends Exchange {
  streams: Streams;
}

/** Bodies come as they are: nobody unpacks a bomb here. */
function refuseEncoded(request: FastifyRequest): void {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') throw new Refusal('INVALID_FILE_TYPE');
}
