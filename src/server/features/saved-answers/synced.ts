import type { Kysely } from 'kysely';
import type { SavedAnswerRow } from '../../../contract/order-fields.ts';
import type { Person } from '../../platform/base/permissions.ts';
import { toIsoTime } from '../../platform/base/wire-values.ts';
import { changeOf, changesFor } from '../../platform/changes/changes.ts';
import type { SyncedEntity } from '../../platform/changes/synced.ts';
import type { Database } from '../../platform/database/schema.ts';

const savedAnswers: SyncedEntity = {
  entity: 'saved_answers',
  async read(db, person, keys) {
    const rows = await rowsOf(db, person);
    return changesFor(
      'saved_answers',
      keys,
      rows.filter(({ id }) => keys.includes(id)),
    );
  },
  async page(db, person) {
    const rows = await rowsOf(db, person);
    return { changes: rows.map((row) => changeOf('saved_answers', row.id, row)), next: null };
  },
  count: async (db, person) => (await rowsOf(db, person)).length,
};

/** The saved answers of a user, at most 50. */
async function rowsOf(db: Kysely<Database>, { id }: Pick<Person, 'id'>): Promise<SavedAnswerRow[]> {
  const rows = await db
    .selectFrom('saved_answers')
    .select(['id', 'save_as', 'name', 'value', 'used_at', 'rev'])
    .where('user_id', '=', id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ used_at, ...row }) => ({ ...row, used_at: toIsoTime(used_at) }));
}

/** What customers keep for other orders, for themselves only. */
export const synced: readonly SyncedEntity[] = [savedAnswers];
