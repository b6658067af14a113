import type { SignedIn } from './context.ts';
import { Refusal } from './refusal.ts';
import { throttle } from './throttle.ts';

const minute = 60_000;

/**
 * Checks that whoever holds the session also knows the password, and returns the hash it was checked against. Refuses
 * with `<field>: invalid`, and with TOO_MANY_REQUESTS after 5 wrong ones in a minute or 20 in a quarter of an hour.
 */
export async function checkOwnPassword(ctx: SignedIn, password: string, field: string): Promise<string> {
  const { means, person } = ctx;
  const of = String(person.id);
  const takeBack = await throttle(means.db, { name: 'own-password', of, max: 5, within: minute }, means.now());
  const all = { name: 'own-password-all', of, max: 20, within: 15 * minute };
  const takeBackAll = await throttle(means.db, all, means.now());
  const row = await means.db.selectFrom('users').select('password_hash').where('id', '=', person.id).executeTakeFirst();
  const hash = row?.password_hash ?? null;
  const right = await means.hasher.verify(password, hash);
  if (!right || hash === null) throw new Refusal('INVALID_FIELDS', { [field]: ['invalid'] });
  await takeBack();
  await takeBackAll();
  return hash;
}
