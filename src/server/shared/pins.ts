import { sql } from 'kysely';
import { rootAdminId } from '../../contract/limits.ts';
import { audit } from '../platform/audit.ts';
import type { SignedIn } from '../platform/context.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { queueNotice } from '../platform/mail/notices.ts';
import { Refusal } from '../platform/base/refusal.ts';
import { sign } from '../platform/crypto/tokens.ts';

/** The fifth wrong PIN in a row locks the PIN for 15 minutes; the tenth disables it until a new PIN is set (D-7). */
const lockAt = 5;
const disableAt = 10;
const lockMs = 15 * 60_000;

/**
 * Returns what is hashed for a PIN: the PIN signed with the pepper, so that PINs cannot be guessed from a stolen database
 * (D-7).
 */
export const keyedPin = (pepper: string, pin: string): string => sign(pepper, `pin ${pin}`);

/**
 * Checks the acting admin's own PIN; never call it inside a transaction. Each attempt is counted in the database before
 * it is evaluated, so that no burst gets more attempts than allowed, on all servers together and across restarts.
 * Throws INVALID_PIN with details.reason `wrong`, `locked` (with `retry_after` in seconds), `disabled` or
 * `pin_not_set`.
 */
export async function checkPin(ctx: SignedIn, pin: string): Promise<void> {
  await inSequence(ctx.person.id, async () => {
    const { services, person } = ctx;
    const { hash, failures } = await countAttempt(ctx);
    if (await services.hasher.verify(keyedPin(services.settings.pepper, pin), hash)) return forgetFailures(ctx, hash);
    if (failures === lockAt || failures === disableAt) {
      const kind = failures === lockAt ? 'pin.locked' : 'pin.disabled';
      const now = services.now();
      await inTransaction(services.db, async (tx) => {
        await audit({ tx, person, now }, { action: kind, entity: 'users', entityKey: person.id });
        for (const id of new Set([rootAdminId, person.id])) {
          await queueNotice({ tx, now, services }, id, { kind, admin: person });
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

/**
 * Counts the attempt in one guarded statement, before the PIN is evaluated: the fifth attempt locks the PIN, and
 * `forgetFailures` unlocks it if this attempt was right.
 */
async function countAttempt({ services, person }: SignedIn): Promise<Attempt> {
  const now = services.now();
  const counted = await services.db
    .updateTable('users')
    .set((row) => ({
      pin_failures: row('pin_failures', '+', 1),
      pin_locked_until: sql<
        number | null
      >`case when pin_failures = ${sql.lit(lockAt - 1)} then cast(${now + lockMs} as bigint) end`,
    }))
    .where('id', '=', person.id)
    .where('pin_hash', 'is not', null)
    .where('pin_failures', '<', disableAt)
    .where((row) => row.or([row('pin_locked_until', 'is', null), row('pin_locked_until', '<=', now)]))
    .returning(['pin_hash', 'pin_failures'])
    .executeTakeFirst();
  if (counted?.pin_hash) return { hash: counted.pin_hash, failures: counted.pin_failures };
  const row = await services.db
    .selectFrom('users')
    .select(['pin_hash', 'pin_failures', 'pin_locked_until'])
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow();
  if (row.pin_hash === null) throw new Refusal('INVALID_PIN', { reason: 'pin_not_set' });
  if (row.pin_failures >= disableAt) throw new Refusal('INVALID_PIN', { reason: 'disabled' });
  const wait = Math.max(1, Math.ceil(((row.pin_locked_until ?? now) - now) / 1000));
  throw new Refusal('INVALID_PIN', { reason: 'locked', retry_after: wait });
}

/** Resets the count, unless a new PIN was set meanwhile, which has its own count. */
async function forgetFailures({ services, person }: SignedIn, hash: string): Promise<void> {
  await services.db
    .updateTable('users')
    .set({ pin_failures: 0, pin_locked_until: null })
    .where('id', '=', person.id)
    .where('pin_hash', '=', hash)
    .execute();
}

const queues = new Map<number, Promise<void>>();

/** Runs the checks of one admin one after the other: correct PINs sent at once must not lock the PIN. */
async function inSequence(id: number, run: () => Promise<void>): Promise<void> {
  const queued = (queues.get(id) ?? Promise.resolve()).catch(() => undefined).then(run);
  queues.set(id, queued);
  try {
    await queued;
  } finally {
    if (queues.get(id) === queued) queues.delete(id);
  }
}
