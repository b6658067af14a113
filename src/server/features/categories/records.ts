import type { Selectable, Transaction } from 'kysely';
import { fold, searchText } from '../../../contract/search.ts';
import { allow, type Allowed } from '../../platform/allowed.ts';
import type { Categories, Database } from '../../platform/database/schema.ts';
import type { Work } from '../../platform/database/transaction.ts';
import { announce } from '../../platform/feed.ts';

type CategoryRecord = Selectable<Categories>;

/** What an admin writes. */
export interface NewCategory {
  title: string;
  description: string | null;
  parent_id: number | null;
  is_active: boolean;
}

/** What is missing stays as it is. */
export type CategoryFields = { [Field in keyof NewCategory]?: NewCategory[Field] | undefined };

/** The category as it is now, held to the end of the transaction and one version up. Refuses with NOT_FOUND, FORBIDDEN. */
export async function lockCategory(
  tx: Transaction<Database>,
  id: number,
  may: (category: CategoryRecord) => boolean,
): Promise<Allowed<CategoryRecord>> {
  const locked = await tx
    .updateTable('categories')
    .set((category) => ({ rev: category('rev', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return allow(locked, may, 'FORBIDDEN');
}

/** The parent of a category that is held from now on; null at the top, `undefined` when there is no such category. */
export async function parentOf(tx: Transaction<Database>, id: number): Promise<number | null | undefined> {
  const row = await tx
    .updateTable('categories')
    .set((category) => ({ rev: category.ref('rev') }))
    .where('id', '=', id)
    .returning('parent_id')
    .executeTakeFirst();
  return row?.parent_id;
}

export async function insertCategory(work: Work, fields: NewCategory): Promise<CategoryRecord> {
  const { title, description, parent_id, is_active } = fields;
  return work.tx
    .insertInto('categories')
    .values({
      parent_id,
      is_active: is_active ? 1 : 0,
      ...texts({ title, description }),
      created_at: work.now,
      updated_at: work.now,
      rev: 1,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Changes a locked category; its version went up with the lock. */
export async function updateCategoryRow(
  work: Work,
  category: Allowed<CategoryRecord>,
  fields: CategoryFields,
): Promise<CategoryRecord> {
  const { title = category.title, description = category.description, parent_id, is_active } = fields;
  return work.tx
    .updateTable('categories')
    .set({
      ...texts({ title, description }),
      ...(parent_id !== undefined && { parent_id }),
      ...(is_active !== undefined && { is_active: is_active ? 1 : 0 }),
      updated_at: work.now,
    })
    .where('id', '=', category.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** What a change changed, for the audit log. */
export function changedFields(before: CategoryRecord, after: CategoryRecord): { old: object; new: object } {
  const names = (['title', 'description', 'parent_id', 'is_active'] as const).filter(
    (name) => before[name] !== after[name],
  );
  const of = (row: CategoryRecord) => Object.fromEntries(names.map((name) => [name, row[name]]));
  return { old: of(before), new: of(after) };
}

/** Everybody follows the catalogue; whom a hidden category leaves is decided when it is read. */
export async function announceCategory(tx: Transaction<Database>, { id, rev }: CategoryRecord): Promise<void> {
  await announce(tx, [{ scopes: ['catalog'], entity: 'categories', key: String(id), rev }]);
}

const texts = ({ title, description }: { title: string; description: string | null }) => ({
  title,
  description: description || null,
  search_text: searchText([title, description]),
  sort_key: fold(title),
});
