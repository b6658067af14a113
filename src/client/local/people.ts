import { compareFolded, fold } from '../../contract/search.ts';
import type { DirectoryUser } from '../../contract/people.ts';
import { can } from '../../contract/permissions.ts';
import type { LocalDatabase } from './database.ts';

/** Returns the active users who work on tickets, sorted by name; none on a customer's device, which has no directory. */
export async function readAdmins(db: LocalDatabase): Promise<DirectoryUser[]> {
  const people = await db.people.toArray();
  return people
    .filter((person) => can(person.role, 'tickets.work') && person.is_active)
    .toSorted((a, b) => compareFolded(fold(a.name), fold(b.name)));
}

/** Returns the names of these users by id, as far as the device knows them. */
export async function readNames(db: LocalDatabase, ids: readonly number[]): Promise<Map<number, string>> {
  const people = await db.people.bulkGet([...new Set(ids)]);
  return new Map(people.flatMap((person) => (person ? [[person.id, person.name]] : [])));
}
