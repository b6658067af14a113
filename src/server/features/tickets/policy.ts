import type { Person } from '../../platform/base/permissions.ts';

export type Viewer = Pick<Person, 'id' | 'role'>;

/** Only customers open tickets; admins answer them (S6-09). */
export const mayOpenTickets = (person: Pick<Person, 'role'>): boolean => person.role === 'user';

/** The owner and the admins may see a ticket and reply to it. */
export const maySeeTicket =
  (person: Viewer) =>
  (ticket: { user_id: number }): boolean =>
    person.role === 'admin' || ticket.user_id === person.id;

/** Only admins set status, priority and assignee; a customer can only reopen a ticket by a reply (C-44). */
export const maySetStatus = (person: Pick<Person, 'role'>) => (): boolean => person.role === 'admin';
