import type { Person } from '../../platform/context.ts';

export type Viewer = Pick<Person, 'id' | 'role'>;

/** Customers open tickets; admins answer them (S6-09). */
export const mayOpenTickets = (person: Pick<Person, 'role'>): boolean => person.role === 'user';

/** The owner and the admins see a ticket and reply to it. */
export const maySeeTicket =
  (person: Viewer) =>
  (ticket: { user_id: number }): boolean =>
    person.role === 'admin' || ticket.user_id === person.id;

/** Only admins set status, priority and assignee; a customer's reply reopens (C-44). */
export const maySetStatus = (person: Pick<Person, 'role'>) => (): boolean => person.role === 'admin';
