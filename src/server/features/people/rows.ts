import { sql, type Kysely, type Selectable } from 'kysely';
import { roleIds as allRoleIds } from '../../../contract/limits.ts';
import type { DirectoryUser } from '../../../contract/people.ts';
import { can, roleIdsWith, roleOf } from '../../../contract/permissions.ts';
import { preparedForIds } from '../../platform/database/prepared.ts';
import type { Database, Users } from '../../platform/database/schema.ts';

export type DirectoryRow = DirectoryUser & { rev: number };

const columns = ['id', 'name', 'email', 'role_id', 'is_active', 'rev'] as const;

type SelectedUser = Pick<Selectable<Users>, (typeof columns)[number]>;

const toRow = ({ role_id, is_active, ...row }: SelectedUser): DirectoryRow => ({
  ...row,
  role: roleOf({ role_id }),
  is_active: is_active === 1,
});

/** Users by their ids, without deleted ones. */
export async function directoryOf(db: Kysely<Database>, ids: readonly number[]): Promise<DirectoryRow[]> {
  return (await usersOf(db, ids)).map(toRow);
}

const usersOf = preparedForIds((db, ids) =>
  db.selectFrom('users').select(columns).where('id', 'in', ids).where('deleted_at', 'is', null),
);

/** Those of these users who work on tickets, without their addresses. */
export async function colleaguesOf(db: Kysely<Database>, ids: readonly number[]): Promise<DirectoryRow[]> {
  const users = await directoryOf(db, ids);
  return users.filter(({ role }) => can(role, 'tickets.work')).map((user) => ({ ...user, email: '' }));
}

const undeleted = (db: Kysely<Database>) => db.selectFrom('users').select(columns).where('deleted_at', 'is', null);

/** One page of the users with one of these roles, by name. */
export async function directoryWithRoles(
  db: Kysely<Database>,
  roleIds: readonly number[],
  { limit, offset }: { limit: number; offset: number },
): Promise<DirectoryRow[]> {
  // Most users are customers: read by name, the page has its rows at once. SQLite would sort all customers first.
  const role = roleIds.includes(allRoleIds.user) ? sql<number>`+users.role_id` : sql.ref<number>('users.role_id');
  const query = undeleted(db).where(role, 'in', roleIds).orderBy('sort_key').orderBy('id');
  return (await query.limit(limit).offset(offset).execute()).map(toRow);
}

/** One page of the users from an id on, newest first. */
export async function newestUsers(
  db: Kysely<Database>,
  { from, below, limit }: Below & { from: number; limit: number },
): Promise<DirectoryRow[]> {
  const query = undeleted(db)
    .where('id', '>=', from)
    .$if(below !== null, (some) => some.where('id', '<', below!));
  return (await query.orderBy('id', 'desc').limit(limit).execute()).map(toRow);
}

interface Below {
  /** Only ids lower than this one; null for all. */
  below: number | null;
}

/** Returns the lowest id of the newest users; 0 where there are not more than `size`. */
export async function newestFrom(db: Kysely<Database>, size: number): Promise<number> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .offset(size - 1)
    .executeTakeFirst();
  return row?.id ?? 0;
}

/** The number of users from an id on. */
export async function countFrom(db: Kysely<Database>, from: number): Promise<number> {
  const row = await db
    .selectFrom('users')
    .select((users) => users.fn.countAll<number>().as('count'))
    .where('deleted_at', 'is', null)
    .where('id', '>=', from)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** One page of the ids of those who work on tickets, newest first. */
export const colleaguesBelow = async (
  db: Kysely<Database>,
  { below, limit }: Below & { limit: number },
): Promise<number[]> => (await colleagueIds(db, below)).slice(0, limit);

/** The number of those who work on tickets. */
export const countColleagues = async (db: Kysely<Database>, { below }: Below = { below: null }): Promise<number> =>
  (await colleagueIds(db, below)).length;

/**
 * Colleagues are few. Their ids are sorted here: a database that expects many of them would look for them among all
 * users, newest first, instead of in the index of roles.
 */
async function colleagueIds(db: Kysely<Database>, below: number | null): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('role_id', 'in', roleIdsWith('tickets.work'))
    .where('deleted_at', 'is', null)
    .$if(below !== null, (query) => query.where('id', '<', below!))
    .execute();
  return rows.map(({ id }) => id).toSorted((a, b) => b - a);
}

/** The number of users with one of these roles. */
export async function countWithRoles(db: Kysely<Database>, roleIds: number[]): Promise<number> {
  const row = await db
    .selectFrom('users')
    .select((users) => users.fn.countAll<number>().as('count'))
    .where('deleted_at', 'is', null)
    .where('role_id', 'in', roleIds)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
