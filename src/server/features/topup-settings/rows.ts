import type { Kysely, Selectable } from 'kysely';
import type { TopupMethodRow } from '../../../contract/topup-settings.ts';
import type { Translated } from '../../../contract/translated.ts';
import type { Person } from '../../platform/base/permissions.ts';
import type { Database } from '../../platform/database/schema.ts';
import type { TopupMethods } from '../../platform/database/schema-topups.ts';
import { toEuros, toIsoTime } from '../../platform/base/wire-values.ts';
import { mayReadMethods, seesInactive } from './policy.ts';

/** The methods that a user may see, in their order: all, or those with these ids. There are few: a shop has no pages of them. */
export async function methodRows(
  db: Kysely<Database>,
  person: Pick<Person, 'role'>,
  ids?: readonly number[],
): Promise<TopupMethodRow[]> {
  if (!mayReadMethods(person)) return [];
  const rows = await db
    .selectFrom('topup_methods')
    .selectAll()
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids!))
    .$if(!seesInactive(person), (query) => query.where('is_active', '=', 1))
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map(toMethodRow);
}

const toMethodRow = (row: Selectable<TopupMethods>): TopupMethodRow => ({
  id: row.id,
  name: JSON.parse(row.name) as Translated, // `columnsOf` writes the JSON
  steps: JSON.parse(row.steps) as Translated,
  accounts: accountsOf(row),
  min: toEuros(row.min_cents),
  max: toEuros(row.max_cents),
  proof: row.proof as TopupMethodRow['proof'],
  is_active: Boolean(row.is_active),
  position: row.position,
  created_at: toIsoTime(row.created_at),
  updated_at: toIsoTime(row.updated_at),
  rev: row.rev,
});

/** Returns what customers copy of a stored method. */
export const accountsOf = ({ accounts }: Pick<Selectable<TopupMethods>, 'accounts'>): TopupMethodRow['accounts'] =>
  JSON.parse(accounts) as TopupMethodRow['accounts'];
