import type { Insertable, Kysely, Transaction } from 'kysely';
import { roleIds } from '../../../contract/limits.ts';
import type { Locale } from '../../../contract/locales.ts';
import { roleIdsWith, type RoleName } from '../../../contract/permissions.ts';
import type { Database, Users } from '../../platform/database/schema.ts';
import { searchColumnsOf, type UserRecord } from '../../shared/users.ts';
import type { ConfirmLink } from './links.ts';

export interface Account {
  id: number;
  name: string;
  email: string;
  password_hash: string | null;
  is_active: number;
  confirmed_at: number | null;
  created_at: number;
}

/** The account of an address, with its password hash; deleted accounts are not found. */
export async function findAccount(db: Kysely<Database>, email: string): Promise<Account | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'password_hash', 'is_active', 'confirmed_at', 'created_at'])
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Counts a sign-in and stores its language; false when password or activation have changed since the password check. */
export async function recordLogin(
  tx: Transaction<Database>,
  account: Account,
  { now, locale }: { now: number; locale: Locale | undefined },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set((row) => ({
      login_times: row('login_times', '+', 1),
      last_login_at: now,
      last_action_at: now,
      ...(locale && { locale }),
    }))
    .where('id', '=', account.id)
    .where('is_active', '=', 1)
    .where('deleted_at', 'is', null)
    .where('password_hash', '=', account.password_hash)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

interface NewUser {
  name: string;
  email: string;
  locale: Locale;
  role: RoleName;
}

/** A confirmed account has a password; that of an unconfirmed one waits with its link (D-19). */
type NewPassword = { confirmed: true; password_hash: string } | { confirmed: false; password_hash: null };

export type UserRevision = { id: number; rev: number };

/** Inserts a user; undefined when the address is taken. */
export async function insertUser(
  tx: Transaction<Database>,
  user: NewUser & NewPassword,
  now: number,
): Promise<UserRevision | undefined> {
  const row: Insertable<Users> = {
    name: user.name,
    email: user.email,
    locale: user.locale,
    password_hash: user.password_hash,
    role_id: roleIds[user.role],
    is_active: user.confirmed ? 1 : 0,
    confirmed_at: user.confirmed ? now : null,
    ...searchColumnsOf(user),
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
export async function findUnconfirmed(tx: Transaction<Database>, email: string): Promise<UserRevision | undefined> {
  return tx
    .selectFrom('users')
    .select(['id', 'rev'])
    .where('email', '=', email)
    .where('confirmed_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/**
 * Activates an unconfirmed account with the name and password of the clicked link (D-19); undefined when the account is
 * confirmed already or deleted, or would have no password.
 */
export async function activate(
  tx: Transaction<Database>,
  { user_id, email, registration }: ConfirmLink,
  now: number,
): Promise<UserRevision | undefined> {
  return tx
    .updateTable('users')
    .set((row) => ({
      ...registration,
      ...(registration && searchColumnsOf({ name: registration.name, email })),
      is_active: 1,
      confirmed_at: now,
      updated_at: now,
      rev: row('rev', '+', 1),
    }))
    .where('id', '=', user_id)
    .where('confirmed_at', 'is', null)
    .where('deleted_at', 'is', null)
    .$if(registration === null, (update) => update.where('password_hash', 'is not', null))
    .returning(['id', 'rev'])
    .executeTakeFirst();
}

/** Sets a password; false when the account is deactivated, or its current hash is no longer `checkedHash`. */
export async function replacePassword(
  tx: Transaction<Database>,
  { id, passwordHash, checkedHash }: { id: number; passwordHash: string; checkedHash?: string },
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ password_hash: passwordHash, updated_at: now })
    .where('id', '=', id)
    .where('is_active', '=', 1)
    .where('deleted_at', 'is', null)
    .$if(checkedHash !== undefined, (update) => update.where('password_hash', '=', checkedHash!))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Sets an admin's PIN and clears earlier failures; false when the password hash is no longer `checkedHash`. */
export async function storePin(
  tx: Transaction<Database>,
  { id, pinHash, checkedHash }: { id: number; pinHash: string; checkedHash: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ pin_hash: pinHash, pin_failures: 0, pin_locked_until: null })
    .where('id', '=', id)
    .where('role_id', 'in', roleIdsWith('money'))
    .where('is_active', '=', 1)
    .where('password_hash', '=', checkedHash)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The user's own preferences. */
export async function profileRow(
  db: Kysely<Database>,
  id: number,
): Promise<{ locale: string; muted_mail: string; muted_notifications: string }> {
  const columns = ['locale', 'muted_mail', 'muted_notifications'] as const;
  return db.selectFrom('users').select(columns).where('id', '=', id).executeTakeFirstOrThrow();
}

/**
 * The row of an active account, locked until the end of the transaction and with its revision raised; undefined when
 * there is none.
 */
export async function lockActiveUser(tx: Transaction<Database>, id: number): Promise<UserRecord | undefined> {
  return tx
    .updateTable('users')
    .set((row) => ({ rev: row('rev', '+', 1) }))
    .where('id', '=', id)
    .where('is_active', '=', 1)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}
