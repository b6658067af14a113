import type { Cookies, Means } from '../context.ts';
import { sessionLife } from '../sessions.ts';

interface Exchange {
  means: Means;
  cookies: Pick<Cookies, 'read' | 'write' | 'clear'>;
}

const plainName = 'comptoir_session';

/**
 * The names a session cookie may have, the one to write first. Where people come over https it has the `__Host-` prefix,
 * so that no page of a sibling domain can set it; the name without it is of sessions that began before that.
 */
const namesFor = (means: Means): readonly [string, ...string[]] =>
  means.home().startsWith('https://') ? [`__Host-${plainName}`, plainName] : [plainName];

/** The token of the session cookie of a request, under its present or its former name. */
export function readSessionCookie(means: Means, read: Cookies['read']): string | undefined {
  return namesFor(means)
    .map((name) => read(name))
    .find(Boolean);
}

/** Gives the browser the cookie of a session, and removes one under the former name. */
export function writeSessionCookie({ means, cookies }: Exchange, token: string): void {
  const [name, ...former] = namesFor(means);
  cookies.write(name, token, { maxAge: sessionLife / 1000 });
  for (const old of former) if (cookies.read(old) !== undefined) cookies.clear(old);
}

/** Renames the cookie of a live session that came under the former name. */
export function renameSessionCookie(exchange: Exchange): void {
  const [name] = namesFor(exchange.means);
  const token = readSessionCookie(exchange.means, exchange.cookies.read);
  if (token !== undefined && !exchange.cookies.read(name)) writeSessionCookie(exchange, token);
}

/** Removes the session cookie under all its names. */
export function clearSessionCookie({ means, cookies }: Exchange): void {
  const [name, ...former] = namesFor(means);
  cookies.clear(name);
  for (const old of former) if (cookies.read(old) !== undefined) cookies.clear(old);
}
