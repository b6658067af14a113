import { roleIds, rootAdminId } from '../../../contract/limits.ts';
import type { Person } from '../../platform/context.ts';

type Actor = Pick<Person, 'id'>;
type Target = { id: number; role_id: number };

const isRoot = (person: { id: number }): boolean => person.id === rootAdminId;

const isAdmin = (user: Target): boolean => user.role_id === roleIds.admin;

/** Customers, and oneself; other admins are root's alone to touch (S6-13). */
export const mayEdit =
  (actor: Actor) =>
  (user: Target): boolean =>
    !isAdmin(user) || user.id === actor.id || isRoot(actor);

/** Nobody switches off or deletes themselves, and nobody root (S6-14, C-11). */
export const mayEnd =
  (actor: Actor) =>
  (user: Target): boolean =>
    user.id !== actor.id && !isRoot(user) && mayEdit(actor)(user);

/** Only root makes and unmakes admins, and stays one (S6-15). */
export const maySetRole = (actor: Actor, user: Target, roleId: number): boolean =>
  roleId === user.role_id || (isRoot(actor) && !isRoot(user));

/** Only root makes admins (S6-15). */
export const mayCreate = (actor: Actor, roleId: number): boolean => roleId !== roleIds.admin || isRoot(actor);
