import type { Person } from '../../platform/context.ts';

/** Customers see active categories; admins see all of them (C-37). */
export const maySeeCategory =
  (person: Pick<Person, 'role'>) =>
  (category: { is_active: boolean | number }): boolean =>
    person.role === 'admin' || Boolean(category.is_active);

/** Only admins change the catalogue. */
export const mayChangeCatalogue = (person: Pick<Person, 'role'>) => (): boolean => person.role === 'admin';
