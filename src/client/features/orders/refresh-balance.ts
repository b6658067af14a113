import { readBalance } from '../../../contract/balance.ts';
import { call } from '../../api/call.ts';
import { asFailure } from '../../api/failure.ts';
import type { LocalDatabase } from '../../local/database.ts';

/** Requests the balance and stores it; returns whether the server gave it. */
export async function refreshBalance(db: LocalDatabase): Promise<boolean> {
  try {
    const { balance } = await call(readBalance, {});
    // A sign-out may have closed the database meanwhile.
    if (db.isOpen()) await db.account.toCollection().modify({ balance });
    return true;
  } catch (thrown) {
    asFailure(thrown);
    return false;
  }
}
