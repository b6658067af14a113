import type { Kysely } from 'kysely';
import { roleIds as rolesById } from '../../../contract/limits.ts';
import type { Person } from '../../../contract/people.ts';
import type { Database } from '../../platform/database/schema.ts';

export type DirectoryRow = Person & { rev: number };

type Which = { roleIds: number[] } | { ids: number[] } | { below: number | null; limit: number };

/** People who were not deleted: of these roles by name, or by id, or newest first below an id. */
export async function directory(db: Kysely<Database>, which: Which): Promise<DirectoryRow[]> {
  const all = db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'role_id', 'is_active', 'rev'])
    .where('deleted_at', 'is', null);
  const rows = await narrowed(all, which).execute();
  return rows.map(({ role_id, is_active, ...row }) => ({
    ...row,
    role: role_id === rolesById.admin ? 'admin' : 'user',
    is_active: is_active === 1,
  }));

  function narrowed(query: typeof all, wanted: Which): typeof all {
    if ('roleIds' in wanted) return query.where('role_id', 'in', wanted.roleIds).orderBy('sort_key').orderBy('id');
    if ('ids' in wanted) return query.where('id', 'in', wanted.ids);
    const page = query.orderBy('id', 'desc').limit(wanted.limit);
    return wanted.below === null ? page : page.where('id', '<', wanted.below);
  }
}

/** How many people the directory has. */
export async function countDirectory(db: Kysely<Database>): Promise<number> {
  const row = await db
    .selectFrom('users')
    .select((users) => users.fn.countAll<number>().as('count'))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return row.count;
}
