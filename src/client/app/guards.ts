import { redirect } from '@tanstack/react-router';
import { signedInPerson } from '../api/session.ts';
import { homeOf, routePaths } from './route-names.ts';

/** Sends everybody else to the login page, which leads back here (S2A-07). Decided on this device, without a call. */
export function requireSignedIn(href: string) {
  const person = signedInPerson();
  if (person) return person;
  const wanted = safePath(href);
  throw redirect({
    to: routePaths['auth.login'],
    search: wanted && wanted !== '/' && wanted !== routePaths.dashboard ? { redirect: wanted } : {},
  });
}

/** Sends who is signed in to where they wanted to go, else to the dashboard (S2A-04). */
export function requireGuest(wanted: unknown) {
  const person = signedInPerson();
  if (person) throw redirect({ href: safePath(wanted) ?? homeOf(person.role) });
}

/** Sends other roles to their dashboard, without an error page (S2A-12). */
export function requireRole(role: 'admin' | 'user') {
  const person = signedInPerson();
  if (person && person.role !== role) throw redirect({ to: homeOf(person.role) });
}

/** Sends a person to the dashboard of the role. */
export function goHome() {
  const person = signedInPerson();
  throw redirect({ to: person ? homeOf(person.role) : routePaths['auth.login'] });
}

/** A path of this app, or null: nobody is led elsewhere by a crafted link. */
export const safePath = (value: unknown): string | null =>
  typeof value === 'string' && /^\/(?![/\\])/.test(value) ? value : null;
