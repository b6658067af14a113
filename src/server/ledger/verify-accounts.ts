import { sql, type Kysely } from 'kysely';
import { hashAfter, readLedger } from '../platform/base/ledger-chains.ts';
import { toEuros } from '../platform/base/wire-values.ts';
import type { Database } from '../platform/database/schema.ts';

/**
 * Recomputes the balance of every user, and checks that each ledger row begins with the balance and the hash with which the
 * row of the same user before it ended. A first pass reads the ledger once, in the order of its ids, and finds the users
 * with a difference. Their rows are read again, one user after the other: a server may have committed rows during the pass,
 * on PostgreSQL also rows with lower ids than those that were read before.
 */
export async function wrongAccounts(db: Kysely<Database>): Promise<string[]> {
  const faults: string[] = [];
  for (const userId of await usersToCheck(db))
    faults.push(...(await wrongBalance(db, userId)), ...(await wrongRows(db, userId)));
  return faults;
}

/** The state of a user's account after the last row that was read. */
interface Account {
  hash: string;
  balance: number;
  sum: number;
  isWrong: boolean;
}

const emptyAccount = (): Account => ({ hash: '', balance: 0, sum: 0, isWrong: false });

/** Returns the ids of the users in whose rows or balance the pass finds a difference, in their order. */
async function usersToCheck(db: Kysely<Database>): Promise<number[]> {
  const accounts = await readAccounts(db);
  const users = await db.selectFrom('users').select(['id', 'balance_cents']).execute();
  const ids = new Set([...accounts].filter(([, { isWrong }]) => isWrong).map(([id]) => id));
  for (const { id, balance_cents } of users)
    if (balance_cents < 0 || balance_cents !== (accounts.get(id)?.sum ?? 0)) ids.add(id);
  return [...ids].toSorted((a, b) => a - b);
}

async function readAccounts(db: Kysely<Database>): Promise<Map<number, Account>> {
  const accounts = new Map<number, Account>();
  for await (const rows of readLedger(db))
    for (const row of rows) {
      const account = accounts.get(row.user_id) ?? emptyAccount();
      accounts.set(row.user_id, account);
      account.isWrong ||= row.before_cents !== account.balance || row.hash !== hashAfter(account.hash, row);
      account.hash = row.hash;
      account.balance = row.after_cents;
      account.sum += row.amount_cents;
    }
  return accounts;
}

/** Compares a balance with the sum of its rows in one statement, so that no movement comes between. */
async function wrongBalance(db: Kysely<Database>, userId: number): Promise<string[]> {
  const { rows } = await sql<{ id: number; balance: number; total: number }>`
    select id, balance, total from (
      select u.id, u.balance_cents as balance,
        (select coalesce(sum(l.amount_cents), 0) from ledger l where l.user_id = u.id) as total
      from users u where u.id = ${userId}
    ) as account where balance <> total or balance < 0`.execute(db);
  return rows.map(
    ({ id, balance, total }) =>
      `user ${id}: balance ${toEuros(balance)}, ledger ${toEuros(total)}, difference ${toEuros(balance - total)}`,
  );
}

/** Names the first row that does not fit its hash, and each row that does not begin with the balance of the one before. */
async function wrongRows(db: Kysely<Database>, userId: number): Promise<string[]> {
  const hashes: string[] = [];
  const balances: string[] = [];
  const account = emptyAccount();
  for await (const rows of readLedger(db, { userId }))
    for (const row of rows) {
      if (hashes.length === 0 && row.hash !== hashAfter(account.hash, row))
        hashes.push(`user ${userId}: ledger row ${row.id} does not fit its hash and the row before it`);
      if (row.before_cents !== account.balance)
        balances.push(
          `user ${userId}: ledger row ${row.id} begins at ${toEuros(row.before_cents)}, the one before ends at ${toEuros(account.balance)}`,
        );
      account.hash = row.hash;
      account.balance = row.after_cents;
    }
  return [...hashes, ...balances];
}
