import { sql, type Kysely } from 'kysely';
import { returnedStatuses } from '../../contract/order-rules.ts';
import type { Database } from '../platform/database/schema.ts';
import { toEuros } from '../platform/base/wire-values.ts';
import { currencyOf } from './currency.ts';
import { wrongAccounts } from './verify-accounts.ts';
import { wrongCodes } from './verify-codes.ts';
import { wrongItems } from './verify-items.ts';

export interface Verification {
  /** One sentence for each fault, with the user or order and the amounts in the shop's currency. */
  faults: string[];
  userCount: number;
  /** The number of ledger rows. */
  rows: number;
}

/**
 * Recomputes every balance from the ledger, and checks the hashes and the balances of each user's rows, the charges of
 * every order with the parts of it that were returned, the prices and codes of its items, the approvals of top-up requests,
 * and that all rows have one currency. A server may change the database meanwhile.
 */
export async function findFaults(db: Kysely<Database>): Promise<Verification> {
  const checks = [wrongAccounts, wrongOrders, wrongParts, wrongItems, wrongCodes, wrongTopups, foreignCurrencies];
  const faults: string[] = [];
  for (const check of checks) faults.push(...(await check(db)));
  return { faults, userCount: await countOf(db, 'users'), rows: await countOf(db, 'ledger') };
}

/**
 * The sum of an order's rows must be minus its total, less the parts that were returned (D-25), or 0 in a status that has
 * returned the money (D-8).
 */
async function wrongOrders(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ id: number; user_id: number; expected: number; total: number }>`
    select o.id, o.user_id, o.expected, coalesce(l.total, 0) as total from (
      select id, user_id, case when status in (${sql.join(returnedStatuses)}) then 0 else refunded_cents - total_cents end as expected from orders
    ) as o left join (
      select order_id, sum(amount_cents) as total from ledger where order_id is not null group by order_id
    ) as l on l.order_id = o.id where o.expected <> coalesce(l.total, 0) order by o.id`.execute(db);
  return rows.map(
    ({ id, user_id, expected, total }) =>
      `order ${id} of user ${user_id}: ledger ${toEuros(total)}, expected ${toEuros(expected)}, difference ${toEuros(total - expected)}`,
  );
}

/** The parts of an order that were returned must add up to what its row says, and be numbered from 1 without gaps. */
async function wrongParts(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{
    id: number;
    user_id: number;
    refunded: number;
    total: number;
    parts: number;
    last: number;
  }>`
    select o.id, o.user_id, o.refunded_cents as refunded, coalesce(l.total, 0) as total, coalesce(l.parts, 0) as parts,
      coalesce(l.last, 0) as last
    from orders o left join (
      select order_id, sum(amount_cents) as total, count(*) as parts, count(distinct part) as numbers, max(part) as last
      from ledger where part > 0 group by order_id
    ) as l on l.order_id = o.id
    where o.refunded_cents <> coalesce(l.total, 0) or l.parts <> l.last or l.parts <> l.numbers order by o.id`.execute(
    db,
  );
  return rows.map(({ id, user_id, refunded, total, parts, last }) =>
    refunded === total
      ? `order ${id} of user ${user_id}: the ${parts} returned parts (${toEuros(total)}) are not numbered from 1 to ${parts}, the last is ${last}`
      : `order ${id} of user ${user_id}: returned in parts ${toEuros(refunded)}, in the ledger ${toEuros(total)}, difference ${toEuros(refunded - total)}`,
  );
}

/**
 * An approved request must have exactly one row: `add`, of its user and of what was credited (D-21). No other request has
 * one, and no row names a request that does not exist.
 */
async function wrongTopups(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<ToppedUp>`
    select t.id, t.number, t.user_id as owner, t.status, t.credited_cents as credited,
      coalesce(l.count, 0) as count, l.row_id, l.kind, l.user_id, coalesce(l.total, 0) as total
    from topups t left join (
      select topup_id, count(*) as count, min(id) as row_id, min(kind) as kind, min(user_id) as user_id,
        sum(amount_cents) as total
      from ledger where topup_id is not null group by topup_id
    ) as l on l.topup_id = t.id
    where coalesce(l.count, 0) <> case when t.status = 'approved' then 1 else 0 end
      or (l.count = 1 and (l.kind <> 'add' or l.user_id <> t.user_id or l.total <> t.credited_cents))
    union all
    select l.topup_id, null, l.user_id, null, null, 1, l.id, l.kind, l.user_id, l.amount_cents
    from ledger l left join topups t on t.id = l.topup_id where l.topup_id is not null and t.id is null
    order by 1`.execute(db);
  return rows.map(topupFault);
}

interface ToppedUp {
  id: string;
  number: number | null;
  owner: number;
  status: string | null;
  credited: number | null;
  /** The ledger rows that name the request: their number, the first of them and the sum of their amounts. */
  count: number;
  row_id: number | null;
  kind: string | null;
  user_id: number | null;
  total: number;
}

function topupFault({ id, number, owner, status, credited, count, row_id, kind, user_id, total }: ToppedUp): string {
  if (number === null)
    return `user ${owner}: ledger row ${row_id} of ${toEuros(total)} names the top-up request ${id}, which does not exist`;
  const request = `top-up request ${number} (${id}) of user ${owner}`;
  if (status !== 'approved')
    return `${request}: ${status}, but credited with ${toEuros(total)} by ledger row ${row_id}`;
  const approved = `${request}: approved with ${toEuros(credited ?? 0)}`;
  if (count === 0) return `${approved}, but the ledger has no row of it`;
  if (count > 1) return `${approved}, but the ledger has ${count} rows of it with ${toEuros(total)} together`;
  if (user_id !== owner) return `${approved}, but ledger row ${row_id} credits user ${user_id} with ${toEuros(total)}`;
  if (kind !== 'add') return `${approved}, but ledger row ${row_id} of ${toEuros(total)} is "${kind}"`;
  return `${approved}, in the ledger ${toEuros(total)}, difference ${toEuros((credited ?? 0) - total)}`;
}

/** All rows must have the currency of the first one; returns one sentence for each other currency (D-18). */
async function foreignCurrencies(db: Kysely<Database>): Promise<string[]> {
  const own = await currencyOf(db);
  if (own === null) return [];
  const { rows } = await sql<{ currency: string; count: number; id: number; user_id: number }>`
    select f.currency, f.count, l.id, l.user_id from (
      select currency, count(*) as count, min(id) as id from ledger where currency <> ${own} group by currency
    ) as f join ledger l on l.id = f.id order by l.id`.execute(db);
  return rows.map(
    ({ currency, count, id, user_id }) =>
      `user ${user_id}: ledger row ${id} is in ${currency} instead of ${own}, rows in ${currency}: ${count}`,
  );
}

async function countOf(db: Kysely<Database>, table: 'users' | 'ledger'): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db);
  return rows[0]!.count;
}
