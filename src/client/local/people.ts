import { compareFolded, fold } from '../../contract/search.ts';
import type { Person } from '../../contract/people.ts';
import type { LocalDatabase } from './database.ts';

/** The active admins by name; none on a customer's device, which keeps no directory. */
export async function readAdmins(db: LocalDatabase): Promise<Person[]> {
  const people = await db.people.toArray();
  return people
    .filter((person) => person.role === 'admin' && person.is_active)
    .toSorted((a, b) => compareFolded(fold(a.name), fold(b.name)));
}

/** The names of the users with these ids, those that the device knows. */
export async function readNames(db: LocalDatabase, ids: readonly number[]): Promise<Map<number, string>> {
  const people = await db.people.bulkGet([...new Set(ids)]);
  return new Map(people.flatMap((person) => (person ? [[person.id, person.name]] : [])));
}
