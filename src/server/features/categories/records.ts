import type { Selectable, Transaction } from 'kysely';
import { fold, searchText } from '../../../contract/search.ts';
import { allow, type Allowed } from '../../platform/base/permissions.ts';
import type { Categories, Database } from '../../platform/database/schema.ts';
import type { TransactionContext } from '../../platform/database/transaction.ts';
import { announce } from '../../platform/changes/feed.ts';

type CategoryRecord = Selectable<Categories>;

/** The fields an admin writes. */
export interface NewCategory {
  title: string;
  description: string | null;
  parent_id: number | null;
  is_active: boolean;
}

/** Missing fields stay unchanged. */
export type CategoryFields = { [Field in keyof NewCategory]?: NewCategory[Field] | undefined };

/**
 * Returns the current row of a category, locked until the end of the transaction and with its revision raised. Throws
 * NOT_FOUND or FORBIDDEN.
 */
export async function lockCategory(
  tx: Transaction<Database>,
  id: number,
  isAllowed: (category: CategoryRecord) => boolean,
): Promise<Allowed<CategoryRecord>> {
  const locked = await tx
    .updateTable('categories')
    .set((category) => ({ rev: category('rev', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return allow(locked, isAllowed, 'FORBIDDEN');
}

/** Locks a category and returns its parent's id: null at the top, `undefined` when the category does not exist. */
export async function lockAndReadParent(tx: Transaction<Database>, id: number): Promise<number | null | undefined> {
  const row = await tx
    .updateTable('categories')
    .set((category) => ({ rev: category.ref('rev') }))
    .where('id', '=', id)
    .returning('parent_id')
    .executeTakeFirst();
  return row?.parent_id;
}

export async function insertCategory(transaction: TransactionContext, fields: NewCategory): Promise<CategoryRecord> {
  const { title, description, parent_id, is_active } = fields;
  return transaction.tx
    .insertInto('categories')
    .values({
      parent_id,
      is_active: is_active ? 1 : 0,
      ...textColumns({ title, description }),
      created_at: transaction.now,
      updated_at: transaction.now,
      rev: 1,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Changes a locked category; the lock has already raised its revision. */
export async function updateCategoryRow(
  transaction: TransactionContext,
  category: Allowed<CategoryRecord>,
  fields: CategoryFields,
): Promise<CategoryRecord> {
  const { title = category.title, description = category.description, parent_id, is_active } = fields;
  return transaction.tx
    .updateTable('categories')
    .set({
      ...textColumns({ title, description }),
      ...(parent_id !== undefined && { parent_id }),
      ...(is_active !== undefined && { is_active: is_active ? 1 : 0 }),
      updated_at: transaction.now,
    })
    .where('id', '=', category.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Returns the old and new values of the changed fields, for the audit log. */
export function changedFields(before: CategoryRecord, after: CategoryRecord): { old: object; new: object } {
  const names = (['title', 'description', 'parent_id', 'is_active'] as const).filter(
    (name) => before[name] !== after[name],
  );
  const pick = (row: CategoryRecord) => Object.fromEntries(names.map((name) => [name, row[name]]));
  return { old: pick(before), new: pick(after) };
}

/** Announces a category to all users; a user who may not see it reads it as deleted. */
export async function announceCategory(tx: Transaction<Database>, { id, rev }: CategoryRecord): Promise<void> {
  await announce(tx, [{ scopes: ['catalog'], entity: 'categories', key: String(id), rev }]);
}

const textColumns = ({ title, description }: { title: string; description: string | null }) => ({
  title,
  description: description || null,
  search_text: searchText([title, description]),
  sort_key: fold(title),
});
