import { rootAdminId } from '../../../contract/limits.ts';
import { can } from '../../../contract/permissions.ts';
import type { Person } from '../../platform/base/permissions.ts';
import { Refusal } from '../../platform/base/refusal.ts';

/** Customers see the active methods, and the admins who decide requests see all; others none. */
export const mayReadMethods = ({ role }: Pick<Person, 'role'>): boolean =>
  can(role, 'topups.open') || can(role, 'topups.decide');

/** Returns whether a user sees methods that are not active. */
export const seesInactive = ({ role }: Pick<Person, 'role'>): boolean => can(role, 'topups.decide');

/**
 * Throws FORBIDDEN for everybody but root: a wrong account number sends the money of all customers to another person. It
 * is asked before a method is read, so that others do not learn which methods exist.
 */
export function requireRoot({ id }: Pick<Person, 'id'>): void {
  if (id !== rootAdminId) throw new Refusal('FORBIDDEN');
}
