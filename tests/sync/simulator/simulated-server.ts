import type { FastifyInstance } from 'fastify';
import { sql, type Kysely } from 'kysely';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { SyncAnswer, SyncRequest } from '../../../src/contract/sync.ts';
import { addresses } from '../../../src/client/api/addresses.ts';
import { createApp } from '../../../src/server/app.ts';
import type { Services } from '../../../src/server/platform/context.ts';
import type { Database } from '../../../src/server/platform/database/schema.ts';
import { openSqlite } from '../../../src/server/platform/database/sqlite.ts';
import { createSequencer } from '../../../src/server/platform/changes/feed.ts';
import { createNotifier } from '../../../src/server/platform/changes/notifier.ts';
import { hashToken } from '../../../src/server/platform/crypto/tokens.ts';
import { fastFolder } from '../../support/machine.ts';
import { startTestServer } from '../../support/test-server.ts';
import { createHistory, fillShop } from './simulated-shop.ts';

/** One request to the server. */
export interface Packet {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | Buffer;
}

export interface SimulatedResponse {
  status: number;
  body: string;
}

/** The whole server in this process, on a database that `restart` replaces within milliseconds. */
export class SimulatedServer {
  now = 0;
  /** Handles the requests instead of the server, in runs with a faulty server. */
  faultyHandle: SimulatedServer['handle'] | null = null;
  /** Returns the id of the mutation on which the server fails; the later ones of its lane are not applied either. */
  failingMutation: (() => string | null) | null = null;
  /** How often the server has answered 500 for each mutation. */
  readonly failures = new Map<string, number>();
  /** Keys that a faulty server has given to requests, and their originals. */
  readonly originalKeys = new Map<string, string>();
  private readonly folder = mkdtempSync(join(fastFolder, 'comptoir-simulator-'));
  private services!: Services;
  private app!: FastifyInstance;
  private databases: { db: Kysely<Database>; reader: Kysely<Database> } | null = null;
  private runs = 0;

  /** Builds the server, and the template of the database with which each run begins. */
  async build(): Promise<void> {
    const server = await startTestServer({ kind: 'sqlite' });
    await fillShop(server.services);
    this.now = server.clock.now;
    this.services = servicesForRuns(server.services, () => this.now);
    this.app = await createApp(this.services, { pages: join(this.folder, 'no-pages') });
    await createHistory(this.inject);
    await sql`vacuum into ${sql.lit(this.template)}`.execute(server.services.db);
    await server.close();
  }

  /** Starts again with a copy of the template database, at this time (ms). */
  async restart(now: number): Promise<void> {
    await this.closeDatabase();
    this.now = now;
    this.originalKeys.clear();
    this.failures.clear();
    const file = join(this.folder, `${++this.runs}.db`);
    copyFileSync(this.template, file);
    this.databases = openSqlite(file);
    const { db, reader } = this.databases;
    const sequencer = createSequencer({
      db,
      reader,
      notifier: this.services.notifier,
      now: this.services.now,
      onError: rethrow,
    });
    // The feed is numbered before each pull, never by a timer: a seed must always give the same run.
    Object.assign(this.services, { db, reader, sequencer: { ...sequencer, wake: () => undefined } });
  }

  get db(): Kysely<Database> {
    return this.services.db;
  }

  /** Handles a request; a faulty server may change it first. */
  handle = (packet: Packet): Promise<SimulatedResponse> => (this.faultyHandle ?? this.receive)(packet);

  /** Handles a request as the real server does, and fails on `failingMutation`. */
  receive = (packet: Packet): Promise<SimulatedResponse> => {
    const broken = this.failingMutation?.() ?? null;
    const isHit = broken !== null && packet.path === addresses.sync.path && String(packet.body).includes(broken);
    return isHit ? this.failOn(broken, packet) : this.inject(packet);
  };

  /** Fails on one mutation: applies the rest of the batch and adds the results of the failed mutation and its lane. */
  private async failOn(broken: string, packet: Packet): Promise<SimulatedResponse> {
    const request = JSON.parse(String(packet.body)) as SyncRequest;
    const from = request.mutations.findIndex(({ id }) => id === broken);
    if (from < 0) return this.inject(packet);
    const { lane } = request.mutations[from]!;
    const held = request.mutations.filter((mutation, at) => at >= from && mutation.lane === lane);
    const mutations = request.mutations.filter((mutation) => !held.includes(mutation));
    const answered = await this.inject({ ...packet, body: JSON.stringify({ ...request, mutations }) });
    if (answered.status !== 200) return answered;
    this.failures.set(broken, (this.failures.get(broken) ?? 0) + 1);
    const answer = JSON.parse(answered.body) as SyncAnswer;
    const results = held.map(({ id }) =>
      id === broken
        ? { id, status: 500, code: 'ERROR' as const, rows: [] }
        : { id, status: 424, code: 'WAITS_FOR_ANOTHER' as const, rows: [] },
    );
    return { ...answered, body: JSON.stringify({ ...answer, results: [...answer.results, ...results] }) };
  }

  private inject = async ({ method, path, headers, body }: Packet): Promise<SimulatedResponse> => {
    const request = { method: method as 'GET' | 'POST', url: path, headers };
    const response = await this.app.inject(body === undefined ? request : { ...request, payload: body });
    return { status: response.statusCode, body: response.payload };
  };

  /** The key that a device gave to a request, also when a faulty server has replaced it. */
  originalOf = (key: string): string => this.originalKeys.get(key) ?? key;

  /** The ids of applied intents in their order, how often each is in the audit log, and the order there. */
  async readApplied(): Promise<{ applied: Set<string>; counts: Map<string, number>; inOrder: string[] }> {
    const outcomes = await this.db
      .selectFrom('outcomes')
      .select('key')
      .where('status', '=', 200)
      .orderBy(sql`rowid`)
      .execute();
    const auditRows = await this.db
      .selectFrom('audit')
      .select('key')
      .where('key', 'is not', null)
      .orderBy('id')
      .execute();
    const inOrder = auditRows.map(({ key }) => this.originalOf(key!));
    const counts = new Map<string, number>();
    for (const id of inOrder) counts.set(id, (counts.get(id) ?? 0) + 1);
    return { applied: new Set(outcomes.map(({ key }) => this.originalOf(key))), counts, inOrder };
  }

  /** Revokes a device's session or restores it. */
  async setSession(token: string, accepted: boolean): Promise<void> {
    const revoked_at = accepted ? null : this.now;
    await this.db.updateTable('sessions').set({ revoked_at }).where('token_hash', '=', hashToken(token)).execute();
  }

  async close(): Promise<void> {
    await this.closeDatabase();
    await this.app.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private get template(): string {
    return join(this.folder, 'template.db');
  }

  private async closeDatabase(): Promise<void> {
    await this.databases?.reader.destroy();
    await this.databases?.db.destroy();
    this.databases = null;
  }
}

/** The services of a closed test server; each run sets their database. */
function servicesForRuns(services: Services, now: () => number): Services {
  return { ...services, now, notifier: createNotifier(), mail: { wake: () => undefined } };
}

function rethrow(error: unknown): void {
  throw error;
}
