import type { FastifyInstance } from 'fastify';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { roleIds } from '../../src/contract/limits.ts';
import { fold, searchText } from '../../src/contract/search.ts';
import { createApp } from '../../src/server/app.ts';
import type { Services } from '../../src/server/platform/context.ts';
import type { OutgoingEmail } from '../../src/server/platform/mail/transport.ts';
import { openServices, type ServiceOverrides } from '../../src/server/platform/services.ts';
import { createHasher } from '../../src/server/platform/crypto/hasher.ts';
import { createSession } from '../../src/server/platform/sessions.ts';
import { readSettings, type Settings } from '../../src/server/platform/base/settings.ts';
import { clientOf, type TestClient } from './client.ts';
import { refuseLaterCodes } from './later-codes.ts';
import { fastFolder } from './machine.ts';
import { migratedDatabase } from './reused-databases.ts';

/** The kind of database that this test run uses. */
export const databaseKind: 'sqlite' | 'postgres' = process.env.TEST_DATABASE === 'postgres' ? 'postgres' : 'sqlite';

export interface TestUser {
  id: number;
  name: string;
  email: string;
  role: 'user' | 'admin';
  password: string;
}

/** The users of every test server: root and sara are admins, amina and karim are customers. */
export type TestUserName = 'root' | 'sara' | 'amina' | 'karim';

export interface TestServer {
  kind: 'sqlite' | 'postgres';
  url: string;
  settings: Settings;
  services: Services;
  app: FastifyInstance;
  users: Record<TestUserName, TestUser>;
  /** The time of the server in ms; `advance` moves it forward. */
  clock: { now: number; advance(ms: number): void };
  /** The sent e-mails, after `deliver` in the order in which they were queued. While `isDown` the mail server refuses them; `deliver` sends the queue. */
  mail: { sent: OutgoingEmail[]; isDown: boolean; deliver(): Promise<void> };
  /** Resolves after the clean-up at the server's start. */
  cleaned: Promise<void>;
  /** The errors in the server's log. */
  errors: { text: string; about: object }[];
  /** A client of a signed-in user (bearer token; one session for each user). */
  as(person: TestUserName | TestUser): TestClient;
  /** Creates another session; returns its token. */
  signIn(person: TestUserName | TestUser): Promise<string>;
  withToken(token: string): TestClient;
  /** A signed-out client. */
  guest: TestClient;
  close(): Promise<void>;
}

export interface TestServerOptions {
  kind?: 'sqlite' | 'postgres';
  /** Further environment settings. */
  env?: Record<string, string>;
  /** Returns database settings for the PostgreSQL at `url`, for a proxy in between. */
  databaseSettings?: (url: string) => Promise<Record<string, string>>;
  overrides?: ServiceOverrides;
  /** The folder of the built app; none by default. */
  pages?: string;
  /** Creates another server than this version's. */
  createApp?: typeof createApp;
}

const openServers = new Set<TestServer>();

/** Closes the servers that a test file has left open. */
export async function closeTestServers(): Promise<void> {
  for (const server of openServers) await server.close();
}

/** Starts the whole server in this process, on a free port and an empty database; closed after the test file at the latest. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const kind = options.kind ?? databaseKind;
  const folder = mkdtempSync(join(fastFolder, 'comptoir-test-'));
  const database = kind === 'postgres' ? await migratedDatabase() : undefined;
  const env = { HOST: '127.0.0.1', PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent', ...options.env };
  const databaseSettings = database && (await options.databaseSettings?.(database.url));
  const settings = readSettings({ ...env, DATABASE_URL: database?.url, ...databaseSettings });
  const clock = { now: Date.UTC(2026, 10, 20, 14, 23), advance: (ms: number) => void (clock.now += ms) };
  const mail: TestServer['mail'] = { sent: [], isDown: false, deliver: async () => undefined };
  const errors: TestServer['errors'] = [];
  const opened = await openServices(settings, { ...testOverrides({ clock, mail, errors }), ...options.overrides });
  const app = await (options.createApp ?? createApp)(opened.services, {
    pages: options.pages ?? join(folder, 'no-pages'),
  });
  refuseLaterCodes(app);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  opened.setListenUrl(url);
  mail.deliver = async () => {
    await opened.mail.run();
    // Several are sent at a time.
    mail.sent.sort((a, b) => a.id - b.id);
  };
  const server: TestServer = {
    kind,
    url,
    settings,
    services: opened.services,
    app,
    clock,
    mail,
    errors,
    cleaned: opened.cleaned,
    users: await createUsers(opened.services),
    ...clientsOf(url, opened.services, () => server.users),
    async close() {
      if (!openServers.delete(server)) return;
      await app.close();
      await opened.close();
      await database?.release();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  openServers.add(server);
  return server;
}

/** The link in the newest e-mail to an address. */
export function linkEmailedTo(server: TestServer, email: string): string {
  const sent = server.mail.sent.findLast((one) => one.recipient === email);
  return /^https?:\S+$/m.exec(sent?.text ?? '')?.[0] ?? '';
}

/** Sends the queued e-mails; returns all that were sent since the last call. */
export async function takeMail(server: TestServer): Promise<OutgoingEmail[]> {
  await server.mail.deliver();
  return server.mail.sent.splice(0);
}

/** Like `takeMail`, with only the recipient and the subject of each e-mail. */
export async function takeSubjects(server: TestServer): Promise<[string, string][]> {
  return (await takeMail(server)).map(({ recipient, subject }) => [recipient, subject]);
}

function testOverrides({ clock, mail, errors }: Pick<TestServer, 'clock' | 'mail' | 'errors'>): ServiceOverrides {
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
      async send(email) {
        if (mail.isDown) throw new Error('the mail server is down');
        mail.sent.push(email);
      },
      close: () => undefined,
    },
  };
}

async function createUsers(services: Services): Promise<TestServer['users']> {
  const password_hash = await services.hasher.hash('kept-in-a-safe');
  const createUser = async (name: TestUserName, role: 'user' | 'admin'): Promise<TestUser> => {
    const fullName = name[0]!.toUpperCase() + name.slice(1);
    const email = `${name}@example.test`;
    const now = services.now();
    const times = { created_at: now, updated_at: now, confirmed_at: now };
    const { id } = await services.db
      .insertInto('users')
      .values({
        name: fullName,
        email,
        password_hash,
        role_id: roleIds[role],
        is_active: 1,
        locale: 'en',
        search_text: searchText([fullName, email]),
        sort_key: fold(fullName),
        ...times,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, name: fullName, email, role, password: 'kept-in-a-safe' };
  };
  return {
    root: await createUser('root', 'admin'),
    sara: await createUser('sara', 'admin'),
    amina: await createUser('amina', 'user'),
    karim: await createUser('karim', 'user'),
  };
}

function clientsOf(
  url: string,
  services: Services,
  people: () => TestServer['users'],
): Pick<TestServer, 'as' | 'guest' | 'signIn' | 'withToken'> {
  const tokens = new Map<number, Promise<string>>();
  const personOf = (person: TestUserName | TestUser) => (typeof person === 'string' ? people()[person] : person);
  const signIn = (person: TestUserName | TestUser) => {
    const userId = personOf(person).id;
    return createSession(services.db, { userId, userAgent: 'tests', address: '127.0.0.1', now: services.now() });
  };
  const tokenOf = (person: TestUser) => {
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
