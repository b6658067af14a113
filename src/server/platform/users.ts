import { sql, type Kysely, type Selectable, type Transaction } from 'kysely';
import { roleIds, rootAdminId } from '../../contract/limits.ts';
import type { RoleName, User } from '../../contract/people.ts';
import { fold, searchText } from '../../contract/search.ts';
import { allow, type Allowed } from './allowed.ts';
import type { Database, Users } from './database/schema.ts';
import { announce } from './feed.ts';
import { toEuros } from './money.ts';
import { Refusal } from './refusal.ts';
import { toWhen, toWhenOrNull } from './when.ts';

/** A row of the users table. */
export type UserRecord = Selectable<Users>;

/** The users who were not deleted, each with the number of orders; narrow, order, then `toUser`. */
export const usersWithOrders = (db: Kysely<Database>) =>
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

/** A user by id; undefined when there is none, or a deleted one. */
export async function findUser(db: Kysely<Database>, id: number): Promise<User | undefined> {
  const row = await usersWithOrders(db).where('users.id', '=', id).executeTakeFirst();
  return row && toUser(row);
}

/** The same for somebody who is there. Throws when not. */
export async function userOf(db: Kysely<Database>, id: number): Promise<User> {
  return toUser(await usersWithOrders(db).where('users.id', '=', id).executeTakeFirstOrThrow());
}

/** A user as the person and the admins see it: never a password, never a PIN. */
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
  last_login_at: toWhenOrNull(row.last_login_at),
  last_action_at: toWhenOrNull(row.last_action_at),
  created_at: toWhen(row.created_at),
  updated_at: toWhen(row.updated_at),
});

const roleOf = (user: { role_id: number }): RoleName => (user.role_id === roleIds.admin ? 'admin' : 'user');

/**
 * Whether an admin may read when somebody signed in, what they did and how their balance came about: everybody's who is
 * a customer and one's own; those of root and of other admins only root (D-20).
 */
export const mayReadActivity =
  (reader: { id: number }) =>
  (user: { id: number; role_id: number }): boolean =>
    user.role_id !== roleIds.admin || user.id === reader.id || reader.id === rootAdminId;

/** What a user is found and sorted by (C-41). */
export const foundBy = (user: { name: string; email: string; username?: string | null }) => ({
  search_text: searchText([user.name, user.email, user.username]),
  sort_key: fold(user.name),
});

/**
 * The user as it is now, held to the end of the transaction and one version up: whoever writes decides on what is true.
 * Refuses with NOT_FOUND when there is none, with FORBIDDEN when the acting person may not touch it.
 */
export async function lockUser(
  tx: Transaction<Database>,
  id: number,
  may: (user: UserRecord) => boolean,
): Promise<Allowed<UserRecord>> {
  const user = await tx
    .updateTable('users')
    .set((row) => ({ rev: row('rev', '+', 1) }))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  return allow(user, may, 'FORBIDDEN');
}

/** Refuses with GONE (`details.reason` `account`) when the user was deleted: no money moves there any more (D-17). */
export async function checkNotDeleted(db: Kysely<Database>, id: number): Promise<void> {
  const user = await db.selectFrom('users').select('deleted_at').where('id', '=', id).executeTakeFirst();
  if (user && user.deleted_at !== null) throw new Refusal('GONE', { reason: 'account' });
}

/** Tells the admins' directories and the person's own devices. */
export async function announceUser(
  tx: Transaction<Database>,
  user: { id: number; rev: number },
  options: { deleted?: boolean } = {},
): Promise<void> {
  const key = String(user.id);
  await announce(tx, [
    { scopes: ['admin'], entity: 'people', key, rev: user.rev, ...options },
    { scopes: [`u:${key}`], entity: 'account', key, rev: user.rev },
  ]);
}

/** Ends all links that were sent to this user, and forgets what they carry. */
export async function spendLinks(tx: Transaction<Database>, userId: number, now: number): Promise<void> {
  await tx
    .updateTable('mail_tokens')
    .set((row) => ({ ...carriesNothing, used_at: row.fn.coalesce('used_at', row.val(now)) }))
    .where('user_id', '=', userId)
    .execute();
}

const carriesNothing = { name: null, password_hash: null, locale: null, email: null };

/** What of a wanted address and username already belongs to somebody else. */
export async function takenFields(
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
 * Says whether an error is PostgreSQL's index refusing an address: of two changes at once both can find it free, and
 * the second one hears of it there.
 */
export function isEmailTaken(error: unknown): boolean {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return code === '23505' && constraint === 'users_email';
}
