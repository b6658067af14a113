import { vi } from 'vitest';
import { signIn } from '../../src/client/api/session.ts';
import { setCurrentDatabase } from '../../src/client/local/current.ts';
import { openDatabase, type LocalDatabase } from '../../src/client/local/database.ts';
import { deviceDatabase, rememberAccount, saveSession } from '../../src/client/local/device.ts';
import type { Author } from '../../src/client/local/stored.ts';
import type { Said } from './support.ts';
import { CallFailure } from '../../src/client/api/failure.ts';

/** What the server answers, by path. A CallFailure cuts the line. */
export type Answers = Record<string, (input: Record<string, unknown>) => Said>;

/** What the server answers where a test says nothing. */
const usual: Answers = { '/health': () => ({ status: 'ok', version: 'test' }) };

/** Puts a server behind this page's `fetch`; gives what was asked of it. */
export function serve(
  answers: Answers,
): { path: string; authorization: string | null; input: Record<string, unknown> }[] {
  const asked: ReturnType<typeof serve> = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const input = init.body ? (JSON.parse(init.body as string) as Record<string, unknown>) : {};
    asked.push({ path, authorization: new Headers(init.headers).get('authorization'), input });
    const said = (answers[path] ?? usual[path] ?? (() => ({ code: 'SUCCESS' })))(input);
    if (said instanceof CallFailure) throw new TypeError('offline');
    return new Response(JSON.stringify(said), { headers: { 'content-type': 'application/json' } });
  });
  return asked;
}

/** Signs a person in on this device, as the login screen does. */
export async function signedIn(person: Author): Promise<LocalDatabase> {
  const token = `token of ${person.name}`;
  signIn({ user: person, token });
  await saveSession({ userId: person.id, token });
  await rememberAccount({ userId: person.id, name: person.name, waiting: 0 });
  const db = openDatabase(person.id);
  await db.setFact('person', person);
  setCurrentDatabase(db);
  return db;
}

/** A device nobody has used yet. */
export async function freshDevice(): Promise<void> {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  };
  const names = {
    ownKeys: () => [...kept.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  };
  vi.stubGlobal('localStorage', new Proxy(storage, names as ProxyHandler<typeof storage>));
  await deviceDatabase().session.clear();
  await deviceDatabase().accounts.clear();
  for (const { name } of await indexedDB.databases()) if (/^cod_\d/.test(name!)) indexedDB.deleteDatabase(name!);
}
