import type { Kysely, Transaction } from 'kysely';
import type { MailTokens } from '../../platform/database/schema-system.ts';
import type { Database } from '../../platform/database/schema.ts';
import type { Registration } from '../../shared/registrations.ts';

export interface ConfirmLink {
  user_id: number;
  email: string;
  registration: Registration | null;
}

/** Finds a valid link that confirms a registration, with the data stored with the link. */
export async function findConfirmLink(
  tx: Transaction<Database>,
  token_hash: string,
  now: number,
): Promise<ConfirmLink | undefined> {
  const row = await tx
    .selectFrom('mail_tokens')
    .innerJoin('users', 'users.id', 'mail_tokens.user_id')
    .select(['user_id', 'users.email', 'mail_tokens.name', 'mail_tokens.password_hash', 'mail_tokens.locale'])
    .where('token_hash', '=', token_hash)
    .where('kind', '=', 'confirm')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (!row) return undefined;
  const { user_id, email, name, password_hash, locale } = row;
  const registration = name !== null && password_hash !== null ? { name, password_hash, locale: locale ?? 'en' } : null;
  return { user_id, email, registration };
}

/** Stores a link; the earlier links of its account stay valid. */
export async function insertToken(
  tx: Transaction<Database>,
  token: Pick<MailTokens, 'token_hash' | 'kind' | 'user_id' | 'expires_at'> & Partial<MailTokens>,
  now: number,
): Promise<void> {
  const emptyFields = { name: null, password_hash: null, locale: null, email: null };
  await tx
    .insertInto('mail_tokens')
    .values({ ...emptyFields, created_at: now, ...token, used_at: null })
    .execute();
}

/**
 * Stores a link and invalidates the account's earlier links of its kind; if the link has a registration, only those of
 * the same registration.
 */
export async function replaceTokens(
  tx: Transaction<Database>,
  token: Pick<MailTokens, 'token_hash' | 'kind' | 'user_id' | 'expires_at'> & Partial<MailTokens>,
  now: number,
): Promise<void> {
  await tx
    .updateTable('mail_tokens')
    .set({ used_at: now, name: null, password_hash: null, locale: null, email: null })
    .where('user_id', '=', token.user_id)
    .where('kind', '=', token.kind)
    .where('used_at', 'is', null)
    .$if(Boolean(token.password_hash), (update) => update.where('password_hash', '=', token.password_hash!))
    .execute();
  await insertToken(tx, token, now);
}

/** Marks a link as used and returns the id of its user; null when it is unknown, used or expired. */
export async function consumeToken(
  tx: Transaction<Database>,
  token: Pick<MailTokens, 'token_hash' | 'kind'>,
  now: number,
): Promise<number | null> {
  const row = await tx
    .updateTable('mail_tokens')
    .set({ used_at: now })
    .where('token_hash', '=', token.token_hash)
    .where('kind', '=', token.kind)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id ?? null;
}

/** Finds the account of a valid link. */
export async function findAccountOfLink(
  db: Kysely<Database>,
  token: Pick<MailTokens, 'token_hash' | 'kind'>,
  now: number,
): Promise<{ id: number; email: string } | undefined> {
  return db
    .selectFrom('mail_tokens')
    .innerJoin('users', 'users.id', 'mail_tokens.user_id')
    .select(['users.id', 'users.email'])
    .where('token_hash', '=', token.token_hash)
    .where('kind', '=', token.kind)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Finds a valid link that confirms a new address, with that address. */
export async function findEmailLink(
  tx: Transaction<Database>,
  token_hash: string,
  now: number,
): Promise<{ user_id: number; email: string } | undefined> {
  const row = await tx
    .selectFrom('mail_tokens')
    .select(['user_id', 'email'])
    .where('token_hash', '=', token_hash)
    .where('kind', '=', 'email')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row && row.email !== null ? { user_id: row.user_id, email: row.email } : undefined;
}

/** Returns the address to which a user's valid link for a new address was sent; null when there is none. */
export async function findPendingEmail(db: Kysely<Database>, userId: number, now: number): Promise<string | null> {
  const row = await db
    .selectFrom('mail_tokens')
    .select('email')
    .where('user_id', '=', userId)
    .where('kind', '=', 'email')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.email ?? null;
}

/** Finds the account that has an e-mail address, confirmed or not. */
export async function findAccountByEmail(
  tx: Transaction<Database>,
  email: string,
): Promise<{ id: number; confirmed_at: number | null; balance_cents: number } | undefined> {
  return tx
    .selectFrom('users')
    .select(['id', 'confirmed_at', 'balance_cents'])
    .where('email', '=', email)
    .executeTakeFirst();
}
