import { roleIds } from '../../../contract/limits.ts';
import type { listRoles, listUsersByRoles } from '../../../contract/people.ts';
import { roles, type RoleName } from '../../../contract/permissions.ts';
import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import type { SignedIn } from '../../platform/context.ts';
import { directory } from './rows.ts';

const labels: Record<RoleName, string> = { user: 'User', agent: 'Agent', admin: 'Admin' };

/** The roles a user can have. */
export async function roleList(): Promise<OutputOf<typeof listRoles>> {
  return { code: 'SUCCESS', roles: roles.map((name) => ({ id: roleIds[name], name, label: labels[name] })) };
}

/** All users with one of the roles, by name; unknown role names match no user. */
export async function usersByRoles(
  ctx: SignedIn,
  input: ParsedInputOf<typeof listUsersByRoles>,
): Promise<OutputOf<typeof listUsersByRoles>> {
  const ids = roles.filter((name) => input.roles.includes(name)).map((name) => roleIds[name]);
  const users = ids.length > 0 ? await directory(ctx.services.reader, { roleIds: ids }) : [];
  return { code: 'SUCCESS', users };
}
