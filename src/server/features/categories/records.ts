import { sql, type Selectable, type Transaction } from 'kysely';
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
  return allow(locked, isAllowed, { otherwise: 'FORBIDDEN' });
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

/** Inserts a category, as the last one of its parent. */
export async function insertCategory(transaction: TransactionContext, fields: NewCategory): Promise<CategoryRecord> {
  const { title, description, parent_id, is_active } = fields;
  return transaction.tx
    .insertInto('categories')
    .values({
      parent_id,
      position: await lastPosition(transaction.tx, parent_id),
      is_active: is_active ? 1 : 0,
      ...textColumns({ title, description }),
      created_at: transaction.now,
      updated_at: transaction.now,
      rev: 1,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Changes a locked category; the lock has already raised its revision. Under another parent it becomes the last one. */
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
      ...(parent_id !== undefined &&
        parent_id !== category.parent_id && {
          parent_id,
          position: await lastPosition(transaction.tx, parent_id),
        }),
      ...(is_active !== undefined && { is_active: is_active ? 1 : 0 }),
      updated_at: transaction.now,
    })
    .where('id', '=', category.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Returns the position behind all categories of a parent. */
async function lastPosition(tx: Transaction<Database>, parent: number | null): Promise<number> {
  const { last } = await tx
    .selectFrom('categories')
    .select((row) => row.fn.max<number | null>('position').as('last'))
    .where('parent_id', 'is not distinct from', parent)
    .executeTakeFirstOrThrow();
  return last === null ? 0 : Number(last) + 1;
}

/**
 * Places a locked category before another one of its parent, or last when there is no such category, and numbers all
 * categories of the parent from 0. Returns the renumbered ones, and the category itself.
 */
export async function moveBefore(
  transaction: TransactionContext,
  category: Allowed<CategoryRecord>,
  beforeId: number | null,
): Promise<CategoryRecord[]> {
  const { tx, now } = transaction;
  const others = await tx
    .selectFrom('categories')
    .select(['id', 'position'])
    .where('parent_id', 'is not distinct from', category.parent_id)
    .where('id', '!=', category.id)
    .orderBy('position')
    .orderBy('sort_key')
    .orderBy('id')
    .execute();
  const found = others.findIndex(({ id }) => id === beforeId);
  const wanted = others.toSpliced(found < 0 ? others.length : found, 0, category);
  const changed: CategoryRecord[] = [];
  for (const [position, { id, position: before }] of wanted.entries()) {
    if (position === before && id !== category.id) continue;
    const set = tx.updateTable('categories').where('id', '=', id).returningAll();
    const raised = id === category.id ? {} : { rev: sql<number>`rev + 1` }; // the lock has raised it
    changed.push(await set.set({ position, updated_at: now, ...raised }).executeTakeFirstOrThrow());
  }
  return changed;
}

/** Locks the categories with the same parent as this one, in the sequence of their ids, so that moves wait for each other. */
export async function lockSiblings(tx: Transaction<Database>, id: number): Promise<void> {
  const siblings = await tx
    .selectFrom('categories')
    .select('id')
    .where('parent_id', 'is not distinct from', (row) =>
      row.selectFrom('categories as moved').select('moved.parent_id').where('moved.id', '=', id),
    )
    .orderBy('id')
    .execute();
  for (const sibling of siblings) await lockAndReadParent(tx, sibling.id);
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
