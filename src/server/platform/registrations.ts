import type { Kysely } from 'kysely';
import type { Database } from './database/schema.ts';

/** What a person gave when registering; it waits beside a link until that link is clicked (D-19). */
export interface Registration {
  name: string;
  password_hash: string;
  locale: string;
}

/** The waiting registrations of an account, the newest first, also those whose link has expired. */
export async function waitingRegistrations(
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
 * The registration of an unconfirmed account when there can be no doubt whose it is: the one that made the account, and
 * no other since. Undefined otherwise: after two registrations nobody but the reader of the links knows which is theirs.
 */
export async function onlyRegistration(
  db: Kysely<Database>,
  account: { id: number; created_at: number },
): Promise<Registration | undefined> {
  const waiting = await waitingRegistrations(db, account.id);
  const [newest] = waiting;
  const isOnly = waiting.every(({ password_hash }) => password_hash === newest?.password_hash);
  return isOnly && waiting.some(({ created_at }) => created_at === account.created_at) ? newest : undefined;
}
