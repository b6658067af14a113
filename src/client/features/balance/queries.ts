import type { AccountRow, LedgerRow } from '../../../contract/balance.ts';
import type { LocalDatabase } from '../../local/database.ts';

/** The signed-in person as this device last heard, with the balance in euros; undefined before the first pass. */
export const readAccount = (db: LocalDatabase): Promise<AccountRow | undefined> => db.account.toCollection().first();

/** The newest lines of the person's ledger, newest first. */
export const readLastLines = (db: LocalDatabase, count: number): Promise<LedgerRow[]> =>
  db.ledger.orderBy('id').reverse().limit(count).toArray();
