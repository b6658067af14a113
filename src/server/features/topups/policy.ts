import { can } from '../../../contract/permissions.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import type { Person } from '../../platform/base/permissions.ts';

export type Viewer = Pick<Person, 'id' | 'role'>;

/** Only customers ask for top-ups. */
export const mayOpenTopups = (person: Pick<Person, 'role'>): boolean => can(person.role, 'topups.open');

/** Admins approve and refuse requests, and see all of them. */
export const mayDecide = (person: Pick<Person, 'role'>): boolean => can(person.role, 'topups.decide');

/** The owner of a request, while a customer, and those who decide requests may see it. */
export const maySeeTopup =
  (person: Viewer) =>
  (topup: { user_id: number }): boolean =>
    mayDecide(person) || (mayOpenTopups(person) && topup.user_id === person.id);

/** Throws FORBIDDEN for users who neither have requests nor decide them. */
export function checkReadsTopups(person: Viewer): void {
  if (!mayDecide(person) && !mayOpenTopups(person)) throw new Refusal('FORBIDDEN');
}
