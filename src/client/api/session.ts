import { createSignal } from '../base/signal.ts';
import type { User } from '../../contract/people.ts';
import { can, type Permission, type RoleName } from '../../contract/permissions.ts';

/** The signed-in user, with the fields that the app needs before its database is open. */
export interface SignedInPerson {
  id: number;
  name: string;
  role: RoleName;
  email: string;
}

/** Stores the session under the `cod_` keys (S3-20); from now on calls send its token. */
export function signIn({ user, token }: { user: Pick<User, keyof SignedInPerson>; token: string }): void {
  const person: SignedInPerson = { id: user.id, name: user.name, role: user.role, email: user.email };
  write('cod_user', JSON.stringify(person));
  write('cod_token', token);
  write('cod_isLoggedIn', 'true');
}

/** Returns the signed-in user or null, synchronously from local storage. */
export function signedInPerson(): SignedInPerson | null {
  if (read('cod_isLoggedIn') !== 'true' || !sessionToken()) return null;
  try {
    return JSON.parse(read('cod_user') ?? 'null') as SignedInPerson | null;
  } catch {
    return null;
  }
}

/** Returns whether the role of the signed-in user has a permission. */
export function may(permission: Permission): boolean {
  const person = signedInPerson();
  return person !== null && can(person.role, permission);
}

/** Returns the token that calls send, or null. */
export const sessionToken = (): string | null => read('cod_token');

/** Deletes the session from local storage; does not revoke it at the server. */
export function forgetSession(): void {
  for (const name of ['cod_isLoggedIn', 'cod_token', 'cod_user'] as const) write(name, null);
}

/**
 * Calls `cleanUp` when the server no longer accepts the session (with its token), or another tab has ended it (with
 * null); returns a function to unsubscribe. The page is left once every returned promise has settled, or after 5 s.
 */
export function onSignedOut(cleanUp: (token: string | null) => void | Promise<void>): () => void {
  cleanUpCallbacks.add(cleanUp);
  return () => cleanUpCallbacks.delete(cleanUp);
}

/** Calls `leave` once all callbacks of `onSignedOut` have settled, or after 5 s; returns a function to unsubscribe. */
export const onCleanedUp = (leave: () => void): (() => void) => cleanedUp.subscribe(leave);

/** Reports that the session has ended: here (with its token) or in another tab (null). */
export function reportSignedOut(token: string | null = null): void {
  const cleaning = [...cleanUpCallbacks].map(async (cleanUp) => cleanUp(token));
  const late = new Promise((resolve) => setTimeout(resolve, cleanUpTimeoutMs));
  void Promise.race([Promise.allSettled(cleaning), late]).then(() => cleanedUp.emit());
}

/** Ends the session that the server did not accept; does nothing when a newer session has replaced it. */
export function endRefusedSession(token: string): void {
  if (token !== sessionToken()) return;
  forgetSession();
  reportSignedOut(token);
}

const cleanUpTimeoutMs = 5_000;

const cleanUpCallbacks = new Set<(token: string | null) => void | Promise<void>>();
const cleanedUp = createSignal();

type SessionKey = 'cod_isLoggedIn' | 'cod_user' | 'cod_token';

/** Returns the local storage; undefined in a service worker, which has none and gives each call its token. */
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

/** Values that local storage did not take; they last as long as the page. */
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
    const storage = store();
    if (value === null) storage?.removeItem(name);
    else storage?.setItem(name, value);
    remembered.delete(name);
  } catch {
    remembered.set(name, value);
  }
}
