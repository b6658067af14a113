import type { Insertable, Kysely, Transaction } from 'kysely';
import { roleIds } from '../../../contract/limits.ts';
import type { Locale } from '../../../contract/locales.ts';
import type { RoleName } from '../../../contract/people.ts';
import type { MailTokens } from '../../platform/database/schema-house.ts';
import type { Database, Users } from '../../platform/database/schema.ts';
import type { Registration } from '../../platform/registrations.ts';
import { foundBy } from '../../platform/users.ts';

export interface Account {
  id: number;
  name: string;
  email: string;
  password_hash: string | null;
  is_active: number;
  confirmed_at: number | null;
  created_at: number;
}

/** The account of an address, with its password hash; deleted ones are gone. */
export async function findAccount(db: Kysely<Database>, email: string): Promise<Account | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'password_hash', 'is_active', 'confirmed_at', 'created_at'])
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Counts a login; false when the account has changed since its password was checked. */
export async function noteLogin(tx: Transaction<Database>, account: Account, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set((row) => ({ login_times: row('login_times', '+', 1), last_login_at: now, last_action_at: now }))
    .where('id', '=', account.id)
    .where('is_active', '=', 1)
    .where('deleted_at', 'is', null)
    .where('password_hash', '=', account.password_hash)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export interface NewUser {
  name: string;
  email: string;
  locale: Locale;
  password_hash: string | null;
  role: RoleName;
  confirmed: boolean;
}

export type Inserted = { id: number; rev: number };

/** Makes a user; undefined when the address is taken. */
export async function insertUser(tx: Transaction<Database>, user: NewUser, now: number): Promise<Inserted | undefined> {
  const row: Insertable<Users> = {
    name: user.name,
    email: user.email,
    locale: user.locale,
    password_hash: user.password_hash,
    role_id: roleIds[user.role],
    is_active: user.confirmed ? 1 : 0,
    confirmed_at: user.confirmed ? now : null,
    ...foundBy(user),
    created_at: now,
    updated_at: now,
  };
  return tx
    .insertInto('users')
    .values(row)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning(['id', 'rev'])
    .executeTakeFirst();
}

/** The unconfirmed account of an address; undefined when there is none. */
export async function findUnconfirmed(tx: Transaction<Database>, email: string): Promise<Inserted | undefined> {
  return tx
    .selectFrom('users')
    .select(['id', 'rev'])
    .where('email', '=', email)
    .where('confirmed_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Activates an unconfirmed account with the name and password of the clicked link (D-19); undefined when it is confirmed. */
export async function activate(
  tx: Transaction<Database>,
  { user_id, email, registration }: ConfirmLink,
  now: number,
): Promise<Inserted | undefined> {
  return tx
    .updateTable('users')
    .set((row) => ({
      ...registration,
      ...(registration && foundBy({ name: registration.name, email })),
      is_active: 1,
      confirmed_at: now,
      updated_at: now,
      rev: row('rev', '+', 1),
    }))
    .where('id', '=', user_id)
    .where('confirmed_at', 'is', null)
    .where('deleted_at', 'is', null)
    .returning(['id', 'rev'])
    .executeTakeFirst();
}

export interface ConfirmLink {
  user_id: number;
  email: string;
  registration: Registration | null;
}

/** A valid link that confirms a registration, with what it carries. */
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

/** Stores a link that is valid beside the earlier ones of its account. */
export async function insertToken(
  tx: Transaction<Database>,
  token: Pick<MailTokens, 'token_hash' | 'kind' | 'user_id' | 'expires_at'> & Partial<MailTokens>,
  now: number,
): Promise<void> {
  const nothing = { name: null, password_hash: null, locale: null, email: null };
  await tx
    .insertInto('mail_tokens')
    .values({ ...nothing, created_at: now, ...token, used_at: null })
    .execute();
}

/** Stores a link and ends the earlier ones of its kind: of a link that carries a registration, those of the same one. */
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

/** Uses a link up; the id of its user, or null when it is unknown, used or too old. */
export async function useToken(
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

/** The account a link was written for, as long as the link works. */
export async function findLinked(
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

/** Sets a password; false when the account is off, or its hash is no longer the one that was `checked`. */
export async function replacePassword(
  tx: Transaction<Database>,
  { id, passwordHash, checked }: { id: number; passwordHash: string; checked?: string },
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ password_hash: passwordHash, updated_at: now })
    .where('id', '=', id)
    .where('is_active', '=', 1)
    .where('deleted_at', 'is', null)
    .$if(checked !== undefined, (update) => update.where('password_hash', '=', checked!))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Sets a PIN and forgets earlier failures; false when the password was changed since it was checked. */
export async function storePin(
  tx: Transaction<Database>,
  { id, pinHash, checked }: { id: number; pinHash: string; checked: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ pin_hash: pinHash, pin_failures: 0, pin_locked_until: null })
    .where('id', '=', id)
    .where('role_id', '=', roleIds.admin)
    .where('is_active', '=', 1)
    .where('password_hash', '=', checked)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
