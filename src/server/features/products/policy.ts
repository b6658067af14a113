import type { Person } from '../../platform/context.ts';

/** Customers see active products, also those that cannot be ordered now; admins see all of them (C-37). */
export const maySeeProduct =
  (person: Pick<Person, 'role'>) =>
  (product: { status: string }): boolean =>
    person.role === 'admin' || product.status === 'active';

/** Only admins change the catalogue. */
export const mayChangeCatalogue = (person: Pick<Person, 'role'>) => (): boolean => person.role === 'admin';
