import { redirect } from '@tanstack/react-router';
import { signedInPerson } from '../api/session.ts';
import { mayOpen } from './paths/page-permissions.ts';
import { areaOf, homeOf, routePaths, type RouteName } from './paths/route-names.ts';

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

/** Redirects signed-in users to the page `wanted`, or to their start page (S2A-04). */
export function requireGuest(wanted: unknown) {
  const person = signedInPerson();
  if (person) throw redirect({ href: safePath(wanted) ?? homeOf(person.role) });
}

/** Redirects users whose role may not open a page to their start page, without an error page (S2A-12). */
export function requirePage(page: RouteName) {
  const person = signedInPerson();
  if (person && !mayOpen(person.role, page)) throw redirect({ to: homeOf(person.role) });
}

/** Redirects a user to the orders or tickets of the user's area: the shortcuts of the installed app name no role. */
export function goToOwn(page: 'orders' | 'tickets') {
  const person = signedInPerson();
  if (person) throw redirect({ to: routePaths[`pages.${areaOf(person.role)}.${page}`] });
}

/** Redirects a user to the start page of the user's role, and other visitors to the login page. */
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
