import type { Cookies, Services } from '../context.ts';
import { sessionLifetime } from '../sessions.ts';

/** The services, and the cookies of one request. */
interface CookieContext {
  services: Services;
  cookies: Pick<Cookies, 'read' | 'write' | 'clear'>;
}

const plainName = 'comptoir_session';

/**
 * The names a session cookie may have; the first is written. Over https it has the `__Host-` prefix, so that no page of
 * a sibling domain can set it; sessions that began over http still use the name without the prefix.
 */
const namesFor = (services: Services): readonly [string, ...string[]] =>
  services.publicUrl().startsWith('https://') ? [`__Host-${plainName}`, plainName] : [plainName];

/** The token of the session cookie of a request, under its current or its former name. */
export function readSessionCookie(services: Services, read: Cookies['read']): string | undefined {
  return namesFor(services)
    .map((name) => read(name))
    .find(Boolean);
}

/** Sets the cookie of a session, and removes one under the former name. */
export function writeSessionCookie({ services, cookies }: CookieContext, token: string): void {
  const [name, ...former] = namesFor(services);
  cookies.write(name, token, { maxAge: sessionLifetime / 1000 });
  for (const old of former) if (cookies.read(old) !== undefined) cookies.clear(old);
}

/** Renames the cookie of a live session that came under the former name. */
export function renameSessionCookie(context: CookieContext): void {
  const [name] = namesFor(context.services);
  const token = readSessionCookie(context.services, context.cookies.read);
  if (token !== undefined && !context.cookies.read(name)) writeSessionCookie(context, token);
}

/** Removes the session cookie under all its names. */
export function clearSessionCookie({ services, cookies }: CookieContext): void {
  const [name, ...former] = namesFor(services);
  cookies.clear(name);
  for (const old of former) if (cookies.read(old) !== undefined) cookies.clear(old);
}
