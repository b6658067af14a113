import type { createCategory, updateCategory } from '../../../contract/categories.ts';
import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import { allow } from '../../platform/base/permissions.ts';
import { audit } from '../../platform/audit.ts';
import type { SignedIn } from '../../platform/context.ts';
import type { TransactionContext } from '../../platform/database/transaction.ts';
import { runOnce, touchedOrThrow } from '../../platform/idempotency.ts';
import { mayChangeCatalogue } from '../../shared/products.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import { checkRevision, withCurrent } from '../../platform/changes/revision.ts';
import { maySeeCategory, categoryTree } from './rows.ts';
import {
  announceCategory,
  changedFields,
  insertCategory,
  lockCategory,
  lockAndReadParent,
  lockSiblings,
  moveBefore,
  updateCategoryRow,
  type CategoryFields,
  type NewCategory,
} from './records.ts';

type CreateInput = ParsedInputOf<typeof createCategory>;
type UpdateInput = ParsedInputOf<typeof updateCategory>;
type CategoryResponse = OutputOf<typeof createCategory>;

export async function addCategory(ctx: SignedIn, input: CreateInput): Promise<CategoryResponse> {
  const args = { ...input, parent_id: input.parent_id ?? null };
  const outcome = await runOnce(ctx, { key: ctx.key, kind: 'category.create', args }, (transaction) =>
    createInTransaction(transaction, args),
  );
  return responseFor(ctx, Number(touchedOrThrow(outcome)[0]!.slice('categories:'.length)));
}

async function createInTransaction(transaction: TransactionContext, args: NewCategory): Promise<string[]> {
  if (args.parent_id !== null) await checkParent(transaction, null, args.parent_id);
  const category = await insertCategory(transaction, args);
  await audit(transaction, { action: 'category.create', entity: 'categories', entityKey: category.id, new: args });
  await announceCategory(transaction.tx, category);
  return [`categories:${category.id}`];
}

/** Changes the given fields; with `If-Match` only if the category still has that revision. */
export async function editCategory(ctx: SignedIn, input: UpdateInput): Promise<OutputOf<typeof updateCategory>> {
  const { id, ...fields } = input;
  const args = { id, fields, revision: ctx.revision };
  const change = async () =>
    touchedOrThrow(
      await runOnce(ctx, { key: ctx.key, kind: 'category.update', args }, (transaction) =>
        updateInTransaction(transaction, args),
      ),
    );
  await withCurrent(change, async () => (await responseFor(ctx, id)).category);
  return responseFor(ctx, id);
}

interface CategoryUpdate {
  id: number;
  fields: CategoryFields;
  revision: number | null;
}

async function updateInTransaction(
  transaction: TransactionContext,
  { id, fields, revision }: CategoryUpdate,
): Promise<string[]> {
  const category = await lockCategory(transaction.tx, id, mayChangeCatalogue(transaction.person));
  checkRevision(revision, category.rev - 1); // the lock has raised it by 1
  const parent = fields.parent_id;
  if (parent !== undefined && parent !== null && parent !== category.parent_id)
    await checkParent(transaction, id, parent);
  const changed = await updateCategoryRow(transaction, category, fields);
  await audit(transaction, {
    action: 'category.update',
    entity: 'categories',
    entityKey: id,
    ...changedFields(category, changed),
  });
  await announceCategory(transaction.tx, changed);
  return [`categories:${id}`];
}

/** Shows or hides a category. */
export async function setActive(
  transaction: TransactionContext,
  args: { category_id: number; is_active: boolean },
): Promise<string[]> {
  return updateInTransaction(transaction, {
    id: args.category_id,
    fields: { is_active: args.is_active },
    revision: null,
  });
}

/** Places a category before another one of its parent, or last. */
export async function moveCategory(
  transaction: TransactionContext,
  args: { category_id: number; before_id: number | null },
): Promise<string[]> {
  const { category_id: id, before_id: beforeId } = args;
  await lockSiblings(transaction.tx, id);
  const category = await lockCategory(transaction.tx, id, mayChangeCatalogue(transaction.person));
  const moved = await moveBefore(transaction, category, beforeId);
  const { position } = moved.find((row) => row.id === id)!;
  await audit(transaction, {
    action: 'category.move',
    entity: 'categories',
    entityKey: id,
    old: { position: category.position },
    new: { position },
  });
  for (const row of moved) await announceCategory(transaction.tx, row);
  return [`categories:${id}`];
}

/**
 * Throws unless the parent exists and is not below the category itself (S2H-04). Each ancestor is locked, so that two
 * simultaneous changes cannot create a cycle together: one of them waits, or is retried.
 */
async function checkParent(transaction: TransactionContext, id: number | null, parent: number): Promise<void> {
  for (let ancestor: number | null = parent; ancestor !== null;) {
    if (ancestor === id) throw new Refusal('INVALID_FIELDS', { parent_id: ['invalid'] });
    const next = await lockAndReadParent(transaction.tx, ancestor);
    if (next === undefined) throw new Refusal('INVALID_FIELDS', { parent_id: ['invalid'] });
    ancestor = next;
  }
}

async function responseFor(ctx: SignedIn, id: number): Promise<CategoryResponse> {
  const all = await categoryTree(ctx.services.reader, ctx.person);
  const category = allow(
    all.find((one) => one.id === id),
    maySeeCategory(ctx.person),
  );
  return { code: 'SUCCESS', category };
}
