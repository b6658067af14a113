import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { allowed } from '../support/allowed.ts';
import { clientOf, type Answer } from '../support/client.ts';
import { fastFolder } from '../support/machine.ts';
import { countEvents } from '../support/count-events.ts';
import { startPostgres } from '../support/postgres.ts';
import { runCommand, startProgram, type Program } from '../support/programs.ts';
import { databaseKind } from '../support/test-server.ts';
import { checkLedger } from './money-simulator/check-ledger.ts';
import { withDatabase, createShop } from './money-simulator/create-shop.ts';
import type { Intent } from './money-simulator/story.ts';

const restarts = 3;
const pepper = 'r3st-Zr3vN8wLq1XcT6yBm0KsJ4hGdF7pA';
/** Time between two orders of a customer. */
const pauseMs = 30;

// A PostgreSQL of TEST_POSTGRES_URL must not be stopped.
test.runIf(databaseKind === 'postgres' && !process.env.TEST_POSTGRES_URL)(
  'PostgreSQL crashes three times under load on two nodes: both keep running, and every order is placed once',
  async () => {
    const { postgres, installation } = await startOwnPostgres();
    const programs = await Promise.all([startProgram(installation), startProgram(installation)]);
    const { customers, products } = await createShop(installation, pepper);
    await withDatabase(installation, (db) => db.updateTable('products').set({ price_cents: 1 }).execute());
    const nodes = programs.map((program) => new ServerNode(program));
    const load = new OrderLoad(nodes, products[0]!.id);
    const eventCount = await countEvents(programs[0].url, customers[0]!.token);
    const buying = Promise.all([...customers, ...customers].map((customer) => load.orderUntilOver(customer)));

    const recoveryMs: number[] = [];
    for (let turn = 0; turn < restarts; turn += 1) {
      await load.untilEachNode('placed', 15);
      await postgres.crash();
      await load.untilEachNode('busy', 5);
      await postgres.start();
      const startedAt = performance.now();
      await load.untilEachNode('placed', 1);
      recoveryMs.push(...nodes.map((node) => node.firstAfter(startedAt) - startedAt));
    }
    await load.untilEachNode('placed', 15);
    await withDatabase(installation, (db) =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(db),
    );
    await load.untilEachNode('placed', 15);
    load.isOver = true;
    await buying;

    expect(load.unexpected).toEqual([]);
    expect(Math.max(...recoveryMs)).toBeLessThan(allowed(5_000));
    expect(load.longestMs).toBeLessThan(allowed(10_000));
    const accounts = customers.map(({ userId }) => userId);
    expect(await withDatabase(installation, (db) => checkLedger(db, load.intents, accounts))).toEqual([]);
    expect(await runCommand('verify', installation)).toMatchObject({ code: 0, err: '' });
    const received = eventCount();
    // An event is a hint: one that is sent while the other node connects again is lost.
    const eventsAfterOrder = () => load.place(customers[0]!, nodes[1]!).then(eventCount);
    await expect.poll(eventsAfterOrder, { interval: 500 }).toBeGreaterThan(received);
    for (const { program } of nodes) {
      // Level 50 is an error, 40 a warning.
      const lines = logOf(program);
      expect(lines.filter(({ level }) => level >= 50)).toEqual([]);
      expect(lines.filter(({ level }) => level === 40).length).toBeLessThanOrEqual(restarts + 1);
      expect(await program.stop('SIGTERM')).toBe(0);
    }
  },
);

async function startOwnPostgres() {
  const folder = mkdtempSync(join(fastFolder, 'comptoir-data-'));
  const postgres = await startPostgres({ folder: fastFolder, durable: true });
  onTestFinished(async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const { url } = await postgres.database();
  const installation = { HOST: '127.0.0.1', PORT: '0', DATA_DIR: folder, DATABASE_URL: url, REQUESTS_PER_MINUTE: '0' };
  return { postgres, installation: { ...installation, PEPPER: pepper } };
}

/** A server process and its answers to orders. */
class ServerNode {
  busy = 0;
  readonly program: Program;
  private readonly times: number[] = [];

  constructor(program: Program) {
    this.program = program;
  }

  get placed(): number {
    return this.times.length;
  }

  /** The time of the first answer 200 after `time`; Infinity when there was none. */
  firstAfter(time: number): number {
    return this.times.find((at) => at > time) ?? Infinity;
  }

  count(status: number): void {
    if (status === 503) this.busy += 1;
    if (status === 200) this.times.push(performance.now());
  }
}

interface Customer {
  userId: number;
  token: string;
}

/** Customers who order again and again; each order is sent with its key until it succeeds. */
class OrderLoad {
  readonly intents: Intent[] = [];
  /** Failed requests, and answers other than success and 503 with Retry-After. */
  readonly unexpected: string[] = [];
  /** The longest time of an answer. */
  longestMs = 0;
  isOver = false;
  private readonly nodes: readonly ServerNode[];
  private readonly product: number;

  constructor(nodes: readonly ServerNode[], product: number) {
    this.nodes = nodes;
    this.product = product;
  }

  async orderUntilOver(customer: Customer): Promise<void> {
    for (let turn = 0; !this.isOver; turn += 1) {
      await this.place(customer, this.nodes[turn % this.nodes.length]!);
      await pause(pauseMs);
    }
  }

  /** Places one order, first at `node` and after each failure at the other one. */
  async place({ userId, token }: Customer, node: ServerNode): Promise<void> {
    const key = randomUUID();
    const intent: Intent = { key, action: 'order', actorId: userId, accountId: userId, cents: 1, reported: 'asked' };
    this.intents.push(intent);
    const body = { product_id: this.product, price: 0.01, message: key };
    for (let at = node; intent.reported === 'asked'; at = this.nodes.find((other) => other !== at)!) {
      const answer = await this.ask(at, (client) =>
        client.post('/api/orders', body, { Authorization: `Bearer ${token}`, 'Idempotency-Key': key }),
      );
      if (answer === null) return;
      if (answer.status === 200) Object.assign(intent, { reported: 'done', orderId: answer.body.order.id });
      else await pause(50);
    }
  }

  /** Waits until each node has given `more` further answers of this kind. */
  async untilEachNode(what: 'placed' | 'busy', more: number): Promise<void> {
    const goals = this.nodes.map((node) => node[what] + more);
    while (this.unexpected.length === 0 && this.nodes.some((node, index) => node[what] < goals[index]!))
      await pause(10);
  }

  /** Sends to a node; returns the answer, or null when it is unexpected and so added to `unexpected`. */
  private async ask(
    node: ServerNode,
    send: (client: ReturnType<typeof clientOf>) => Promise<Answer>,
  ): Promise<Answer | null> {
    const began = performance.now();
    try {
      const answer = await send(clientOf(node.program.url, async () => ({})));
      node.count(answer.status);
      if (answer.status === 200) return answer;
      if (answer.status === 503 && answer.headers.has('Retry-After')) return answer;
      this.unexpected.push(`${answer.status} ${JSON.stringify(answer.body)}`);
    } catch (error) {
      this.unexpected.push(`no answer: ${String(error)}`);
    } finally {
      this.longestMs = Math.max(this.longestMs, performance.now() - began);
    }
    return null;
  }
}

const logOf = (program: Program): { level: number; msg: string }[] =>
  program
    .printed()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { level: number; msg: string });
