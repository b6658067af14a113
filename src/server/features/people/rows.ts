import type { Kysely } from 'kysely';
import { roleIds as idsOfRoles } from '../../../contract/limits.ts';
import type { DirectoryUser } from '../../../contract/people.ts';
import type { Database } from '../../platform/database/schema.ts';

export type DirectoryRow = DirectoryUser & { rev: number };

type DirectorySelection = { roleIds: number[] } | { ids: number[] } | { below: number | null; limit: number };

/** Reads users that are not deleted: those with a role, sorted by name; those with these ids; or one page, newest first. */
export async function directory(db: Kysely<Database>, selection: DirectorySelection): Promise<DirectoryRow[]> {
  const all = db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'role_id', 'is_active', 'rev'])
    .where('deleted_at', 'is', null);
  const rows = await selected(all, selection).execute();
  return rows.map(({ role_id, is_active, ...row }) => ({
    ...row,
    role: role_id === idsOfRoles.admin ? 'admin' : 'user',
    is_active: is_active === 1,
  }));

  function selected(query: typeof all, by: DirectorySelection): typeof all {
    if ('roleIds' in by) return query.where('role_id', 'in', by.roleIds).orderBy('sort_key').orderBy('id');
    if ('ids' in by) return query.where('id', 'in', by.ids);
    const page = query.orderBy('id', 'desc').limit(by.limit);
    return by.below === null ? page : page.where('id', '<', by.below);
  }
}

/** The number of users in the directory. */
export async function countDirectory(db: Kysely<Database>): Promise<number> {
  const row = await db
    .selectFrom('users')
    .select((users) => users.fn.countAll<number>().as('count'))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return row.count;
}
