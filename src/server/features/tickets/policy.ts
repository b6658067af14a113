import { can } from '../../../contract/permissions.ts';
import type { Person } from '../../platform/base/permissions.ts';

export type Viewer = Pick<Person, 'id' | 'role'>;

/** Only customers open tickets; support answers them (S6-09). */
export const mayOpenTickets = (person: Pick<Person, 'role'>): boolean => can(person.role, 'tickets.open');

/** The owner and support may see a ticket and reply to it. */
export const maySeeTicket =
  (person: Viewer) =>
  (ticket: { user_id: number }): boolean =>
    can(person.role, 'tickets.work') || ticket.user_id === person.id;

/** Only support sets status, priority and assignee; a customer can only reopen a ticket by a reply (C-44). */
export const maySetStatus = (person: Pick<Person, 'role'>) => (): boolean => can(person.role, 'tickets.work');

/** Internal notes, tags and snoozing are for those who work on tickets. */
export const seesInternals = (person: Pick<Person, 'role'>): boolean => maySetStatus(person)();
