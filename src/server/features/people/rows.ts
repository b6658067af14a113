import type { Kysely } from 'kysely';
import type { DirectoryUser } from '../../../contract/people.ts';
import { roleIdsWith, roleOf } from '../../../contract/permissions.ts';
import type { Database } from '../../platform/database/schema.ts';

export type DirectoryRow = DirectoryUser & { rev: number };

type DirectorySelection = ({ roleIds: number[] } | { ids: number[] } | { below: number | null; limit: number }) & {
  /** Only users who work on tickets, without their addresses. */
  onlyColleagues?: boolean;
};

/** Reads users that are not deleted: those with a role, sorted by name; those with these ids; or one page, newest first. */
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
    if ('roleIds' in by) return query.where('role_id', 'in', by.roleIds).orderBy('sort_key').orderBy('id');
    if ('ids' in by) return query.where('id', 'in', by.ids);
    const page = query.orderBy('id', 'desc').limit(by.limit);
    return by.below === null ? page : page.where('id', '<', by.below);
  }
}

/** The number of users in the directory, or of those who work on tickets. */
export async function countDirectory(db: Kysely<Database>, onlyColleagues: boolean): Promise<number> {
  const row = await db
    .selectFrom('users')
    .select((users) => users.fn.countAll<number>().as('count'))
    .where('deleted_at', 'is', null)
    .$if(onlyColleagues, (query) => query.where('role_id', 'in', roleIdsWith('tickets.work')))
    .executeTakeFirstOrThrow();
  return row.count;
}
