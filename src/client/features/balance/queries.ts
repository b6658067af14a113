import { readOwnBalanceHistory, type AccountRow, type LedgerRow } from '../../../contract/balance.ts';
import type { InputOf } from '../../../contract/endpoint.ts';
import { call } from '../../api/call.ts';
import type { ListSource } from '../../lists/list-source.ts';
import type { LocalDatabase } from '../../local/database.ts';
import { dayOf, endOfDay, startOfDay } from '../../local/days.ts';
import type { RowFilter } from '../../local/rows-in-memory/row-columns.ts';
import { ledgerIndexOf } from '../../local/rows-in-memory/row-indexes.ts';

/** The values of the list's filters: `kind`, and the days `from` and `to`. */
export type MovementFilter = RowFilter['values'];

/** The movements of the signed-in customer's balance, newest first. */
export const movementSource: ListSource<LedgerRow> = {
  table: 'ledger',
  totalFact: 'ledgerTotal',
  indexOf: ledgerIndexOf,
  async readFirst(db, { values, page, perPage }) {
    if (page > 1 || Object.values(values).some(({ length }) => length > 0)) return undefined;
    return { rows: await db.ledger.orderBy('id').reverse().limit(perPage).toArray(), total: undefined };
  },
  async request({ values, page, perPage }, signal) {
    const { data } = await call(readOwnBalanceHistory, { ...inQuery(values), page, per_page: perPage }, { signal });
    return { rows: data.data, total: data.total };
  },
};

/** Returns a filter as the server takes it: days as moments, because this device's calendar may differ from the shop's. */
export function inQuery({ kind = [], ...days }: MovementFilter) {
  const [from, to] = [days.from?.[0], days.to?.[0]];
  return {
    ...(kind.length > 0 && { kind: kind.join() }),
    ...(from && { from: startOfDay(from) }),
    ...(to && { to: endOfDay(to) }),
  } satisfies InputOf<typeof readOwnBalanceHistory>;
}

/** Returns whether a movement matches a filter. */
export function matches({ kind, created_at: at }: LedgerRow, { kind: kinds = [], ...days }: MovementFilter): boolean {
  const [from, to] = [days.from?.[0], days.to?.[0]];
  const day = dayOf(at);
  return (kinds.length === 0 || kinds.includes(kind)) && (!from || day >= from) && (!to || day <= to);
}

/** Reads the account of the signed-in customer. */
export const readAccount = (db: LocalDatabase): Promise<AccountRow | undefined> => db.account.toCollection().first();

/** Reads the movements on this device, newest first. */
export const readMovements = (db: LocalDatabase): Promise<LedgerRow[]> => db.ledger.orderBy('id').reverse().toArray();

/** Reads all movements of the customer, newest first; null unless this device certainly has them all. */
export async function readWholeHistory(db: LocalDatabase): Promise<LedgerRow[] | null> {
  const [rows, total] = await Promise.all([readMovements(db), db.fact('ledgerTotal')]);
  const isWhole = total !== undefined && rows.length >= total && (rows.at(-1)?.balance_before ?? 0) === 0;
  return isWhole ? rows : null;
}
