import { createSignal } from '../base/signal.ts';
import { createFetch } from 'ofetch';
import type { Endpoint, InputOf, OutputOf } from '../../contract/endpoint.ts';
import { addresses } from './addresses.ts';
import { readAnswer, type AnswerShape, type RawAnswer, type ReadAnswer } from './answer.ts';
import { CallFailure } from './failure.ts';
import { reportOutdated } from './outdated.ts';
import { buildRequest, type EndpointAddress, type OutgoingRequest } from './request.ts';
import { endRefusedSession, sessionToken } from './session.ts';

export interface CallOptions {
  /** The Idempotency-Key; required for a call that moves money. */
  key?: string;
  /** The revision that an edit is based on, sent as `If-Match`; the server refuses with REVISION_CHANGED after another one. */
  revision?: number | undefined;
  signal?: AbortSignal;
  /** Lets the request end after its page. */
  keepalive?: boolean;
  /** The request may be too large for a connection that works for others: its failure says nothing about the connection. */
  isLarge?: boolean;
  /** Milliseconds; 15,000 by default. */
  timeout?: number;
  /** Replaces the token of the page's session, for example with that of the user whose outbox a pass sends. */
  token?: string;
  /** Neither sends this browser's cookies nor stores new ones: for a session that is not this page's. */
  withoutCookies?: boolean;
  /** The network; tests replace it. */
  fetch?: typeof fetch;
  /** Sends one request. By default `call` sends with ofetch, and `callAt` with the browser's `fetch` alone. */
  send?: Send;
}

type Send = (url: string, init: RequestInit, network: typeof fetch) => Promise<{ response: Response; text: string }>;

/**
 * Calls an endpoint and returns the body of its success. Throws nothing but CallFailure, except for a call that moves
 * money and has no key, which is a bug. A success whose body does not fit the endpoint's schema is not an answer of our
 * server: the call fails as `unreachable`.
 */
export const call = <E extends Endpoint>(endpoint: E, input: InputOf<E>, options?: CallOptions): Promise<OutputOf<E>> =>
  callAt<E>(endpoint, input, { send: sendWithOfetch, ...options });

/** `call` for code that must not load the contract's schemas, such as the service worker. */
export async function callAt<E extends Endpoint>(
  address: EndpointAddress,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<OutputOf<E>> {
  if (address.key === 'always' && !options.key) throw new Error(`${address.path} needs an Idempotency-Key`);
  const token = options.token ?? sessionToken();
  const request = buildRequest(address, input as Record<string, unknown>, headersOf(token, options));
  let read = await exchange(request, address.output, options);
  if (!read.isSuccess && read.failure.code === 'CSRF_MISMATCH') {
    // The CSRF cookie is missing or expired.
    await exchange(buildRequest(addresses.csrfCookie, {}, {}), addresses.csrfCookie.output, options);
    read = await exchange(request, address.output, options);
  }
  if (read.isSuccess) return read.body as OutputOf<E>;
  reportRefusal(read.failure.kind, token);
  throw read.failure;
}

/** A request that has ended: whether our server has answered, and when the request was sent (`steadyNow`). */
export interface Exchange {
  isReached: boolean;
  sentAt: number;
}

/** Calls `listener` after each exchange; returns a function to unsubscribe. */
export const onExchange = (listener: (exchange: Exchange) => void): (() => void) => exchanges.subscribe(listener);

const exchanges = createSignal<Exchange>();

/** The calls under way with their authorization headers: when a session has ended, its calls are aborted. */
const openCalls = new Map<AbortController, string | undefined>();

/** Draws the consequences of a failure of a call with this token; also used for calls of the worker of this page. */
export function reportRefusal(kind: CallFailure['kind'], token: string | null): void {
  if (kind === 'outdated') reportOutdated();
  if (kind === 'signedOut' && token) abortCallsAndEndSession(token);
}

function abortCallsAndEndSession(token: string): void {
  for (const [controller, authorization] of openCalls) if (authorization === `Bearer ${token}`) controller.abort();
  endRefusedSession(token);
}

function headersOf(token: string | null, { key, revision }: CallOptions): Record<string, string> {
  const headers: Record<string, string> = {};
  if (token) headers.authorization = `Bearer ${token}`;
  if (key) headers['idempotency-key'] = key;
  if (revision !== undefined) headers['if-match'] = `"${revision}"`;
  return headers;
}

async function exchange(request: OutgoingRequest, shape: AnswerShape, options: CallOptions): Promise<ReadAnswer> {
  const { signal, timeout = 15_000 } = options;
  const controller = new AbortController();
  const stop = () => controller.abort();
  const timer = setTimeout(stop, timeout);
  signal?.addEventListener('abort', stop);
  if (signal?.aborted) stop();
  openCalls.set(controller, request.headers.authorization);
  const sentAt = steadyNow();
  try {
    const read = readAnswer(await receive(request, controller.signal, options), shape);
    reportEnd({ isReached: read.isOurs, sentAt }, options);
    return read;
  } catch {
    if (!signal?.aborted) reportEnd({ isReached: false, sentAt }, options);
    throw new CallFailure('unreachable');
  } finally {
    openCalls.delete(controller);
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

/** Throws when the connection fails or JSON cannot be parsed. The timeout of `exchange` covers the body as well. */
async function receive(
  { url, ...request }: OutgoingRequest,
  signal: AbortSignal,
  { withoutCookies, keepalive = false, fetch: network = fetch, send = sendWithFetch }: CallOptions,
): Promise<RawAnswer> {
  // Reading cookies asks another process of the browser; the server checks the header only where a cookie signs in.
  const headers = { ...request.headers, ...(request.headers.authorization === undefined && csrfHeader()) };
  const credentials = withoutCookies ? 'omit' : 'same-origin';
  const init = { ...request, headers, signal, cache: 'no-store', credentials, keepalive } as const;
  const { response, text } = await send(url, init, network);
  const json = response.headers.get('content-type')?.includes('json') ?? false;
  const body: unknown = json ? JSON.parse(text) : undefined;
  return { status: response.status, body, retryAfter: response.headers.get('retry-after') };
}

/** For the service worker, whose size ofetch would increase by a tenth. */
const sendWithFetch: Send = async (url, init, network) => {
  const response = await network(url, init);
  return { response, text: await response.text() };
};

const sendWithOfetch: Send = async (url, init, network) => {
  const options = { ...init, retry: false, ignoreResponseError: true, responseType: 'text' } as const;
  const response = await createFetch({ fetch: network }).raw<string, 'text'>(url, options);
  return { response, text: response._data ?? '' };
};

function csrfHeader(): Record<string, string> {
  const cookies = (globalThis as { document?: { cookie: string } }).document?.cookie ?? '';
  const token = /(?:^|; )XSRF-TOKEN=([^;]*)/.exec(cookies)?.[1];
  return token ? { 'x-xsrf-token': decodeURIComponent(token) } : {};
}

/** Returns milliseconds of a clock that a page and its worker share, and that no change of the time sets back. */
const steadyNow = (): number => performance.timeOrigin + performance.now();

function reportEnd(exchange: Exchange, { isLarge }: CallOptions): void {
  if (exchange.isReached || !isLarge) reportExchange(exchange);
}

/** When our server has last answered (`steadyNow`). */
let answeredAt = 0;

/**
 * Reports an exchange, also one of the worker of this page. A lost one says nothing about the connection when our server
 * has answered another call since its request was sent.
 */
export function reportExchange(exchange: Exchange): void {
  if (exchange.isReached) answeredAt = steadyNow();
  else if (answeredAt > exchange.sentAt) return;
  exchanges.emit(exchange);
}
