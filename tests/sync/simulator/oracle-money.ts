import { opening, people } from './stage.ts';
import type { Story } from './story.ts';

/** Every order was wanted, exists once, was paid once, and what its person was told about it is true. */
export async function judgeMoney({ stage, orders, faults }: Story): Promise<void> {
  const placed = new Map<string, number>();
  for (const { key } of await stage.db.selectFrom('orders').select('key').execute()) {
    const id = stage.originalOf(key);
    placed.set(id, (placed.get(id) ?? 0) + 1);
  }
  for (const [key, count] of placed) {
    if (count > 1) faults.push(`placed ${count} times: order ${key}`);
    if (!orders.has(key)) faults.push(`nobody wanted order ${key}`);
  }
  for (const [key, told] of orders) {
    if (told === 'asked') faults.push(`nobody was told what became of order ${key}`);
    if ((told === 'placed') !== placed.has(key))
      faults.push(`told "${told}" of order ${key}, which ${placed.has(key) ? 'exists' : 'does not'}`);
  }
  await judgeBooks(stage.db, faults);
}

async function judgeBooks(db: Story['stage']['db'], faults: string[]): Promise<void> {
  const { balance_cents: balance } = await db
    .selectFrom('users')
    .select('balance_cents')
    .where('id', '=', people.amina)
    .executeTakeFirstOrThrow();
  const lines = await db.selectFrom('ledger').select('amount_cents').where('user_id', '=', people.amina).execute();
  const orders = await db.selectFrom('orders').select('total_cents').where('user_id', '=', people.amina).execute();
  const sum = lines.reduce((total, line) => total + line.amount_cents, 0);
  const spent = orders.reduce((total, order) => total + order.total_cents, 0);
  if (sum !== balance || balance < 0) faults.push(`the ledger sums to ${sum}, the balance is ${balance}`);
  if (balance !== opening * 100 - spent) faults.push(`the balance is ${balance} after spending ${spent}`);
}
