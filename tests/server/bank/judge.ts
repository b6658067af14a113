import type { Kysely, Selectable } from 'kysely';
import type { Database } from '../../../src/server/platform/database/schema.ts';
import { openingCents, type BankFault, type BankFaultKind, type Intent } from './story.ts';

interface Books {
  orders: Pick<Selectable<Database['orders']>, 'id' | 'user_id' | 'key' | 'message' | 'total_cents'>[];
  ledger: Selectable<Database['ledger']>[];
  users: { id: number; balance_cents: number }[];
}

type Tell = (kind: BankFaultKind, about: string) => void;

/** Compares what is in the books with what people wanted and were told. */
export async function judgeBooks(db: Kysely<Database>, intents: Intent[], accounts: number[]): Promise<BankFault[]> {
  const books: Books = {
    orders: await db.selectFrom('orders').select(['id', 'user_id', 'key', 'message', 'total_cents']).execute(),
    ledger: await db.selectFrom('ledger').selectAll().orderBy('id').execute(),
    users: await db.selectFrom('users').select(['id', 'balance_cents']).where('id', 'in', accounts).execute(),
  };
  const faults: BankFault[] = [];
  const tell: Tell = (kind, about) => void faults.push({ kind, about });
  judgeOrders(books, intents, tell);
  judgeRows(books, intents, tell);
  judgeAccounts(books, intents, tell);
  return faults;
}

/** At most one order for each key and each intent, and none that nobody wanted. */
function judgeOrders({ orders }: Books, intents: Intent[], tell: Tell): void {
  const wanted = new Map(intents.filter(({ what }) => what === 'order').map((intent) => [intent.key, intent]));
  const placed = Map.groupBy(orders, ({ message }) => message ?? '');
  for (const [key, same] of [...placed, ...Map.groupBy(orders, (order) => `${order.user_id} ${order.key}`)]) {
    if (same.length > 1) tell('ordered more than once', `${key}: ${same.length} orders`);
  }
  for (const [key, [order]] of placed) {
    const intent = wanted.get(key);
    if (intent?.account !== order!.user_id || intent.cents !== order!.total_cents)
      tell('wanted by nobody', `order ${order!.id}, ${key}`);
  }
  for (const intent of wanted.values()) compareWithTold(intent, placed.get(intent.key)?.[0], tell);
}

/** What was acknowledged is there, what was refused is not. */
function compareWithTold({ key, told, code, orderId }: Intent, order: Books['orders'][number] | undefined, tell: Tell) {
  if (told !== 'done') return order && tell('refused, and yet there', `${key}: ${code ?? told}, order ${order.id}`);
  if (!order) return tell('acknowledged, and not there', key);
  if (order.id !== orderId) tell('told about another order', `${key}: told ${orderId}, it is ${order.id}`);
}

/** Exactly one row of the ledger for each acknowledged key, none for another, and none without a key of somebody. */
function judgeRows({ ledger }: Books, intents: Intent[], tell: Tell): void {
  const rows = Map.groupBy(ledger, ({ key }) => key);
  for (const intent of intents) {
    if (intent.told === 'asked') tell('undecided', `${intent.what} ${intent.key}`);
    if (intent.what !== 'price') compareRows(intent, rows.get(intent.key) ?? [], tell);
  }
  const known = new Set(intents.map(({ key }) => key));
  for (const { id, key, kind } of ledger)
    if (kind !== 'opening' && !known.has(key)) tell('wanted by nobody', `row ${id} of the ledger, ${kind}`);
  judgeCauses(ledger, tell);
}

function compareRows({ key, what, told, orderId }: Intent, booked: Books['ledger'], tell: Tell): void {
  if (told === 'done' && booked.length !== 1) tell('acknowledged, and not booked once', `${what} ${key}`);
  if (told !== 'done' && booked.length > 0) tell('refused, and yet there', `${what} ${key}: booked`);
  if (orderId !== undefined && booked.some(({ order_id }) => order_id !== orderId))
    tell('told about another order', `${what} ${key}`);
}

/** One row for each cause, also where keys got lost: an order's charge or return, or what sara noted. */
function judgeCauses(ledger: Books['ledger'], tell: Tell): void {
  const causes = Map.groupBy(ledger, ({ order_id, kind, note }) => (order_id === null ? note : `${kind} ${order_id}`));
  for (const [cause, same] of causes)
    if (cause !== null && same.length > 1) tell('booked more than once', `${cause}: ${same.length} rows`);
}

function judgeAccounts({ ledger, users }: Books, intents: Intent[], tell: Tell): void {
  for (const { id, balance_cents: balance } of users) {
    const rows = ledger.filter(({ user_id }) => user_id === id);
    const sum = rows.reduce((total, row) => total + row.amount_cents, 0);
    if (sum !== balance) tell('balance is not the sum of the ledger', `user ${id}: ${balance}, ledger ${sum}`);
    const lowest = Math.min(balance, ...rows.map(({ after_cents }) => after_cents));
    if (lowest < 0) tell('below zero', `user ${id}: ${lowest}`);
    const mine = intents.filter(({ account, what }) => account === id && what !== 'price');
    const expected = mine.reduce((total, intent) => total + movedBy(intent), openingCents);
    if (expected !== balance) tell('balance is not what people were told', `user ${id}: ${balance}, told ${expected}`);
    for (const { code, cents, key } of mine)
      if (code === 'BALANCE_NOT_ENOUGH' && cents <= lowest)
        tell('refused with money enough', `${key}: never less than ${lowest}`);
  }
}

/** Cents an intent has moved, going by what people were told. */
function movedBy({ told, what, cents }: Intent): number {
  if (told !== 'done') return 0;
  return what === 'order' ? -cents : cents;
}
