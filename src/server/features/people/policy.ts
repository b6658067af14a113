import { roleIds, rootAdminId } from '../../../contract/limits.ts';
import type { Person } from '../../platform/base/permissions.ts';

type Actor = Pick<Person, 'id'>;
type Target = { id: number; role_id: number };

const isRoot = (person: { id: number }): boolean => person.id === rootAdminId;

const isAdmin = (user: Target): boolean => user.role_id === roleIds.admin;

/** Admins may edit customers, agents and themselves; only root may edit other admins (S6-13). */
export const mayEdit =
  (actor: Actor) =>
  (user: Target): boolean =>
    !isAdmin(user) || user.id === actor.id || isRoot(actor);

/** Admins cannot deactivate or delete themselves or root (S6-14, C-11). */
export const mayDeactivateOrDelete =
  (actor: Actor) =>
  (user: Target): boolean =>
    user.id !== actor.id && !isRoot(user) && mayEdit(actor)(user);

/**
 * Only root grants and removes the role of an admin, and root always keeps it (S6-15); every admin makes customers agents
 * and agents customers (S2S-02).
 */
export const maySetRole = (actor: Actor, user: Target, roleId: number): boolean =>
  roleId === user.role_id || (isRoot(actor) && !isRoot(user)) || (!isAdmin(user) && roleId !== roleIds.admin);

/** Only root creates admins (S6-15). */
export const mayCreate = (actor: Actor, roleId: number): boolean => roleId !== roleIds.admin || isRoot(actor);
