import type { SignedIn } from './context.ts';
import { inTransaction, type TransactionContext } from './database/transaction.ts';
import { Refusal } from './base/refusal.ts';
import { lockRights, readRights } from './sessions.ts';

/**
 * The user lost the right to act after the request was authorised (D-16): the session ended, the account was
 * deactivated or deleted, or the role changed. Never stored as the result of an idempotency key.
 */
export class RightsLost extends Refusal {
  constructor(code: 'UNAUTHENTICATED' | 'FORBIDDEN') {
    super(code);
    this.name = 'RightsLost';
  }
}

type Acting = Pick<SignedIn, 'services' | 'person'>;

/**
 * Runs a function in one transaction of the signed-in user, and checks the user's rights as its last statement: reading
 * the body, a PIN check or a row lock may have taken long since the request was authorised. On PostgreSQL the check
 * locks the session row, so that this transaction either sees a change of rights or commits before it; it comes last
 * because every change of rights also locks sessions last. Throws RightsLost, also in place of a refusal of `run`,
 * which could reveal stored data.
 */
export async function inUserTransaction<T>(
  ctx: Acting,
  run: (transaction: TransactionContext) => Promise<T>,
  key: string | null = null,
): Promise<T> {
  const { services, person } = ctx;
  try {
    return await inTransaction(services.db, async (tx) => {
      const now = services.now();
      const result = await run({ tx, person, now, key, services });
      compareRights(ctx, await lockRights(tx, person.sessionId, now));
      return result;
    });
  } catch (error) {
    if (error instanceof Refusal && !(error instanceof RightsLost)) await requireRights(ctx);
    throw error;
  }
}

/**
 * Checks outside of a transaction that the user still has the rights the request was authorised with. Throws
 * RightsLost.
 */
export async function requireRights(ctx: Acting): Promise<void> {
  const { services, person } = ctx;
  compareRights(ctx, await readRights(services.reader, person.sessionId, services.now()));
}

function compareRights({ person }: Acting, found: { id: number; role: string } | null): void {
  if (found?.id !== person.id) throw new RightsLost('UNAUTHENTICATED');
  if (found.role !== person.role) throw new RightsLost('FORBIDDEN');
}
