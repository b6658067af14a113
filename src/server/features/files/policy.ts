import type { Person } from '../../platform/context.ts';

/** An id belongs to the person who used it first. */
export const sentIt =
  (person: Pick<Person, 'id'>) =>
  (file: { user_id: number }): boolean =>
    file.user_id === person.id;
