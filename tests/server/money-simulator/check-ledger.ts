import type { Kysely, Selectable } from 'kysely';
import { documentedHashes } from '../../support/ledger-rows.ts';
import type { Database } from '../../../src/server/platform/database/schema.ts';
import { checkParts } from './check-parts.ts';
import { checkTopups, type Topup } from './check-topups.ts';
import { identityOf, movesMoney, openingCents, type MoneyFault, type MoneyFaultKind, type Intent } from './story.ts';

interface MoneyTables {
  orders: Pick<Selectable<Database['orders']>, 'id' | 'user_id' | 'key' | 'message' | 'total_cents'>[];
  ledger: Selectable<Database['ledger']>[];
  users: { id: number; balance_cents: number }[];
  topups: Topup[];
}

type Report = (kind: MoneyFaultKind, detail: string) => void;

/** Compares the money tables with the users' intents and the outcomes they saw. */
export async function checkLedger(db: Kysely<Database>, intents: Intent[], accounts: number[]): Promise<MoneyFault[]> {
  const tables: MoneyTables = {
    orders: await db.selectFrom('orders').select(['id', 'user_id', 'key', 'message', 'total_cents']).execute(),
    ledger: await db.selectFrom('ledger').selectAll().orderBy('id').execute(),
    users: await db.selectFrom('users').select(['id', 'balance_cents']).where('id', 'in', accounts).execute(),
    topups: await db.selectFrom('topups').select(['id', 'status', 'credited_cents', 'decided_by']).execute(),
  };
  const faults: MoneyFault[] = [];
  const report: Report = (kind, detail) => void faults.push({ kind, detail });
  checkOrders(tables, intents, report);
  checkRows(tables, intents, report);
  checkAccounts(tables, intents, report);
  checkParts(tables, intents, report);
  checkTopups(tables, intents, report);
  return faults;
}

/** Checks that each key and intent has at most one order and each order an intent, and compares the reports. */
function checkOrders({ orders }: MoneyTables, intents: Intent[], report: Report): void {
  const wanted = new Map(intents.filter(({ action }) => action === 'order').map((intent) => [intent.key, intent]));
  const placed = Map.groupBy(orders, ({ message }) => message ?? '');
  for (const [key, same] of [...placed, ...Map.groupBy(orders, (order) => `${order.user_id} ${order.key}`)]) {
    if (same.length > 1) report('ordered more than once', `${key}: ${same.length} orders`);
  }
  for (const [key, [order]] of placed) {
    const intent = wanted.get(key);
    if (intent?.accountId !== order!.user_id || intent.cents !== order!.total_cents)
      report('without an intent', `order ${order!.id}, ${key}`);
  }
  for (const intent of wanted.values()) compareWithReported(intent, placed.get(intent.key)?.[0], report);
}

/** Checks that an acknowledged order exists with the reported id, and that an order with another report does not. */
function compareWithReported(
  { key, reported, code, orderId }: Intent,
  order: MoneyTables['orders'][number] | undefined,
  report: Report,
) {
  if (reported !== 'done')
    return order && report('refused, but done', `${key}: ${code ?? reported}, order ${order.id}`);
  if (!order) return report('acknowledged, but missing', key);
  if (order.id !== orderId) report('reported with a wrong order id', `${key}: reported ${orderId}, it is ${order.id}`);
}

/** Checks that each acknowledged key has exactly one ledger row, other keys have none, and each row has a known key. */
function checkRows({ ledger }: MoneyTables, intents: Intent[], report: Report): void {
  const rows = Map.groupBy(ledger, identityOfRow);
  for (const intent of intents) {
    if (intent.reported === 'asked') report('undecided', `${intent.action} ${intent.key}`);
    if (movesMoney(intent)) compareRows(intent, rows.get(identityOf(intent)) ?? [], report);
  }
  const known = new Set(intents.map(identityOf));
  for (const row of ledger)
    if (row.kind !== 'opening' && !known.has(identityOfRow(row)))
      report('without an intent', `row ${row.id} of the ledger, ${row.kind}`);
  checkCauses(ledger, report);
}

function compareRows({ key, action, reported, orderId }: Intent, booked: MoneyTables['ledger'], report: Report): void {
  if (reported === 'done' && booked.length !== 1)
    report('acknowledged, but not booked exactly once', `${action} ${key}`);
  if (reported !== 'done' && booked.length > 0) report('refused, but done', `${action} ${key}: booked`);
  if (orderId !== undefined && booked.some(({ order_id }) => order_id !== orderId))
    report('reported with a wrong order id', `${action} ${key}`);
}

const identityOfRow = ({ actor_id, key }: MoneyTables['ledger'][number]): string =>
  identityOf({ actorId: actor_id, key });

/**
 * Checks that no charge or return of an order, and no note of a credit, has two rows, even if keys got lost. Notes of
 * top-ups repeat: `checkTopups` compares their rows.
 */
function checkCauses(ledger: MoneyTables['ledger'], report: Report): void {
  const causes = Map.groupBy(ledger, causeOf);
  for (const [cause, same] of causes)
    if (cause !== null && same.length > 1) report('booked more than once', `${cause}: ${same.length} rows`);
}

function causeOf({ order_id: order, topup_id: topup, kind, cycle, part, note }: MoneyTables['ledger'][number]) {
  if (topup !== null) return null;
  return order === null ? note : `${kind} ${order}, ${cycle}, ${part}`;
}

function checkAccounts({ ledger, users }: MoneyTables, intents: Intent[], report: Report): void {
  for (const { id, balance_cents: balance } of users) {
    const rows = ledger.filter(({ user_id }) => user_id === id);
    const sum = rows.reduce((total, row) => total + row.amount_cents, 0);
    if (sum !== balance) report('balance is not the sum of the ledger', `user ${id}: ${balance}, ledger ${sum}`);
    const hashes = documentedHashes(rows);
    const wrong = rows.find(({ hash }, at) => hash !== hashes[at]);
    if (wrong) report('hash does not cover the row before', `user ${id}: row ${wrong.id}`);
    const lowest = Math.min(balance, ...rows.map(({ after_cents }) => after_cents));
    if (lowest < 0) report('balance below zero', `user ${id}: ${lowest}`);
    const own = intents.filter((intent) => intent.accountId === id && movesMoney(intent));
    const expected = own.reduce((total, intent) => total + movedBy(intent, rows), openingCents);
    if (expected !== balance)
      report('balance is not the sum of the reported outcomes', `user ${id}: ${balance}, reported ${expected}`);
    for (const { code, cents, key } of own)
      if (code === 'BALANCE_NOT_ENOUGH' && cents <= lowest)
        report('refused with enough money', `${key}: never less than ${lowest}`);
  }
}

/**
 * Cents that an intent has moved according to its reported outcome. What is left of a price depends on what the other
 * device returned of it: `checkParts` compares these rows.
 */
function movedBy({ key, reported, action, cents }: Intent, rows: MoneyTables['ledger']): number {
  if (reported !== 'done') return 0;
  if (action === 'return' || action === 'charge again') return rows.find((row) => row.key === key)?.amount_cents ?? 0;
  return action === 'order' ? -cents : cents;
}
