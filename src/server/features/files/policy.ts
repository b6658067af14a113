import type { Person } from '../../platform/context.ts';

/** Admins, and the owner of the order the file is the proof of (C-39). */
export const mayReadFile = (person: Pick<Person, 'role'>, ownsOrder: boolean) => (): boolean =>
  person.role === 'admin' || ownsOrder;

/** An id belongs to the person who used it first. */
export const sentIt =
  (person: Pick<Person, 'id'>) =>
  (file: { user_id: number }): boolean =>
    file.user_id === person.id;
