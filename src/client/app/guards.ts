import { redirect } from '@tanstack/react-router';
import { signedInPerson } from '../api/session.ts';
import { homeOf, routePaths } from './paths/route-names.ts';

/** Redirects visitors who are not signed in to the login page, which later opens `href` (S2A-07). Sends no request. */
export function requireSignedIn(href: string) {
  const person = signedInPerson();
  if (person) return person;
  const wanted = safePath(href);
  throw redirect({
    to: routePaths['auth.login'],
    search: wanted && wanted !== '/' && wanted !== routePaths.dashboard ? { redirect: wanted } : {},
  });
}

/** Redirects signed-in users to the page `wanted`, or to their dashboard (S2A-04). */
export function requireGuest(wanted: unknown) {
  const person = signedInPerson();
  if (person) throw redirect({ href: safePath(wanted) ?? homeOf(person.role) });
}

/** Redirects users with another role to their dashboard, without an error page (S2A-12). */
export function requireRole(role: 'admin' | 'user') {
  const person = signedInPerson();
  if (person && person.role !== role) throw redirect({ to: homeOf(person.role) });
}

/** Redirects a user to the dashboard of the user's role, and other visitors to the login page. */
export function goHome() {
  const person = signedInPerson();
  throw redirect({ to: person ? homeOf(person.role) : routePaths['auth.login'] });
}

/**
 * Returns a path of this app, or null, so that a crafted link cannot redirect to another site.
 *
 * @internal Exported for tests: they try many crafted links without opening a page.
 */
export const safePath = (value: unknown): string | null =>
  typeof value === 'string' && /^\/(?![/\\])/.test(value) ? value : null;
