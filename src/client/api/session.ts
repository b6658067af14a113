import type { RoleName, User } from '../../contract/people.ts';

/** Who is signed in, as much as the app needs before its database is open. */
export interface SignedInPerson {
  id: number;
  name: string;
  role: RoleName;
  email: string;
}

/** Keeps the session under the specification's `cod_` keys; from now on calls carry the token. */
export function signIn({ user, token }: { user: Pick<User, keyof SignedInPerson>; token: string }): void {
  const person: SignedInPerson = { id: user.id, name: user.name, role: user.role, email: user.email };
  write('cod_user', JSON.stringify(person));
  write('cod_token', token);
  write('cod_isLoggedIn', 'true');
}

/** The signed-in person, or null; reads the browser's local storage, so it answers at once. */
export function signedInPerson(): SignedInPerson | null {
  if (read('cod_isLoggedIn') !== 'true' || !sessionToken()) return null;
  try {
    return JSON.parse(read('cod_user') ?? 'null') as SignedInPerson | null;
  } catch {
    return null;
  }
}

/** The token that calls carry, or null. */
export const sessionToken = (): string | null => read('cod_token');

/** Forgets the session on this device; the server is told by a sign-out. */
export function forgetSession(): void {
  for (const name of ['cod_isLoggedIn', 'cod_token', 'cod_user'] as const) write(name, null);
}

/**
 * Calls `cleanUp` when the server no longer accepts the session (with its token), or another tab has ended it (with
 * null); returns how to stop. The page is left once every returned promise has settled.
 */
export function onSignedOut(cleanUp: (token: string | null) => void | Promise<void>): () => void {
  cleanUps.add(cleanUp);
  return () => cleanUps.delete(cleanUp);
}

/** Calls `leave` once everything that `onSignedOut` called has settled, or after 5 s; returns how to stop. */
export function onCleanedUp(leave: () => void): () => void {
  leavers.add(leave);
  return () => leavers.delete(leave);
}

/** Says that the session has ended: here, with its token, or in another tab. */
export function reportSignedOut(token: string | null = null): void {
  const cleaning = [...cleanUps].map(async (cleanUp) => cleanUp(token));
  const late = new Promise((resolve) => setTimeout(resolve, cleanedUpWithin));
  void Promise.race([Promise.allSettled(cleaning), late]).then(() => {
    for (const leave of leavers) leave();
  });
}

/** Ends the session when it is still the one the server did not accept: a newer sign-in is not touched. */
export function sessionRefused(token: string): void {
  if (token !== sessionToken()) return;
  forgetSession();
  reportSignedOut(token);
}

/** Milliseconds. */
const cleanedUpWithin = 5_000;

const cleanUps = new Set<(token: string | null) => void | Promise<void>>();
const leavers = new Set<() => void>();

type SessionKey = 'cod_isLoggedIn' | 'cod_user' | 'cod_token';

/** A service worker has no local storage: there calls are given their token. */
const store = () =>
  (
    globalThis as {
      localStorage?: {
        getItem(name: string): string | null;
        setItem(name: string, value: string): void;
        removeItem(name: string): void;
      };
    }
  ).localStorage;

/** For the case that the browser keeps nothing: the session then lasts as long as the page. */
const remembered = new Map<SessionKey, string | null>();

function read(name: SessionKey): string | null {
  if (remembered.has(name)) return remembered.get(name) ?? null;
  try {
    return store()?.getItem(name) ?? null;
  } catch {
    return null;
  }
}

function write(name: SessionKey, value: string | null): void {
  try {
    const kept = store();
    if (value === null) kept?.removeItem(name);
    else kept?.setItem(name, value);
    remembered.delete(name);
  } catch {
    remembered.set(name, value);
  }
}
