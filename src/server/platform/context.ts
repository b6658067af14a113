import type { Kysely } from 'kysely';
import type { RoleName } from '../../contract/people.ts';
import type { AnswerCache } from './answer-cache.ts';
import type { Database } from './database/schema.ts';
import type { Sequencer } from './feed.ts';
import type { FileHome } from './files/home.ts';
import type { Metrics } from './metrics.ts';
import type { Pokes } from './pokes.ts';
import type { Readiness } from './readiness.ts';
import type { Hasher } from './secrets/hasher.ts';
import type { Settings } from './settings.ts';

/** A signed-in person. */
export interface Person {
  id: number;
  role: RoleName;
  name: string;
  email: string;
  sessionId: number;
}

/** `error`: a developer must look. `info`: the state of the house changed. `debug`: the rest. */
export interface Logger {
  error(about: object, text: string): void;
  warn(about: object, text: string): void;
  info(about: object, text: string): void;
  debug(about: object, text: string): void;
}

/** What the server works with, opened once at start. */
export interface Means {
  /** Writes; SQLite: one connection, so a transaction must never be opened inside another. */
  db: Kysely<Database>;
  /** Reads outside of transactions; SQLite: a read-only connection of its own. PostgreSQL: the same pool. */
  reader: Kysely<Database>;
  settings: Settings;
  /** Ms since epoch. */
  now(): number;
  log: Logger;
  pokes: Pokes;
  sequencer: Sequencer;
  metrics: Metrics;
  readiness: Readiness;
  answers: AnswerCache;
  hasher: Hasher;
  files: FileHome;
  /** Where people reach this server, without a slash at the end: PUBLIC_URL, or the address it listens on. */
  home(): string;
  /** Tells the mail worker that a letter was queued; called after the commit. */
  post: { wake(): void };
}

export interface Cookies {
  read(name: string): string | undefined;
  /** HttpOnly unless `readable`; Secure when people come over https; `maxAge` in seconds. */
  write(name: string, value: string, options: { maxAge: number; readable?: boolean }): void;
  clear(name: string): void;
}

/** One request, as operations see it. */
export interface Context {
  means: Means;
  person: Person | null;
  /** The Idempotency-Key, checked by the endpoint's key rule. */
  key: string | null;
  /** The version the change was based on: the number of `If-Match: "<rev>"`; null without that header. */
  revision: number | null;
  requestId: string;
  address: string;
  userAgent: string;
  /** Path and query as they were asked for. */
  url: string;
  cookies: Cookies;
  /** Says whether the process is stopping and must get no further requests. */
  isStopping(): boolean;
  /** Says whether the request comes from the operator: from this machine itself, or with METRICS_TOKEN. */
  isOperator(): boolean;
}

export type SignedIn = Context & { person: Person };
