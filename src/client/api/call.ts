import { createFetch } from 'ofetch';
import type { Endpoint, InputOf, OutputOf } from '../../contract/endpoint.ts';
import { addresses } from './addresses.ts';
import { readAnswer, type AnswerShape, type RawAnswer, type ReadAnswer } from './answer.ts';
import { CallFailure } from './failure.ts';
import { reportOutdated } from './outdated.ts';
import { buildRequest, type Address, type OutgoingRequest } from './request.ts';
import { sessionRefused, sessionToken } from './session.ts';

export interface CallOptions {
  /** The Idempotency-Key: a call that moves money does not leave without one. */
  key?: string;
  signal?: AbortSignal;
  /** Milliseconds; 15,000 by default. */
  timeout?: number;
  /** Instead of the page's session: a pass sends with its own person's token or not at all. */
  token?: string;
  /** Neither sends this browser's cookies nor takes over new ones: for a session that is not this page's. */
  withoutCookies?: boolean;
  /** The network; tests bring their own. */
  fetch?: typeof fetch;
  /** Sends one request; the browser's `fetch` by default. */
  send?: Send;
}

type Send = (url: string, init: RequestInit, network: typeof fetch) => Promise<{ response: Response; text: string }>;

/**
 * Makes one call of the API and gives the body of its success. Throws CallFailure and nothing else, but for a call
 * that moves money and has no key, which is a fault of the program. A body that the endpoint's schema does not know is
 * no answer of our server: `unreachable`.
 */
export const call = <E extends Endpoint>(endpoint: E, input: InputOf<E>, options?: CallOptions): Promise<OutputOf<E>> =>
  callAt<E>(endpoint, input, { send: sendWithOfetch, ...options });

/** `call` for code that must not load the contract's schemas, such as the service worker: it knows the address only. */
export async function callAt<E extends Endpoint>(
  address: Address,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<OutputOf<E>> {
  if (address.key === 'always' && !options.key) throw new Error(`${address.path} needs an Idempotency-Key`);
  const token = options.token ?? sessionToken();
  const request = buildRequest(address, input as Record<string, unknown>, headersOf(token, options.key));
  let read = await exchange(request, address.output, options);
  if (!read.isSuccess && read.failure.code === 'CSRF_MISMATCH') {
    // The CSRF cookie is missing or old: with a new one the same request goes once more.
    await exchange(buildRequest(addresses.csrfCookie, {}, {}), addresses.csrfCookie.output, options);
    read = await exchange(request, address.output, options);
  }
  if (read.isSuccess) return read.body as OutputOf<E>;
  noteFailure(read.failure, token);
  throw read.failure;
}

/** Calls `listener` after each exchange with whether our server answered; returns how to stop. */
export function onExchange(listener: (reached: boolean) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const listeners = new Set<(reached: boolean) => void>();

/** Calls under way, by their token: when one is told that the session is over, the others need not wait. */
const underWay = new Map<AbortController, string | undefined>();

function noteFailure({ kind }: CallFailure, token: string | null): void {
  if (kind === 'outdated') reportOutdated();
  if (kind === 'signedOut' && token) endSession(token);
}

function endSession(token: string): void {
  for (const [controller, carried] of underWay) if (carried === `Bearer ${token}`) controller.abort();
  sessionRefused(token);
}

function headersOf(token: string | null, key: string | undefined): Record<string, string> {
  const headers: Record<string, string> = {};
  if (token) headers.authorization = `Bearer ${token}`;
  if (key) headers['idempotency-key'] = key;
  return headers;
}

async function exchange(request: OutgoingRequest, shape: AnswerShape, options: CallOptions): Promise<ReadAnswer> {
  const { signal, timeout = 15_000 } = options;
  const controller = new AbortController();
  const stop = () => controller.abort();
  const timer = setTimeout(stop, timeout);
  signal?.addEventListener('abort', stop);
  if (signal?.aborted) stop();
  underWay.set(controller, request.headers.authorization);
  const before = answered;
  try {
    const read = readAnswer(await receive(request, controller.signal, options), shape);
    reportReached(read.isOurs);
    return read;
  } catch {
    if (!signal?.aborted) reportLost(before);
    throw new CallFailure('unreachable');
  } finally {
    underWay.delete(controller);
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

/** A refusal is an answer too, and JSON that cannot be read is none. `exchange` times the body's arrival as well. */
async function receive(
  { url, ...request }: OutgoingRequest,
  signal: AbortSignal,
  { withoutCookies, fetch: network = fetch, send = sendPlainly }: CallOptions,
): Promise<RawAnswer> {
  const headers = { ...request.headers, ...csrfHeader() };
  const credentials = withoutCookies ? 'omit' : 'same-origin';
  const { response, text } = await send(url, { ...request, headers, signal, cache: 'no-store', credentials }, network);
  const json = response.headers.get('content-type')?.includes('json') ?? false;
  const body: unknown = json ? JSON.parse(text) : undefined;
  return { status: response.status, body, retryAfter: response.headers.get('retry-after') };
}

/** For the service worker, a tenth of which ofetch would be. */
const sendPlainly: Send = async (url, init, network) => {
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

/** How often our server has answered. */
let answered = 0;

/** A request on a dead connection fails late: an answer that has arrived since then is more recent. */
function reportLost(answeredBefore: number): void {
  if (answered === answeredBefore) reportReached(false);
}

function reportReached(reached: boolean): void {
  if (reached) answered++;
  for (const listener of listeners) listener(reached);
}
