import { readOwnBalanceHistory, type LedgerRow } from '../../../contract/balance.ts';
import { call } from '../../api/call.ts';
import type { LocalDatabase } from '../../local/database.ts';
import { dayOf, startOfDay } from '../../local/days.ts';
import type { DayRange } from '../../ui/date-range-days.ts';
import { downloadMovements } from './download-movements.ts';
import { sumOf } from './find-fault.ts';
import { matches, readMovements, readWholeHistory } from './queries.ts';

/** The movements of some days, oldest first, with the balances at the beginning and at the end of these days. */
export interface Statement {
  rows: LedgerRow[];
  opening: number;
  closing: number;
  /** What was added and what was taken, the latter as a negative amount. */
  added: number;
  taken: number;
}

/** Reads the statement of some days; null where this device may not have all movements of these days. */
export async function readStatement(db: LocalDatabase, range: DayRange): Promise<Statement | null> {
  const [rows, whole] = await Promise.all([readMovements(db), readWholeHistory(db)]);
  const isBefore = (row: LedgerRow) => range.from !== '' && dayOf(row.created_at) < range.from;
  // This device has the newest movements: with one from before these days it has all that follow.
  if (!whole && !rows.some(isBefore)) return null;
  const before = rows.find(isBefore)?.balance_after ?? 0;
  return statementOf(
    rows.filter((row) => matches(row, valuesOf(range))),
    before,
  );
}

/** Requests the statement of some days. Throws `CallFailure`. */
export async function requestStatement(range: DayRange, signal: AbortSignal): Promise<Statement> {
  const rows = await downloadMovements(valuesOf(range), { signal });
  return statementOf(rows, rows.length === 0 ? await requestBalanceBefore(range, signal) : 0);
}

/** Requests the balance at the beginning of a range of days. */
async function requestBalanceBefore({ from }: DayRange, signal: AbortSignal): Promise<number> {
  if (from === '') return 0;
  const to = new Date(Date.parse(startOfDay(from)) - 1).toISOString();
  const { data } = await call(readOwnBalanceHistory, { to, page: 1, per_page: 1 }, { signal });
  return data.data[0]?.balance_after ?? 0;
}

/** Makes a statement of movements, newest first; `before` is the balance where there are none. */
function statementOf(newestFirst: readonly LedgerRow[], before: number): Statement {
  const rows = newestFirst.toSorted((a, b) => a.id - b.id);
  const amounts = rows.map(({ amount }) => amount);
  return {
    rows,
    opening: rows[0]?.balance_before ?? before,
    closing: rows.at(-1)?.balance_after ?? before,
    added: sumOf(amounts.filter((amount) => amount > 0)),
    taken: sumOf(amounts.filter((amount) => amount < 0)),
  };
}

const valuesOf = ({ from, to }: DayRange) => ({ from: from ? [from] : [], to: to ? [to] : [] });
