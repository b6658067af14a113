import type { FastifyRequest } from 'fastify';
import type { Means } from '../context.ts';
import { Refusal } from '../refusal.ts';
import { hashToken, newToken, sameText, sign } from '../secrets/tokens.ts';
import { findSession, type LiveSession } from '../sessions.ts';
import { readSessionCookie } from './session-cookie.ts';

export const xsrfCookie = 'XSRF-TOKEN';

/**
 * The session of a request (C-26). A bearer token wins and never falls back to the cookie; a change that is
 * authenticated by the cookie needs the XSRF header. Refuses with UNAUTHENTICATED for a bad bearer, CSRF_MISMATCH.
 */
export async function identify(means: Means, request: FastifyRequest): Promise<LiveSession | null> {
  const { authorization } = request.headers;
  if (authorization !== undefined) {
    const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
    const session = token ? await findSession(means.reader, token, means.now()) : null;
    if (!session) throw new Refusal('UNAUTHENTICATED');
    return session;
  }
  const token = readSessionCookie(means, (name) => request.cookies[name]);
  if (!token) return null;
  const session = await findSession(means.reader, token, means.now());
  if (session && changes(request)) checkXsrf(means, request, token);
  return session;
}

/** A new XSRF value, good only beside this session cookie (or beside none). */
export function newXsrf(pepper: string, sessionToken: string | undefined): string {
  const nonce = newToken().slice(0, 22);
  return `${nonce}.${sign(pepper, xsrfText(nonce, sessionToken))}`;
}

/** Refuses with CSRF_MISMATCH when a page of another origin asks for a change. */
export function checkOrigin(means: Means, request: FastifyRequest): void {
  const { origin } = request.headers;
  if (!changes(request) || origin === undefined || request.headers.authorization !== undefined) return;
  if (!isOwnOrigin(means, origin, request.headers.host)) throw new Refusal('CSRF_MISMATCH');
}

function isOwnOrigin(means: Means, origin: string, host: string | undefined): boolean {
  if (origin === new URL(means.home()).origin) return true;
  if (means.settings.production || !URL.canParse(origin)) return false;
  const url = new URL(origin);
  // Outside of production the pages may come from the development server of another port.
  return url.host === host || ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
}

const changes = (request: FastifyRequest): boolean => request.method === 'POST' || request.method === 'DELETE';

const xsrfText = (nonce: string, sessionToken: string | undefined): string =>
  `xsrf ${nonce} ${sessionToken ? hashToken(sessionToken) : ''}`;

function checkXsrf(means: Means, request: FastifyRequest, sessionToken: string): void {
  const header = request.headers['x-xsrf-token'];
  const cookie = request.cookies[xsrfCookie];
  const said = typeof header === 'string' ? decode(header) : undefined;
  if (!said || !cookie || !sameText(said, cookie)) throw new Refusal('CSRF_MISMATCH');
  const [nonce, signature] = said.split('.');
  if (!nonce || !signature || !sameText(signature, sign(means.settings.pepper, xsrfText(nonce, sessionToken)))) {
    throw new Refusal('CSRF_MISMATCH');
  }
}

function decode(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}
