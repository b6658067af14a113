import { can, type Permission } from '../../../contract/permissions.ts';
import type { Person } from '../../platform/base/permissions.ts';
import { changeOf, changesFor, numericKeys } from '../../platform/changes/changes.ts';
import type { SyncedEntity } from '../../platform/changes/synced.ts';
import { countDirectory, directory } from './rows.ts';

const people: SyncedEntity = {
  entity: 'people',
  async read(db, person, keys) {
    const ids = hasDirectory(person) ? numericKeys(keys) : [];
    return changesFor('people', keys, ids.length > 0 ? await directory(db, { ids, ...partOf(person) }) : []);
  },
  async page(db, person, after, limit) {
    if (!hasDirectory(person)) return { changes: [], next: null };
    const below = after === null ? null : Number.parseInt(after, 10);
    const rows = await directory(db, { below, limit, ...partOf(person) });
    const next = rows.length === limit ? String(rows.at(-1)!.id) : null;
    return { changes: rows.map((row) => changeOf('people', row.id, row)), next };
  },
  count: async (db, person) => (hasDirectory(person) ? countDirectory(db, partOf(person).onlyColleagues) : 0),
};

const directoryRights: readonly Permission[] = ['people', 'tickets.work'];

const hasDirectory = ({ role }: Person): boolean => directoryRights.some((right) => can(role, right));

const partOf = ({ role }: Person) => ({ onlyColleagues: !can(role, 'people') });

/**
 * The short directory that devices store (D-12): all users for admins; for agents those who work on tickets, without their
 * addresses; customers get none.
 */
export const synced: readonly SyncedEntity[] = [people];
