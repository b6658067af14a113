import type { RoleName } from '../../../contract/people.ts';

/** Where a ticket is shown to a person of this role. */
export const pathOf = (role: RoleName | undefined, ticketId: string): string =>
  `/${role === 'admin' ? 'admin' : 'user'}/tickets/${ticketId}`;
