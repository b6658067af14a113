import type { Kysely } from 'kysely';
import type { ResponseCache } from './changes/response-cache.ts';
import type { Database } from './database/schema.ts';
import type { Sequencer } from './changes/feed.ts';
import type { FileStore } from './files/file-store.ts';
import type { Logger } from './base/logger.ts';
import type { Metrics } from './base/metrics.ts';
import type { Person } from './base/permissions.ts';
import type { Notifier } from './changes/notifier.ts';
import type { Readiness } from './readiness.ts';
import type { CodeCipher } from './crypto/code-cipher.ts';
import type { Hasher } from './crypto/hasher.ts';
import type { Settings } from './base/settings.ts';

/** The services of the server, opened once at start. */
export interface Services {
  /** Writes; SQLite: one connection, so a transaction must never be opened inside another. */
  db: Kysely<Database>;
  /** Reads outside of transactions; SQLite: a read-only connection of its own. PostgreSQL: the same pool. */
  reader: Kysely<Database>;
  settings: Settings;
  /** Ms since epoch. */
  now(): number;
  log: Logger;
  notifier: Notifier;
  sequencer: Sequencer;
  metrics: Metrics;
  readiness: Readiness;
  responseCache: ResponseCache;
  hasher: Hasher;
  /** null on a server without CODES_KEY. */
  codes: CodeCipher | null;
  files: FileStore;
  /** The URL at which users reach this server, without a slash at the end: PUBLIC_URL, or the address it listens on. */
  publicUrl(): string;
  /** Wakes the mail worker after a transaction that queued an e-mail. */
  mail: { wake(): void };
}

export interface Cookies {
  read(name: string): string | undefined;
  /** HttpOnly unless `readable`; Secure when users come over https; `maxAge` in seconds. */
  write(name: string, value: string, options: { maxAge: number; readable?: boolean }): void;
  clear(name: string): void;
}

/** One request, as operations see it. */
export interface Context {
  services: Services;
  person: Person | null;
  /** The Idempotency-Key, checked by the endpoint's key rule. */
  key: string | null;
  /** The revision the change was based on: the number of `If-Match: "<rev>"`; null without that header. */
  revision: number | null;
  requestId: string;
  address: string;
  userAgent: string;
  /** Path and query of the request. */
  url: string;
  cookies: Cookies;
  /** Returns whether the process is stopping and must get no further requests. */
  isStopping(): boolean;
  /** Returns whether the request comes from the operator: from this machine, or with METRICS_TOKEN. */
  isOperator(): boolean;
}

export type SignedIn = Context & { person: Person };
