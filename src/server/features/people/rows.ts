import type { Kysely } from 'kysely';
import type { DirectoryUser } from '../../../contract/people.ts';
import { roleIdsWith, roleOf } from '../../../contract/permissions.ts';
import type { Database } from '../../platform/database/schema.ts';

export type DirectoryRow = DirectoryUser & { rev: number };

type DirectorySelection = (
  | { roleIds: number[]; limit: number; offset: number }
  | { ids: readonly number[] }
  | { from: number; below: number | null; limit: number }
) & {
  /** Only users who work on tickets, without their addresses. */
  onlyColleagues?: boolean;
};

/**
 * Reads users that are not deleted: one page of those with a role, sorted by name; those with these ids; or one page of
 * those from an id on, newest first.
 */
export async function directory(db: Kysely<Database>, selection: DirectorySelection): Promise<DirectoryRow[]> {
  const all = db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'role_id', 'is_active', 'rev'])
    .where('deleted_at', 'is', null)
    .$if(Boolean(selection.onlyColleagues), (query) => query.where('role_id', 'in', roleIdsWith('tickets.work')));
  const rows = await selected(all, selection).execute();
  return rows.map(({ role_id, is_active, email, ...row }) => ({
    ...row,
    email: selection.onlyColleagues ? '' : email,
    role: roleOf({ role_id }),
    is_active: is_active === 1,
  }));

  function selected(query: typeof all, by: DirectorySelection): typeof all {
    if ('ids' in by) return query.where('id', 'in', by.ids);
    if ('roleIds' in by) {
      const inOrder = query.where('role_id', 'in', by.roleIds).orderBy('sort_key').orderBy('id');
      return inOrder.limit(by.limit).offset(by.offset);
    }
    const page = query.where('id', '>=', by.from).orderBy('id', 'desc').limit(by.limit);
    return by.below === null ? page : page.where('id', '<', by.below);
  }
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

interface Below {
  /** Only ids lower than this one; null for all. */
  below: number | null;
}

/** One page of those who work on tickets, newest first. */
export async function colleaguesBelow(
  db: Kysely<Database>,
  { limit, below, onlyColleagues = false }: Below & { limit: number; onlyColleagues?: boolean },
): Promise<DirectoryRow[]> {
  const ids = (await colleagueIds(db, below)).slice(0, limit);
  const rows = ids.length > 0 ? await directory(db, { ids, onlyColleagues }) : [];
  return rows.toSorted((a, b) => b.id - a.id);
}

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
