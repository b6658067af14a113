import type { SignedIn } from './context.ts';
import { inTransaction, type Work } from './database/transaction.ts';
import { Refusal } from './refusal.ts';
import { lockRights, readRights } from './sessions.ts';

/**
 * The user lost the right to act after the request was let in (D-16): the session ended, the account was switched off
 * or deleted, or the role changed. Never recorded as the result of an idempotency key.
 */
export class RightsLost extends Refusal {
  constructor(code: 'UNAUTHENTICATED' | 'FORBIDDEN') {
    super(code);
    this.name = 'RightsLost';
  }
}

type Acting = Pick<SignedIn, 'means' | 'person'>;

/**
 * Runs `run` in one transaction of the signed-in user, and checks the user's rights as the last statement of it: a
 * body, a PIN check or a row lock may have taken long since the request was let in. On PostgreSQL the check locks the
 * session row, so a change of rights that is answered has either been seen here or waits for this commit; it comes
 * last because every change of rights also locks sessions last. Throws RightsLost, also in place of a refusal of
 * `run`, which would tell what is stored.
 */
export async function inUserTransaction<T>(
  ctx: Acting,
  run: (work: Work) => Promise<T>,
  key: string | null = null,
): Promise<T> {
  const { means, person } = ctx;
  try {
    return await inTransaction(means.db, async (tx) => {
      const now = means.now();
      const result = await run({ tx, person, now, key, means });
      compareRights(ctx, await lockRights(tx, person.sessionId, now));
      return result;
    });
  } catch (error) {
    if (error instanceof Refusal && !(error instanceof RightsLost)) await requireRights(ctx);
    throw error;
  }
}

/** Checks outside of a transaction that the signed-in user still has the rights the request was let in with. Throws RightsLost. */
export async function requireRights(ctx: Acting): Promise<void> {
  const { means, person } = ctx;
  compareRights(ctx, await readRights(means.reader, person.sessionId, means.now()));
}

function compareRights({ person }: Acting, found: { id: number; role: string } | null): void {
  if (found?.id !== person.id) throw new RightsLost('UNAUTHENTICATED');
  if (found.role !== person.role) throw new RightsLost('FORBIDDEN');
}
