import { roleIds } from '../../../contract/limits.ts';
import type { listRoles, listUsersByIds, listUsersByRoles } from '../../../contract/people.ts';
import { roles, type RoleName } from '../../../contract/permissions.ts';
import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import type { SignedIn } from '../../platform/context.ts';
import { offsetOf, pageMeta } from '../../platform/base/paging.ts';
import { countWithRoles, directoryOf, directoryWithRoles } from './rows.ts';

const labels: Record<RoleName, string> = { user: 'User', agent: 'Agent', admin: 'Admin' };

/** The roles a user can have. */
export async function roleList(): Promise<OutputOf<typeof listRoles>> {
  return { code: 'SUCCESS', roles: roles.map((name) => ({ id: roleIds[name], name, label: labels[name] })) };
}

/** One page of the users with one of the roles, by name; unknown role names match no user. */
export async function usersByRoles(
  ctx: SignedIn,
  input: ParsedInputOf<typeof listUsersByRoles>,
): Promise<OutputOf<typeof listUsersByRoles>> {
  const { reader } = ctx.services;
  const ids = roles.filter((name) => input.roles.includes(name)).map((name) => roleIds[name]);
  const page = { limit: input.per_page, offset: offsetOf(input) };
  const [users, total] =
    ids.length > 0 ? await Promise.all([directoryWithRoles(reader, ids, page), countWithRoles(reader, ids)]) : [[], 0];
  return { code: 'SUCCESS', users, ...pageMeta(ctx.url, input, total) };
}

/** The users with these ids, without deleted and unknown ones. */
export async function usersByIds(
  ctx: SignedIn,
  { ids }: ParsedInputOf<typeof listUsersByIds>,
): Promise<OutputOf<typeof listUsersByIds>> {
  return {
    code: 'SUCCESS',
    users: await directoryOf(ctx.services.reader, ids.map(Number)),
  };
}
