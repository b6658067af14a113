import { rootAdminId } from '../../../contract/limits.ts';
import type { DirectoryUser } from '../../../contract/people.ts';
import { roles, type RoleName } from '../../../contract/permissions.ts';

type Target = Pick<DirectoryUser, 'id' | 'role'>;

/*
 * The server's rules for changes of users, so that screens offer only what it accepts; `me` is the signed-in admin's
 * id. The server checks them again.
 */

/** Root is the first account: it alone edits, creates and deletes admins (S6-13). */
const isRoot = (me: number): boolean => me === rootAdminId;

/** Admins edit customers, agents and themselves; only root edits other admins. */
export const mayEdit = (me: number, { id, role }: Target): boolean => role !== 'admin' || id === me || isRoot(me);

/** No admin deactivates or deletes root or their own account (S6-14). */
export const mayDeleteOrDeactivate = (me: number, user: Target): boolean =>
  user.id !== me && user.id !== rootAdminId && mayEdit(me, user);

/**
 * Returns the roles that an admin may give to a user, or to a new one; none when the role stays. Only root gives and takes
 * the role of an admin, and never its own (S6-15).
 */
export function rolesToGive(me: number, user: Target | undefined): readonly RoleName[] {
  if (user?.id === rootAdminId || (user?.role === 'admin' && !isRoot(me))) return [];
  return roles.filter((role) => role !== 'admin' || isRoot(me));
}

/** Only the balances of customers are adjusted (S2F-07). */
export const mayAdjust = ({ role }: Pick<Target, 'role'>): boolean => role === 'user';

/** Sessions, actions, movements and changes of an admin are for that admin and for root. */
export const mayReadActivity = (me: number, { id, role }: Target): boolean =>
  role !== 'admin' || id === me || isRoot(me);
