import type { FastifyRequest } from 'fastify';
import type { Services } from '../context.ts';
import { Refusal } from '../base/refusal.ts';
import { hashToken, newToken, isSameText, sign } from '../crypto/tokens.ts';
import { findSession, type LiveSession } from '../sessions.ts';
import { readSessionCookie } from './session-cookie.ts';

export const xsrfCookie = 'XSRF-TOKEN';

/**
 * Returns the session of a request (C-26). A bearer token has priority and never falls back to the cookie; a change
 * that is authenticated by the cookie needs the XSRF header. Throws UNAUTHENTICATED for an invalid bearer token, and
 * CSRF_MISMATCH.
 */
export async function identify(services: Services, request: FastifyRequest): Promise<LiveSession | null> {
  const { authorization } = request.headers;
  if (authorization !== undefined) {
    const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
    const session = token ? await findSession(services.reader, token, services.now()) : null;
    if (!session) throw new Refusal('UNAUTHENTICATED');
    return session;
  }
  const token = readSessionCookie(services, (name) => request.cookies[name]);
  if (!token) return null;
  const session = await findSession(services.reader, token, services.now());
  if (session && isChange(request)) checkXsrf(services, request, token);
  return session;
}

/** Creates an XSRF value that is valid only with this session cookie (or without one). */
export function newXsrf(pepper: string, sessionToken: string | undefined): string {
  const nonce = newToken().slice(0, 22);
  return `${nonce}.${sign(pepper, xsrfText(nonce, sessionToken))}`;
}

/** Throws CSRF_MISMATCH for a change that a page of another origin sends. */
export function checkOrigin(services: Services, request: FastifyRequest): void {
  const { origin } = request.headers;
  if (!isChange(request) || origin === undefined || request.headers.authorization !== undefined) return;
  if (!isOwnOrigin(services, origin, request.headers.host)) throw new Refusal('CSRF_MISMATCH');
}

function isOwnOrigin(services: Services, origin: string, host: string | undefined): boolean {
  if (origin === new URL(services.publicUrl()).origin) return true;
  if (services.settings.production || !URL.canParse(origin)) return false;
  const url = new URL(origin);
  // Outside of production the pages may come from a development server on another port.
  return url.host === host || ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
}

const isChange = (request: FastifyRequest): boolean => request.method === 'POST' || request.method === 'DELETE';

const xsrfText = (nonce: string, sessionToken: string | undefined): string =>
  `xsrf ${nonce} ${sessionToken ? hashToken(sessionToken) : ''}`;

function checkXsrf(services: Services, request: FastifyRequest, sessionToken: string): void {
  const header = request.headers['x-xsrf-token'];
  const cookie = request.cookies[xsrfCookie];
  const decoded = typeof header === 'string' ? decode(header) : undefined;
  if (!decoded || !cookie || !isSameText(decoded, cookie)) throw new Refusal('CSRF_MISMATCH');
  const [nonce, signature] = decoded.split('.');
  if (!nonce || !signature || !isSameText(signature, sign(services.settings.pepper, xsrfText(nonce, sessionToken)))) {
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
