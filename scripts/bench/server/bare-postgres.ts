// The bare transaction of an order on PostgreSQL. Its arguments: the URL of the database, and the number of clients.
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { repeat, type Turn } from './repeat.ts';
import type { OrderToPlace } from './bare.ts';

const [, , url, clients] = process.argv;
const openClients = Promise.all(
  Array.from({ length: Number(clients) }, async () => {
    const client = new Client({ connectionString: url! });
    await client.connect();
    return client;
  }),
);

const texts = {
  claim: `insert into outcomes (user_id, key, fingerprint, state, status, code, touched, created_at)
    values ($1, $2, '', 'done', 200, 'SUCCESS', '[]', $3)`,
  debit: `update users set balance_cents = balance_cents - $1, rev = rev + 1
    where id = $2 and balance_cents >= $1 and is_active = 1 returning balance_cents`,
  order: `insert into orders (user_id, key, status, total_cents, cost_cents, user_name, search_text, created_at, updated_at)
    values ($1, $2, 'new', $3, 0, 'somebody', 'somebody something', $4, $4) returning id`,
  item: `insert into order_items (order_id, product_id, product_name, price_cents, cost_cents)
    values ($1, $2, 'something', $3, 0)`,
  line: `insert into ledger (user_id, kind, amount_cents, before_cents, after_cents, order_id, cycle, actor_id, key, created_at)
    values ($1, 'charge', $2, $3, $4, $5, 1, $1, $6, $7)`,
};

async function place(client: Client, { user, product, cents }: OrderToPlace): Promise<void> {
  const now = Date.now();
  const key = randomUUID();
  const ask = async <Row extends object>(name: keyof typeof texts, values: unknown[]): Promise<Row> =>
    (await client.query<Row>({ text: texts[name], values })).rows[0]!;
  await client.query('begin');
  await ask('claim', [user, key, now]);
  const account = await ask<{ balance_cents: string }>('debit', [cents, user]);
  const after = Number(account.balance_cents);
  const { id } = await ask<{ id: string }>('order', [user, key, cents, now]);
  await ask('item', [id, product, cents]);
  await ask('line', [user, -cents, after + cents, after, id, key, now]);
  await client.query('commit');
}

async function answer({ ms, wanted }: { ms: number; wanted: OrderToPlace[] }): Promise<void> {
  process.send!(await turn(ms, wanted));
}

process.on('message', (message: { ms: number; wanted: OrderToPlace[] }) => void answer(message));

async function turn(ms: number, wanted: OrderToPlace[]): Promise<Turn> {
  let taken = 0;
  const next = () => wanted[taken++ % wanted.length]!;
  const turns = await Promise.all((await openClients).map((client) => repeat(ms, () => place(client, next()))));
  return { count: turns.reduce((sum, { count }) => sum + count, 0), ms: Math.max(...turns.map((one) => one.ms)) };
}
