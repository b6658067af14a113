import { rootAdminId } from '../../../contract/limits.ts';
import type { DirectoryUser } from '../../../contract/people.ts';

type Target = Pick<DirectoryUser, 'id' | 'role'>;

/*
 * The server's rules for changes of users, so that screens offer only what it accepts; `me` is the signed-in admin's
 * id. The server checks them again.
 */

/** Root is the first account: it alone edits, creates and deletes admins (S6-13). */
export const isRoot = (me: number): boolean => me === rootAdminId;

/** Admins edit customers and themselves; only root edits other admins. */
export const mayEdit = (me: number, { id, role }: Target): boolean => role !== 'admin' || id === me || isRoot(me);

/** No admin deactivates or deletes root or their own account (S6-14). */
export const mayDeleteOrDeactivate = (me: number, user: Target): boolean =>
  user.id !== me && user.id !== rootAdminId && mayEdit(me, user);

/** Only root gives and takes the role of an admin, and never its own (S6-15). */
export const maySetRole = (me: number, { id }: Pick<Target, 'id'>): boolean => isRoot(me) && id !== rootAdminId;

/** Balances of customers are adjusted; admins have none that is (S2F-07). */
export const mayAdjust = ({ role }: Pick<Target, 'role'>): boolean => role === 'user';

/** Sessions, actions, movements and changes of an admin are for that admin and for root. */
export const mayReadActivity = (me: number, { id, role }: Target): boolean =>
  role !== 'admin' || id === me || isRoot(me);
