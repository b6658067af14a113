import type { Insertable, Kysely, Selectable, Transaction } from 'kysely';
import { roleIds } from '../../../contract/limits.ts';
import type { RoleName, User } from '../../../contract/people.ts';
import { fold, searchText } from '../../../contract/search.ts';
import type { MailTokens } from '../../platform/database/schema-house.ts';
import type { Database, Users } from '../../platform/database/schema.ts';
import { toEuros } from '../../platform/money.ts';
import { toWhen, toWhenOrNull } from '../../platform/when.ts';

type Locale = 'en' | 'fr' | 'ar';

export interface Account {
  id: number;
  name: string;
  email: string;
  password_hash: string | null;
  is_active: number;
  confirmed_at: number | null;
}

/** The account of an address, with its password hash; deleted ones are gone. */
export async function findAccount(db: Kysely<Database>, email: string): Promise<Account | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'password_hash', 'is_active', 'confirmed_at'])
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

/** A person as the person sees itself. */
export async function userOf(db: Kysely<Database>, id: number): Promise<User> {
  const row = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const orders = await db
    .selectFrom('orders')
    .select((order) => order.fn.countAll<number>().as('count'))
    .where('user_id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return toUser(row, orders.count);
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
    ...found(user),
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

/** Gives an account that nobody has confirmed to whoever registers it now; undefined when it is somebody's. */
export async function replaceUnconfirmed(
  tx: Transaction<Database>,
  user: { name: string; email: string; locale: Locale; password_hash: string },
  now: number,
): Promise<Inserted | undefined> {
  const { name, locale, password_hash } = user;
  return tx
    .updateTable('users')
    .set((row) => ({ name, locale, password_hash, ...found(user), updated_at: now, rev: row('rev', '+', 1) }))
    .where('email', '=', user.email)
    .where('confirmed_at', 'is', null)
    .where('deleted_at', 'is', null)
    .returning(['id', 'rev'])
    .executeTakeFirst();
}

/** Switches a waiting account on; undefined when it does not wait. */
export async function activate(tx: Transaction<Database>, id: number, now: number): Promise<Inserted | undefined> {
  return tx
    .updateTable('users')
    .set((row) => ({ is_active: 1, confirmed_at: now, updated_at: now, rev: row('rev', '+', 1) }))
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .where('deleted_at', 'is', null)
    .returning(['id', 'rev'])
    .executeTakeFirst();
}

/** Keeps a new link's hash; earlier links of the same kind stop working. */
export async function replaceTokens(
  tx: Transaction<Database>,
  token: Pick<MailTokens, 'token_hash' | 'kind' | 'user_id' | 'expires_at'>,
  now: number,
): Promise<void> {
  await tx
    .updateTable('mail_tokens')
    .set({ used_at: now })
    .where('user_id', '=', token.user_id)
    .where('kind', '=', token.kind)
    .where('used_at', 'is', null)
    .execute();
  await tx
    .insertInto('mail_tokens')
    .values({ ...token, used_at: null, created_at: now })
    .execute();
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

const found = (user: { name: string; email: string }) => ({
  search_text: searchText([user.name, user.email]),
  sort_key: fold(user.name),
});

function toUser(row: Selectable<Users>, orderCount: number): User {
  const role: RoleName = row.role_id === roleIds.admin ? 'admin' : 'user';
  return {
    id: row.id,
    name: row.name,
    fullname: row.name,
    email: row.email,
    username: row.username,
    role,
    role_id: row.role_id,
    is_active: row.is_active === 1,
    balance: toEuros(row.balance_cents),
    order_count: orderCount,
    login_times: row.login_times,
    last_login_at: toWhenOrNull(row.last_login_at),
    last_action_at: toWhenOrNull(row.last_action_at),
    created_at: toWhen(row.created_at),
    updated_at: toWhen(row.updated_at),
  };
}
