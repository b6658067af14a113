import type { Kysely } from 'kysely';
import { can, type Permission } from '../../../contract/permissions.ts';
import type { Person } from '../../platform/base/permissions.ts';
import { changeOf, changesFor, numericKeys } from '../../platform/changes/changes.ts';
import type { SyncedEntity } from '../../platform/changes/synced.ts';
import type { Database } from '../../platform/database/schema.ts';
import { readWindow } from '../../platform/database/windows.ts';
import {
  colleaguesBelow,
  colleaguesOf,
  countColleagues,
  countFrom,
  directoryOf,
  newestFrom,
  newestUsers,
  type DirectoryRow,
} from './rows.ts';

const people: SyncedEntity = {
  entity: 'people',
  async read(db, person, keys) {
    if (!hasDirectory(person)) return changesFor('people', keys, []);
    const readUsers = hasWindow(person) ? directoryOf : colleaguesOf;
    return changesFor('people', keys, await readUsers(db, numericKeys(keys)));
  },
  async page(db, person, after, limit) {
    if (!hasDirectory(person)) return { changes: [], next: null };
    return hasWindow(person) ? pageOfWindow(db, person, { after, limit }) : pageOfColleagues(db, { after, limit });
  },
  async count(db, person) {
    if (!hasDirectory(person)) return 0;
    if (!hasWindow(person)) return countColleagues(db);
    const from = await newestFrom(db, await readWindow(db, person, 'people'));
    const [newest, colleagues] = await Promise.all([countFrom(db, from), countColleagues(db, { below: from })]);
    return newest + colleagues;
  },
};

const directoryRights: readonly Permission[] = ['people', 'tickets.work'];

const hasDirectory = ({ role }: Person): boolean => directoryRights.some((right) => can(role, right));

const hasWindow = ({ role }: Person): boolean => can(role, 'people');

interface PageRequest {
  after: string | null;
  limit: number;
}

/** One page of the newest users, then of those older ones who work on tickets. */
async function pageOfWindow(db: Kysely<Database>, person: Person, { after, limit }: PageRequest) {
  const { from, below } = await positionOf(db, person, after);
  const newest = below === null || below > from ? await newestUsers(db, { from, below, limit }) : [];
  const room = limit - newest.length;
  const older = room === 0 ? [] : await colleaguesBelow(db, { below: Math.min(from, below ?? from), limit: room });
  const rows = [...newest, ...inOrder(older, await directoryOf(db, older))];
  return { ...pageWith(rows), next: rows.length === limit ? `${from}.${rows.at(-1)!.id}` : null, from };
}

async function pageOfColleagues(db: Kysely<Database>, { after, limit }: PageRequest) {
  const below = after === null ? null : Number.parseInt(after, 10);
  const ids = await colleaguesBelow(db, { below, limit });
  const rows = inOrder(ids, await colleaguesOf(db, ids));
  return { ...pageWith(rows), next: ids.length === limit ? String(ids.at(-1)!) : null };
}

function inOrder(ids: readonly number[], rows: readonly DirectoryRow[]): DirectoryRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const pageWith = (rows: readonly DirectoryRow[]) => ({ changes: rows.map((row) => changeOf('people', row.id, row)) });

/**
 * Parses "<lowest id of the newest users>.<id of the last user sent>". Servers of an earlier version write the id of the
 * last user alone.
 */
async function positionOf(db: Kysely<Database>, person: Person, after: string | null) {
  const [first, second] = after === null ? [] : after.split('.').map(Number);
  if (first !== undefined && second !== undefined) return { from: first, below: second };
  return { from: await newestFrom(db, await readWindow(db, person, 'people')), below: first ?? null };
}

/**
 * The users that devices store (D-12). Admins: the newest and all who work on tickets; those of their orders and tickets
 * are sent with these (`features/sync/owners.ts`). Agents: those who work on tickets, without their addresses. Customers
 * get none.
 */
export const synced: readonly SyncedEntity[] = [people];
