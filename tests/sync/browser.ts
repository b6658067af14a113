import { vi } from 'vitest';
import { signIn } from '../../src/client/api/session.ts';
import { setCurrentDatabase } from '../../src/client/local/current.ts';
import { openDatabase, type LocalDatabase } from '../../src/client/local/database.ts';
import { deviceDatabase, rememberAccount, saveSession } from '../../src/client/local/device.ts';
import type { Author } from '../../src/client/local/stored.ts';
import type { CallResult } from './support.ts';
import { CallFailure } from '../../src/client/api/failure.ts';
// A page loads the code of its passes with the first one; here that must not happen while the clock stands still.
import '../../src/client/sync/runner.ts';

/** The server's answers, by path. A CallFailure stands for a broken connection. */
export type Answers = Record<string, (input: Record<string, unknown>) => CallResult>;

/** The answers to paths for which a test gives none. */
const defaultAnswers: Answers = { '/health': () => ({ status: 'ok', version: 'test' }) };

/** Answers this page's `fetch`; returns the list of requests. */
export function serve(
  answers: Answers,
): { path: string; authorization: string | null; input: Record<string, unknown> }[] {
  const requests: ReturnType<typeof serve> = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const input = init.body ? (JSON.parse(init.body as string) as Record<string, unknown>) : {};
    requests.push({ path, authorization: new Headers(init.headers).get('authorization'), input });
    const result = (answers[path] ?? defaultAnswers[path] ?? (() => ({ code: 'SUCCESS' })))(input);
    if (result instanceof CallFailure) throw new TypeError('offline');
    return new Response(JSON.stringify(result), { headers: { 'content-type': 'application/json' } });
  });
  return requests;
}

/** Signs a person in on this device, as the login screen does. */
export async function signInOnDevice(person: Author): Promise<LocalDatabase> {
  const token = `token of ${person.name}`;
  signIn({ user: person, token });
  await saveSession({ userId: person.id, token });
  await rememberAccount({ userId: person.id, name: person.name, waiting: 0 });
  const db = openDatabase(person.id);
  await db.setFact('person', person);
  setCurrentDatabase(db);
  return db;
}

/** Makes this process an unused device: empties its local storage and its databases. */
export async function resetDevice(): Promise<void> {
  const items = new Map<string, string>();
  const storage = {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
  };
  // With these traps `Object.keys(localStorage)` lists the stored names, as in a browser.
  const names = {
    ownKeys: () => [...items.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  };
  vi.stubGlobal('localStorage', new Proxy(storage, names as ProxyHandler<typeof storage>));
  await deviceDatabase().session.clear();
  await deviceDatabase().accounts.clear();
  await deviceDatabase().shared.clear();
  for (const { name } of await indexedDB.databases()) if (/^cod_\d/.test(name!)) indexedDB.deleteDatabase(name!);
}
