import type { Kysely } from 'kysely';
import type { Database } from '../platform/database/schema.ts';

/** The data of a registration; it is stored with its link until the link is clicked (D-19). */
export interface Registration {
  name: string;
  password_hash: string;
  locale: string;
}

/** Returns the registrations of an account whose link is unused, newest first; the link may have expired. */
export async function openRegistrations(
  db: Kysely<Database>,
  userId: number,
): Promise<(Registration & { created_at: number })[]> {
  const rows = await db
    .selectFrom('mail_tokens')
    .select(['name', 'password_hash', 'locale', 'created_at'])
    .where('user_id', '=', userId)
    .where('kind', '=', 'confirm')
    .where('used_at', 'is', null)
    .orderBy('created_at', 'desc')
    .execute();
  return rows.flatMap(({ name, password_hash, locale, created_at }) =>
    name !== null && password_hash !== null ? [{ name, password_hash, locale: locale ?? 'en', created_at }] : [],
  );
}

/**
 * Returns the registration that created an unconfirmed account if there was no other: then all its links have the same
 * password hash. Otherwise returns undefined: the registrations may be from different people, and only the recipient of
 * the links can choose.
 */
export async function unambiguousRegistration(
  db: Kysely<Database>,
  account: { id: number; created_at: number },
): Promise<Registration | undefined> {
  const waiting = await openRegistrations(db, account.id);
  const [newest] = waiting;
  const isOnly = waiting.every(({ password_hash }) => password_hash === newest?.password_hash);
  return isOnly && waiting.some(({ created_at }) => created_at === account.created_at) ? newest : undefined;
}
