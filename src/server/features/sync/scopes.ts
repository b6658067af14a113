import type { Person } from '../../platform/context.ts';

/** What a person's devices follow: their own records, the catalogue and, for admins, everybody's. */
export const scopesOf = (person: Pick<Person, 'id' | 'role'>): string[] =>
  person.role === 'admin' ? [`u:${person.id}`, 'catalog', 'admin'] : [`u:${person.id}`, 'catalog'];
