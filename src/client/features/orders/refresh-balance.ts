import { readBalance } from '../../../contract/balance.ts';
import { call } from '../../api/call.ts';
import { asFailure } from '../../api/failure.ts';
import type { LocalDatabase } from '../../local/database.ts';

/** Asks the server for the balance and keeps it; says whether it answered. */
export async function refreshBalance(db: LocalDatabase): Promise<boolean> {
  try {
    const { balance } = await call(readBalance, {});
    // Signed out meanwhile: there is nobody to keep it for.
    if (db.isOpen()) await db.account.toCollection().modify({ balance });
    return true;
  } catch (thrown) {
    asFailure(thrown);
    return false;
  }
}
