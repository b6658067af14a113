import type { FastifyInstance } from 'fastify';
import { sql, type Kysely } from 'kysely';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { SyncAnswer, SyncRequest } from '../../../src/contract/sync.ts';
import { addresses } from '../../../src/client/api/addresses.ts';
import { createApp } from '../../../src/server/app.ts';
import { adjust } from '../../../src/server/ledger/ledger.ts';
import type { Means } from '../../../src/server/platform/context.ts';
import type { Database } from '../../../src/server/platform/database/schema.ts';
import { openSqlite } from '../../../src/server/platform/database/sqlite.ts';
import { createSequencer } from '../../../src/server/platform/feed.ts';
import { createPokes } from '../../../src/server/platform/pokes.ts';
import { hashToken } from '../../../src/server/platform/secrets/tokens.ts';
import { fastFolder } from '../../support/folders.ts';
import { asWork, putCategory, putProduct } from '../../support/shop.ts';
import { openWorld, type Name } from '../../support/world.ts';

/** What travels to the server. */
export interface Packet {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | Buffer;
}

export interface Answered {
  status: number;
  body: string;
}

/** The people's ids, by the order in which the world brings them. */
export const people = { root: 1, sara: 2, amina: 3, karim: 4 } as const satisfies Record<Name, number>;

/** Euros amina begins with, and what the products cost. */
export const opening = 100;
export const prices = [5, 8, 12, 16, 20, 24] as const;

/** The devices that are signed in; the token is the name. */
export const sessions: Record<string, Name> = { phone: 'amina', laptop: 'amina', desk: 'sara', counter: 'karim' };

/** The whole server in this process, on a database that `empty` makes new within milliseconds. */
export class Stage {
  now = 0;
  /** Stands before the server in faulty runs. */
  door: Stage['handle'] | null = null;
  /** The mutation on which the server breaks: it and what follows it in its lane are not reached. */
  brokenOn: (() => string | null) | null = null;
  /** How often the server has answered 500 for each mutation. */
  readonly broke = new Map<string, number>();
  /** Keys a faulty door has given to packets, and what they were. */
  readonly renamed = new Map<string, string>();
  private readonly folder = mkdtempSync(join(fastFolder, 'comptoir-simulator-'));
  private means!: Means;
  private app!: FastifyInstance;
  private open: { db: Kysely<Database>; reader: Kysely<Database> } | null = null;
  private runs = 0;

  /** Builds the server and the database each run begins with. */
  async build(): Promise<void> {
    const world = await openWorld({ kind: 'sqlite' });
    await fill(world.means);
    this.now = world.clock.now;
    this.means = standIn(world.means, () => this.now);
    this.app = await createApp(this.means, { pages: join(this.folder, 'no-pages') });
    await haveHistory(this.inject);
    await sql`vacuum into ${sql.lit(this.template)}`.execute(world.means.db);
    await world.close();
  }

  /** Begins anew, at this time (ms). */
  async empty(now: number): Promise<void> {
    await this.shut();
    this.now = now;
    this.renamed.clear();
    this.broke.clear();
    const file = join(this.folder, `${++this.runs}.db`);
    copyFileSync(this.template, file);
    this.open = openSqlite(file);
    const { db, reader } = this.open;
    const sequencer = createSequencer({ db, reader, pokes: this.means.pokes, now: this.means.now, onError: rethrow });
    // Numbers before each pull and not by a timer of its own: a seed tells one story.
    Object.assign(this.means, { db, reader, sequencer: { ...sequencer, wake: () => undefined } });
  }

  get db(): Kysely<Database> {
    return this.means.db;
  }

  /** Brings a packet to the server. */
  handle = (packet: Packet): Promise<Answered> => (this.door ?? this.receive)(packet);

  receive = (packet: Packet): Promise<Answered> => {
    const broken = this.brokenOn?.() ?? null;
    const isHit = broken !== null && packet.path === addresses.sync.path && String(packet.body).includes(broken);
    return isHit ? this.breakOn(broken, packet) : this.inject(packet);
  };

  /** The real server does the rest of the batch; what it would say to a mutation that throws is added. */
  private async breakOn(broken: string, packet: Packet): Promise<Answered> {
    const request = JSON.parse(String(packet.body)) as SyncRequest;
    const from = request.mutations.findIndex(({ id }) => id === broken);
    if (from < 0) return this.inject(packet);
    const { lane } = request.mutations[from]!;
    const held = request.mutations.filter((mutation, at) => at >= from && mutation.lane === lane);
    const mutations = request.mutations.filter((mutation) => !held.includes(mutation));
    const answered = await this.inject({ ...packet, body: JSON.stringify({ ...request, mutations }) });
    if (answered.status !== 200) return answered;
    this.broke.set(broken, (this.broke.get(broken) ?? 0) + 1);
    const answer = JSON.parse(answered.body) as SyncAnswer;
    const results = held.map(({ id }) =>
      id === broken
        ? { id, status: 500, code: 'ERROR' as const, rows: [] }
        : { id, status: 424, code: 'WAITS_FOR_ANOTHER' as const, rows: [] },
    );
    return { ...answered, body: JSON.stringify({ ...answer, results: [...answer.results, ...results] }) };
  }

  private inject = async ({ method, path, headers, body }: Packet): Promise<Answered> => {
    const request = { method: method as 'GET' | 'POST', url: path, headers };
    const response = await this.app.inject(body === undefined ? request : { ...request, payload: body });
    return { status: response.statusCode, body: response.payload };
  };

  /** The key a person's device gave to an intent. */
  originalOf = (key: string): string => this.renamed.get(key) ?? key;

  /** What was applied: by id, how often each left its mark, and the marks in their order. */
  async done(): Promise<{ applied: Set<string>; counts: Map<string, number>; inOrder: string[] }> {
    const outcomes = await this.db.selectFrom('outcomes').select('key').where('status', '=', 200).execute();
    const marks = await this.db.selectFrom('audit').select('key').where('key', 'is not', null).orderBy('id').execute();
    const inOrder = marks.map(({ key }) => this.originalOf(key!));
    const counts = new Map<string, number>();
    for (const id of inOrder) counts.set(id, (counts.get(id) ?? 0) + 1);
    return { applied: new Set(outcomes.map(({ key }) => this.originalOf(key))), counts, inOrder };
  }

  /** The server no longer accepts a device, or does so again. */
  async setSession(token: string, accepted: boolean): Promise<void> {
    const revoked_at = accepted ? null : this.now;
    await this.db.updateTable('sessions').set({ revoked_at }).where('token_hash', '=', hashToken(token)).execute();
  }

  async close(): Promise<void> {
    await this.shut();
    await this.app.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private get template(): string {
    return join(this.folder, 'template.db');
  }

  private async shut(): Promise<void> {
    await this.open?.reader.destroy();
    await this.open?.db.destroy();
    this.open = null;
  }
}

/** The means of a world that is closed, with a database that comes and goes. */
function standIn(means: Means, now: () => number): Means {
  return { ...means, now, pokes: createPokes(), post: { wake: () => undefined } };
}

async function fill(means: Means): Promise<void> {
  const category = await putCategory(means, { title: 'Tea' });
  for (const price of prices)
    await putProduct(means, { title: `Tea of ${price}`, price, cost: 1, categories: [category] });
  await asWork(means, { id: people.root }, (work) =>
    adjust(work, { userId: people.amina, kind: 'opening', cents: opening * 100, note: null }),
  );
  for (const [token, name] of Object.entries(sessions)) {
    const times = { created_at: means.now(), used_at: means.now(), revoked_at: null };
    const session = { token_hash: hashToken(token), user_id: people[name], user_agent: null, address: null };
    await means.db
      .insertInto('sessions')
      .values({ ...session, ...times })
      .execute();
  }
}

/** The orders that were placed before a story begins. */
export const ordersBefore: readonly string[] = [idOf('0'), idOf('1')];

/** What people did before the story begins: two orders and three tickets, one of them another customer's. */
async function haveHistory(inject: Stage['receive']): Promise<void> {
  const post = async (token: string, path: string, body: object, key?: string) => {
    const headers = { authorization: `Bearer ${token}`, ...(key && { 'idempotency-key': key }) };
    const request = { method: 'POST', path, headers: { ...headers, 'content-type': 'application/json' } };
    const { status, body: answer } = await inject({ ...request, body: JSON.stringify(body) });
    if (status !== 200) throw new Error(`${path} of the history answered ${status}: ${answer}`);
  };
  for (const [at, key] of ordersBefore.entries())
    await post('phone', '/api/orders', { product_id: at + 1, price: prices[at] }, key);
  for (const [at, token] of ['phone', 'laptop', 'counter'].entries()) {
    const ticket = { id: idOf(String(at + 2)), subject: `Before ${at}`, type: 'general', content: 'Hello' };
    await post(token, '/api/tickets', ticket);
  }
}

function idOf(digit: string): string {
  return `01a00000-0000-7000-8000-00000000000${digit}`;
}

function rethrow(error: unknown): void {
  throw error;
}
