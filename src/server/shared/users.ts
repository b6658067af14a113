import { sql, type Kysely, type Selectable, type Transaction } from 'kysely';
import { roleIds, rootAdminId } from '../../contract/limits.ts';
import type { User } from '../../contract/people.ts';
import { roleIdsWith, roleOf } from '../../contract/permissions.ts';
import { fold, searchText } from '../../contract/search.ts';
import { allow, type Allowed } from '../platform/base/permissions.ts';
import type { Database, Users } from '../platform/database/schema.ts';
import { announce } from '../platform/changes/feed.ts';
import { toEuros, toIsoTime, toIsoTimeOrNull } from '../platform/base/wire-values.ts';
import { Refusal } from '../platform/base/refusal.ts';

/** A row of the users table. */
export type UserRecord = Selectable<Users>;

/** The users that are not deleted, each with the number of orders; add conditions and sorting, then call `toUser`. */
export const usersWithOrderCount = (db: Kysely<Database>) =>
  db
    .selectFrom('users')
    .where('users.deleted_at', 'is', null)
    .selectAll('users')
    .select((row) =>
      row
        .selectFrom('orders')
        .select((order) => order.fn.countAll<number>().as('count'))
        .whereRef('orders.user_id', '=', 'users.id')
        .where('orders.deleted_at', 'is', null)
        .as('order_count'),
    );

/** A user by id; undefined for unknown and deleted ones. */
export async function findUser(db: Kysely<Database>, id: number): Promise<User | undefined> {
  const row = await usersWithOrderCount(db).where('users.id', '=', id).executeTakeFirst();
  return row && toUser(row);
}

/** Returns a user by id; throws for unknown and deleted ones. */
export async function userOf(db: Kysely<Database>, id: number): Promise<User> {
  return toUser(await usersWithOrderCount(db).where('users.id', '=', id).executeTakeFirstOrThrow());
}

/** A user, as shown to that user and to the admins: without password and PIN. */
export const toUser = (row: UserRecord & { order_count: number | null }): User => ({
  id: row.id,
  name: row.name,
  fullname: row.name,
  email: row.email,
  username: row.username,
  role: roleOf(row),
  role_id: row.role_id,
  is_active: row.is_active === 1,
  balance: toEuros(row.balance_cents),
  order_count: Number(row.order_count ?? 0),
  login_times: row.login_times,
  last_login_at: toIsoTimeOrNull(row.last_login_at),
  last_action_at: toIsoTimeOrNull(row.last_action_at),
  created_at: toIsoTime(row.created_at),
  updated_at: toIsoTime(row.updated_at),
});

/**
 * Returns whether an admin may read the sign-ins, actions and balance history of a user: those of every user except other
 * admins, which only root may read (D-20).
 */
export const mayReadActivity =
  (reader: { id: number }) =>
  (user: { id: number; role_id: number }): boolean =>
    user.role_id !== roleIds.admin || user.id === reader.id || reader.id === rootAdminId;

/** The columns by which users are searched and sorted (C-41). */
export const searchColumnsOf = (user: { name: string; email: string; username?: string | null }) => ({
  search_text: searchText([user.name, user.email, user.username]),
  sort_key: fold(user.name),
});

/**
 * Returns the current row of a user, locked until the end of the transaction and with its revision raised. Throws
 * NOT_FOUND when there is none, and FORBIDDEN when the acting user may not change it.
 */
export async function lockUser(
  tx: Transaction<Database>,
  id: number,
  isAllowed: (user: UserRecord) => boolean,
): Promise<Allowed<UserRecord>> {
  const user = await tx
    .updateTable('users')
    .set((row) => ({ rev: row('rev', '+', 1) }))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  return allow(user, isAllowed, { otherwise: 'FORBIDDEN' });
}

/** Throws GONE (`details.reason` `account`) when the user was deleted: the balance can no longer change (D-17). */
export async function checkNotDeleted(db: Kysely<Database>, id: number): Promise<void> {
  const user = await db.selectFrom('users').select('deleted_at').where('id', '=', id).executeTakeFirst();
  if (user && user.deleted_at !== null) throw new Refusal('GONE', { reason: 'account' });
}

/**
 * Announces a user to the admins' directories and to the user's own devices, and to agents when the user works on tickets
 * before or after the change (`newRoleId`). A user without `role_id` is a customer.
 */
export async function announceUser(
  tx: Transaction<Database>,
  user: { id: number; rev: number; role_id?: number },
  { deleted = false, newRoleId = user.role_id }: { deleted?: boolean; newRoleId?: number | undefined } = {},
): Promise<void> {
  const key = String(user.id);
  const isColleague = roleIdsWith('tickets.work').some((id) => id === user.role_id || id === newRoleId);
  const scopes = isColleague ? ['admin', 'support'] : ['admin'];
  await announce(tx, [
    { scopes, entity: 'people', key, rev: user.rev, deleted },
    { scopes: [`u:${key}`], entity: 'account', key, rev: user.rev },
  ]);
}

/** Ends all links that were sent to this user, and deletes the data stored with them. */
export async function invalidateLinks(tx: Transaction<Database>, userId: number, now: number): Promise<void> {
  await tx
    .updateTable('mail_tokens')
    .set((row) => ({ ...withoutRegistration, used_at: row.fn.coalesce('used_at', row.val(now)) }))
    .where('user_id', '=', userId)
    .execute();
}

const withoutRegistration = { name: null, password_hash: null, locale: null, email: null };

/** Returns the field error `unique` for the address or the username that another user has; empty without duplicates. */
export async function duplicateErrors(
  db: Kysely<Database>,
  wanted: { email?: string | undefined; username?: string | null | undefined },
  exceptId: number,
): Promise<Record<string, string[]>> {
  const { email, username } = wanted;
  const { rows } = await sql<{ email: string; username: string | null }>`
    select email, username from users
    where id <> ${exceptId} and (email = ${email ?? null} or username = ${username ?? null})`.execute(db);
  return {
    ...(rows.some((row) => row.email === email) && { email: ['unique'] }),
    ...(typeof username === 'string' && rows.some((row) => row.username === username) && { username: ['unique'] }),
  };
}

/**
 * Returns whether an error is from PostgreSQL's unique index of addresses: two simultaneous changes can both find an
 * address free, and the second then fails at this index.
 */
export function isEmailTaken(error: unknown): boolean {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return code === '23505' && constraint === 'users_email';
}
