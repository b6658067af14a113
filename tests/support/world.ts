import type { FastifyInstance } from 'fastify';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { roleIds } from '../../src/contract/limits.ts';
import { fold, searchText } from '../../src/contract/search.ts';
import { createApp } from '../../src/server/app.ts';
import type { Means } from '../../src/server/platform/context.ts';
import type { OutgoingLetter } from '../../src/server/platform/mail/transport.ts';
import type { MailWorker } from '../../src/server/platform/mail/worker.ts';
import { openMeans, type Outside } from '../../src/server/platform/means.ts';
import { createHasher } from '../../src/server/platform/secrets/hasher.ts';
import { createSession } from '../../src/server/platform/sessions.ts';
import { readSettings, type Settings } from '../../src/server/platform/settings.ts';
import { clientOf, type TestClient } from './client.ts';
import { fastFolder } from './folders.ts';
import { emptyDatabase, migratedTemplate } from './postgres.ts';

/** The database the tests run on now. */
export const databaseKind: 'sqlite' | 'postgres' = process.env.TEST_DATABASE === 'postgres' ? 'postgres' : 'sqlite';

export interface TestPerson {
  id: number;
  name: string;
  email: string;
  role: 'user' | 'admin';
  password: string;
}

/** The people every world begins with: root and sara are admins, amina and karim are customers. */
export type Name = 'root' | 'sara' | 'amina' | 'karim';

export interface World {
  kind: 'sqlite' | 'postgres';
  url: string;
  settings: Settings;
  means: Means;
  app: FastifyInstance;
  people: Record<Name, TestPerson>;
  /** The server's clock, in ms; `pass` turns it forward. */
  clock: { now: number; pass(ms: number): void };
  /** Letters that have left the house. While `down` the post office takes none. */
  post: { letters: OutgoingLetter[]; down: boolean; deliver(): Promise<void> };
  /** Resolves after the clean-up at the start. */
  cleaned: Promise<void>;
  /** What the server logged as an error. */
  errors: { text: string; about: object }[];
  /** A device on which this person is signed in (a bearer token; one session for each person). */
  as(person: Name | TestPerson): TestClient;
  /** A further signed-in device; returns its token. */
  signIn(person: Name | TestPerson): Promise<string>;
  withToken(token: string): TestClient;
  /** A device on which nobody is signed in. */
  guest: TestClient;
  close(): Promise<void>;
}

export interface WorldOptions {
  kind?: 'sqlite' | 'postgres';
  /** Further environment settings. */
  env?: Record<string, string>;
  /** Settings for the server's way to its PostgreSQL, given the address, where something is in between. */
  through?: (url: string) => Promise<Record<string, string>>;
  outside?: Outside;
  pages?: string;
}

const open = new Set<World>();

/** Closes what a test file has left open. */
export async function closeWorlds(): Promise<void> {
  for (const world of open) await world.close();
}

/** Boots the whole server in this process, on a free port and an empty database; closed after the test file at the latest. */
export async function openWorld(options: WorldOptions = {}): Promise<World> {
  const kind = options.kind ?? databaseKind;
  const folder = mkdtempSync(join(fastFolder, 'comptoir-world-'));
  const database = kind === 'postgres' ? await emptyDatabase(await migratedTemplate()) : undefined;
  const env = { HOST: '127.0.0.1', PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent', ...options.env };
  const way = database && (await options.through?.(database.url));
  const settings = readSettings({ ...env, DATABASE_URL: database?.url, ...way });
  const clock = { now: Date.UTC(2026, 10, 20, 14, 23), pass: (ms: number) => void (clock.now += ms) };
  const post: World['post'] = { letters: [], down: false, deliver: async () => undefined };
  const errors: World['errors'] = [];
  const opened = await openMeans(settings, { ...standIns({ clock, post, errors }), ...options.outside });
  const app = await createApp(opened.means, { pages: options.pages ?? join(folder, 'no-pages') });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  opened.listensAt(url);
  post.deliver = () => deliver(opened.mail);
  const world: World = {
    kind,
    url,
    settings,
    means: opened.means,
    app,
    clock,
    post,
    errors,
    cleaned: opened.cleaned,
    people: await bringPeople(opened.means),
    ...devicesOf(url, opened.means, () => world.people),
    async close() {
      if (!open.delete(world)) return;
      await app.close();
      await opened.close();
      await database?.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  open.add(world);
  return world;
}

/** The link in the newest letter to an address. */
export function linkTo(world: World, email: string): string {
  const letter = world.post.letters.findLast((one) => one.recipient === email);
  return /^https?:\S+$/m.exec(letter?.text ?? '')?.[0] ?? '';
}

function standIns({ clock, post, errors }: Pick<World, 'clock' | 'post' | 'errors'>): Outside {
  return {
    now: () => clock.now,
    // The real algorithm at a cost that lets hundreds of tests run.
    hasher: createHasher({ memory: 64, passes: 1 }),
    log: {
      error: (about, text) => void errors.push({ about, text }),
      warn: () => undefined,
      info: () => undefined,
      debug: () => undefined,
    },
    transport: {
      async send(letter) {
        if (post.down) throw new Error('the post office is closed');
        post.letters.push(letter);
      },
      close: () => undefined,
    },
  };
}

const deliver = (mail: MailWorker): Promise<void> => mail.run();

async function bringPeople(means: Means): Promise<World['people']> {
  const password_hash = await means.hasher.hash('kept-in-a-safe');
  const bring = async (name: Name, role: 'user' | 'admin'): Promise<TestPerson> => {
    const full = name[0]!.toUpperCase() + name.slice(1);
    const email = `${name}@example.test`;
    const now = means.now();
    const times = { created_at: now, updated_at: now, confirmed_at: now };
    const { id } = await means.db
      .insertInto('users')
      .values({
        name: full,
        email,
        password_hash,
        role_id: roleIds[role],
        is_active: 1,
        locale: 'en',
        search_text: searchText([full, email]),
        sort_key: fold(full),
        ...times,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, name: full, email, role, password: 'kept-in-a-safe' };
  };
  return {
    root: await bring('root', 'admin'),
    sara: await bring('sara', 'admin'),
    amina: await bring('amina', 'user'),
    karim: await bring('karim', 'user'),
  };
}

function devicesOf(
  url: string,
  means: Means,
  people: () => World['people'],
): Pick<World, 'as' | 'guest' | 'signIn' | 'withToken'> {
  const tokens = new Map<number, Promise<string>>();
  const personOf = (person: Name | TestPerson) => (typeof person === 'string' ? people()[person] : person);
  const signIn = (person: Name | TestPerson) => {
    const userId = personOf(person).id;
    return createSession(means.db, { userId, userAgent: 'tests', address: '127.0.0.1', now: means.now() });
  };
  const tokenOf = (person: TestPerson) => {
    const known = tokens.get(person.id) ?? signIn(person);
    tokens.set(person.id, known);
    return known;
  };
  return {
    guest: clientOf(url, async () => ({})),
    signIn,
    withToken: (token) => clientOf(url, async () => ({ Authorization: `Bearer ${token}` })),
    as: (name) => clientOf(url, async () => ({ Authorization: `Bearer ${await tokenOf(personOf(name))}` })),
  };
}
