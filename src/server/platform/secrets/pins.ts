import { sql } from 'kysely';
import { rootAdminId } from '../../../contract/limits.ts';
import { audit } from '../audit.ts';
import type { SignedIn } from '../context.ts';
import { inTransaction } from '../database/transaction.ts';
import { queueNotice } from '../mail/notices.ts';
import { Refusal } from '../refusal.ts';
import { sign } from './tokens.ts';

/** Wrong PINs in a row that lock it for a while, and that disable it until it is set anew with the password (D-7). */
const lockAt = 5;
const disableAt = 10;
/** Ms. */
const lockFor = 15 * 60_000;

/** What is hashed of a PIN: keyed with the pepper, so that a stolen database cannot be searched for PINs (D-7). */
export const keyedPin = (pepper: string, pin: string): string => sign(pepper, `pin ${pin}`);

/**
 * Checks the acting admin's own PIN; never inside a transaction. Each attempt is counted before it is evaluated, in
 * the database, so of a burst exactly as many are evaluated as allowed, on all nodes and across restarts. Refuses with
 * INVALID_PIN and details.reason `wrong`, `locked` (with `retry_after` in seconds), `disabled` or `pin_not_set`.
 */
export async function checkPin(ctx: SignedIn, pin: string): Promise<void> {
  await oneAfterAnother(ctx.person.id, async () => {
    const { means, person } = ctx;
    const { hash, failures } = await countAttempt(ctx);
    if (await means.hasher.verify(keyedPin(means.settings.pepper, pin), hash)) return forgetFailures(ctx, hash);
    if (failures === lockAt || failures === disableAt) {
      const kind = failures === lockAt ? 'pin.locked' : 'pin.disabled';
      const now = means.now();
      await inTransaction(means.db, async (tx) => {
        await audit({ tx, person, now }, { action: kind, entity: 'users', entityKey: person.id });
        for (const id of new Set([rootAdminId, person.id])) {
          await queueNotice({ tx, now, means }, id, { kind, admin: person });
        }
      });
    }
    throw new Refusal('INVALID_PIN', { reason: 'wrong' });
  });
}

interface Attempt {
  hash: string;
  failures: number;
}

/** One guarded statement: the fifth attempt locks the PIN before it is looked at, and being right opens it again. */
async function countAttempt({ means, person }: SignedIn): Promise<Attempt> {
  const now = means.now();
  const counted = await means.db
    .updateTable('users')
    .set((row) => ({
      pin_failures: row('pin_failures', '+', 1),
      pin_locked_until: sql<
        number | null
      >`case when pin_failures = ${sql.lit(lockAt - 1)} then cast(${now + lockFor} as bigint) end`,
    }))
    .where('id', '=', person.id)
    .where('pin_hash', 'is not', null)
    .where('pin_failures', '<', disableAt)
    .where((row) => row.or([row('pin_locked_until', 'is', null), row('pin_locked_until', '<=', now)]))
    .returning(['pin_hash', 'pin_failures'])
    .executeTakeFirst();
  if (counted?.pin_hash) return { hash: counted.pin_hash, failures: counted.pin_failures };
  const row = await means.db
    .selectFrom('users')
    .select(['pin_hash', 'pin_failures', 'pin_locked_until'])
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow();
  if (row.pin_hash === null) throw new Refusal('INVALID_PIN', { reason: 'pin_not_set' });
  if (row.pin_failures >= disableAt) throw new Refusal('INVALID_PIN', { reason: 'disabled' });
  const wait = Math.max(1, Math.ceil(((row.pin_locked_until ?? now) - now) / 1000));
  throw new Refusal('INVALID_PIN', { reason: 'locked', retry_after: wait });
}

/** Not when the PIN was set anew in the meantime: that has begun its own count. */
async function forgetFailures({ means, person }: SignedIn, hash: string): Promise<void> {
  await means.db
    .updateTable('users')
    .set({ pin_failures: 0, pin_locked_until: null })
    .where('id', '=', person.id)
    .where('pin_hash', '=', hash)
    .execute();
}

const lines = new Map<number, Promise<void>>();

/** Right PINs that come at once must not lock one another out: those of one admin are checked one by one. */
async function oneAfterAnother(id: number, work: () => Promise<void>): Promise<void> {
  const turn = (lines.get(id) ?? Promise.resolve()).catch(() => undefined).then(work);
  lines.set(id, turn);
  try {
    await turn;
  } finally {
    if (lines.get(id) === turn) lines.delete(id);
  }
}
