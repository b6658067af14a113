// The bare durable transaction of an order on SQLite: the lower bound of placing an order. Its argument is the file, a
// copy of ours.
import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { repeat } from './repeat.ts';
import type { OrderToPlace } from './bare.ts';

const database = new DatabaseSync(process.argv[2]!);
database.exec(
  'PRAGMA foreign_keys = ON; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -32768',
);

const begin = database.prepare('begin immediate');
const claim = database.prepare(
  `insert into outcomes (user_id, key, fingerprint, state, status, code, touched, created_at)
   values (?, ?, '', 'done', 200, 'SUCCESS', '[]', ?)`,
);
const debit = database.prepare(
  `update users set balance_cents = balance_cents - ?, rev = rev + 1
   where id = ? and balance_cents >= ? and is_active = 1 returning balance_cents`,
);
const order = database.prepare(
  `insert into orders (user_id, key, status, total_cents, cost_cents, user_name, search_text, created_at, updated_at)
   values (?, ?, 'new', ?, 0, 'somebody', 'somebody something', ?, ?) returning id`,
);
const item = database.prepare(
  `insert into order_items (order_id, product_id, product_name, price_cents, cost_cents) values (?, ?, 'something', ?, 0)`,
);
const line = database.prepare(
  `insert into ledger (user_id, kind, amount_cents, before_cents, after_cents, order_id, cycle, actor_id, key, created_at)
   values (?, 'charge', ?, ?, ?, ?, 1, ?, ?, ?)`,
);
const commit = database.prepare('commit');

function place({ user, product, cents }: OrderToPlace): void {
  const now = Date.now();
  const key = randomUUID();
  begin.run();
  claim.run(user, key, now);
  const { balance_cents: after } = debit.get(cents, user, cents) as { balance_cents: number };
  const { id } = order.get(user, key, cents, now, now) as { id: number };
  item.run(id, product, cents);
  line.run(user, -cents, after + cents, after, id, user, key, now);
  commit.run();
}

async function runTurn({ ms, wanted }: { ms: number; wanted: OrderToPlace[] }): Promise<void> {
  let turn = 0;
  process.send!(await repeat(ms, () => place(wanted[turn++ % wanted.length]!)));
}

process.on('message', (message: { ms: number; wanted: OrderToPlace[] }) => void runTurn(message));
