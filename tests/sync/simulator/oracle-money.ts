import { openingBalance, userIds } from './simulated-shop.ts';
import type { Story } from './story.ts';

/** Checks that every order was requested, exists once, was paid once, and was reported correctly to its customer. */
export async function checkMoney({ server, orders, faults }: Story): Promise<void> {
  const placed = new Map<string, number>();
  for (const { key } of await server.db.selectFrom('orders').select('key').execute()) {
    const id = server.originalOf(key);
    placed.set(id, (placed.get(id) ?? 0) + 1);
  }
  for (const [key, count] of placed) {
    if (count > 1) faults.push(`placed ${count} times: order ${key}`);
    if (!orders.has(key)) faults.push(`no customer requested order ${key}`);
  }
  for (const [key, result] of orders) {
    if (result === 'asked') faults.push(`the outcome of order ${key} was never reported`);
    if ((result === 'placed') !== placed.has(key))
      faults.push(`reported "${result}" of order ${key}, which ${placed.has(key) ? 'exists' : 'does not exist'}`);
  }
  await checkBalance(server.db, faults);
}

async function checkBalance(db: Story['server']['db'], faults: string[]): Promise<void> {
  const { balance_cents: balance } = await db
    .selectFrom('users')
    .select('balance_cents')
    .where('id', '=', userIds.amina)
    .executeTakeFirstOrThrow();
  const lines = await db.selectFrom('ledger').select('amount_cents').where('user_id', '=', userIds.amina).execute();
  const orders = await db.selectFrom('orders').select('total_cents').where('user_id', '=', userIds.amina).execute();
  const sum = lines.reduce((total, line) => total + line.amount_cents, 0);
  const spent = orders.reduce((total, order) => total + order.total_cents, 0);
  if (sum !== balance || balance < 0) faults.push(`the ledger sums to ${sum}, the balance is ${balance}`);
  const requests = await db
    .selectFrom('topups')
    .select('credited_cents')
    .where('user_id', '=', userIds.amina)
    .execute();
  const credited = requests.reduce((total, request) => total + (request.credited_cents ?? 0), 0);
  if (balance !== openingBalance * 100 + credited - spent)
    faults.push(`the balance is ${balance} after ${credited} were credited and ${spent} spent`);
}
