import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { clientOf, type Answer } from '../support/client.ts';
import { fastFolder } from '../support/folders.ts';
import { listenToPokes } from '../support/pokes.ts';
import { startPostgres } from '../support/postgres.ts';
import { runCommand, startProgram, type Program } from '../support/programs.ts';
import { databaseKind } from '../support/world.ts';
import { judgeBooks } from './bank/judge.ts';
import { inside, openShop } from './bank/opening.ts';
import type { Intent } from './bank/story.ts';

const restarts = 3;
const pepper = 'r3st-Zr3vN8wLq1XcT6yBm0KsJ4hGdF7pA';
/** Ms between two orders of a customer. */
const rest = 30;

// An address in TEST_POSTGRES_URL is that of a PostgreSQL that is not ours to stop.
test.runIf(databaseKind === 'postgres' && !process.env.TEST_POSTGRES_URL)(
  'F1-3 PostgreSQL crashes three times under load on two nodes: both stay, and every order is placed once',
  async () => {
    const { postgres, house } = await ownPostgres();
    const programs = await Promise.all([startProgram(house), startProgram(house)]);
    const { customers, products } = await openShop(house, pepper);
    await inside(house, (db) => db.updateTable('products').set({ price_cents: 1 }).execute());
    const nodes = programs.map((program) => new Node(program));
    const rush = new Rush(nodes, products[0]!.id);
    const pokes = await listenToPokes(programs[0].url, customers[0]!.token);
    const buying = Promise.all([...customers, ...customers].map((customer) => rush.order(customer)));

    const recovered: number[] = [];
    for (let turn = 0; turn < restarts; turn += 1) {
      await rush.untilEachNode('placed', 15);
      await postgres.crash();
      await rush.untilEachNode('busy', 5);
      await postgres.start();
      const accepts = performance.now();
      await rush.untilEachNode('placed', 1);
      recovered.push(...nodes.map((node) => node.firstAfter(accepts) - accepts));
    }
    await rush.untilEachNode('placed', 15);
    await inside(house, (db) =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(db),
    );
    await rush.untilEachNode('placed', 15);
    rush.isOver = true;
    await buying;

    expect(rush.unexpected).toEqual([]);
    expect(Math.max(...recovered)).toBeLessThan(5_000);
    expect(rush.longest).toBeLessThan(10_000);
    const accounts = customers.map(({ userId }) => userId);
    expect(await inside(house, (db) => judgeBooks(db, rush.intents, accounts))).toEqual([]);
    expect(await runCommand('verify', house)).toMatchObject({ code: 0, err: '' });
    const heard = pokes();
    await rush.place(customers[0]!, nodes[1]!);
    await expect.poll(pokes, { timeout: 10_000 }).toBeGreaterThan(heard);
    for (const { program } of nodes) {
      const lines = logOf(program);
      expect(lines.filter(({ level }) => level >= 50)).toEqual([]);
      expect(lines.filter(({ level }) => level === 40).length).toBeLessThanOrEqual(restarts + 1);
      expect(await program.stop('SIGTERM')).toBe(0);
    }
  },
  120_000,
);

async function ownPostgres() {
  const folder = mkdtempSync(join(fastFolder, 'comptoir-house-'));
  const postgres = await startPostgres({ folder: fastFolder, durable: true });
  onTestFinished(async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const { url } = await postgres.database();
  const house = { HOST: '127.0.0.1', PORT: '0', DATA_DIR: folder, DATABASE_URL: url, REQUESTS_PER_MINUTE: '0' };
  return { postgres, house: { ...house, PEPPER: pepper } };
}

/** A server process and what it has answered to orders. */
class Node {
  busy = 0;
  readonly program: Program;
  private readonly times: number[] = [];

  constructor(program: Program) {
    this.program = program;
  }

  get placed(): number {
    return this.times.length;
  }

  /** When the first order after this time was acknowledged; Infinity when none was. */
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

/** Customers who order again and again, each order with its key until there is an answer. */
class Rush {
  readonly intents: Intent[] = [];
  /** Answers and failures that no outage of the database excuses. */
  readonly unexpected: string[] = [];
  /** Ms that an answer took at most. */
  longest = 0;
  isOver = false;
  private readonly nodes: readonly Node[];
  private readonly product: number;

  constructor(nodes: readonly Node[], product: number) {
    this.nodes = nodes;
    this.product = product;
  }

  async order(customer: Customer): Promise<void> {
    for (let turn = 0; !this.isOver; turn += 1) {
      await this.place(customer, this.nodes[turn % this.nodes.length]!);
      await pause(rest);
    }
  }

  /** Places one order, first at `node` and after each failure at the other one. */
  async place({ userId, token }: Customer, node: Node): Promise<void> {
    const key = randomUUID();
    const intent: Intent = { key, what: 'order', by: userId, account: userId, cents: 1, told: 'asked' };
    this.intents.push(intent);
    const body = { product_id: this.product, price: 0.01, message: key };
    for (let at = node; intent.told === 'asked'; at = this.nodes.find((other) => other !== at)!) {
      const answer = await this.ask(at, (client) =>
        client.post('/api/orders', body, { Authorization: `Bearer ${token}`, 'Idempotency-Key': key }),
      );
      if (answer === null) return;
      if (answer.status === 200) Object.assign(intent, { told: 'done', orderId: answer.body.order.id });
      else await pause(50);
    }
  }

  async untilEachNode(what: 'placed' | 'busy', more: number): Promise<void> {
    const goals = this.nodes.map((node) => node[what] + more);
    while (this.unexpected.length === 0 && this.nodes.some((node, index) => node[what] < goals[index]!))
      await pause(10);
  }

  /** The answer of a node; null, and noted, when it is neither success nor 503 with Retry-After. */
  private async ask(
    node: Node,
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
      this.longest = Math.max(this.longest, performance.now() - began);
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
