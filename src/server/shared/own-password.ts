import type { SignedIn } from '../platform/context.ts';
import { Refusal } from '../platform/base/refusal.ts';
import { throttle } from '../platform/throttle.ts';

const minute = 60_000;

/**
 * Checks the password of the signed-in user, and returns the hash it was checked against. Throws `<field>: invalid`,
 * and TOO_MANY_REQUESTS after 5 wrong passwords in a minute or 20 in a quarter of an hour.
 */
export async function checkOwnPassword(ctx: SignedIn, password: string, field: string): Promise<string> {
  const { services, person } = ctx;
  const subject = String(person.id);
  const uncount = await throttle(
    services.db,
    { name: 'own-password', subject, max: 5, within: minute },
    services.now(),
  );
  const longLimit = { name: 'own-password-all', subject, max: 20, within: 15 * minute };
  const uncountLong = await throttle(services.db, longLimit, services.now());
  const row = await services.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', person.id)
    .executeTakeFirst();
  const hash = row?.password_hash ?? null;
  const isCorrect = await services.hasher.verify(password, hash);
  if (!isCorrect || hash === null) throw new Refusal('INVALID_FIELDS', { [field]: ['invalid'] });
  await uncount();
  await uncountLong();
  return hash;
}
