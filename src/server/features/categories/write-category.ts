import type { createCategory, updateCategory } from '../../../contract/categories.ts';
import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import { allow } from '../../platform/allowed.ts';
import { audit } from '../../platform/audit.ts';
import type { SignedIn } from '../../platform/context.ts';
import type { Work } from '../../platform/database/transaction.ts';
import { once, orRefuse } from '../../platform/once.ts';
import { Refusal } from '../../platform/refusal.ts';
import { checkRevision, withCurrent } from '../../platform/revision.ts';
import { mayChangeCatalogue, maySeeCategory } from './policy.ts';
import {
  announceCategory,
  changedFields,
  insertCategory,
  lockCategory,
  parentOf,
  updateCategoryRow,
  type CategoryFields,
  type NewCategory,
} from './records.ts';
import { categoryTree } from './rows.ts';

type CreateInput = ParsedInputOf<typeof createCategory>;
type UpdateInput = ParsedInputOf<typeof updateCategory>;
type Answer = OutputOf<typeof createCategory>;

export async function create(ctx: SignedIn, input: CreateInput): Promise<Answer> {
  const args = { ...input, parent_id: input.parent_id ?? null };
  const outcome = await once(ctx, { key: ctx.key, kind: 'category.create', args }, (work) => write(work, args));
  return answer(ctx, Number(orRefuse(outcome)[0]!.slice('categories:'.length)));
}

async function write(work: Work, args: NewCategory): Promise<string[]> {
  if (args.parent_id !== null) await checkParent(work, null, args.parent_id);
  const category = await insertCategory(work, args);
  await audit(work, { action: 'category.create', entity: 'categories', entityKey: category.id, new: args });
  await announceCategory(work.tx, category);
  return [`categories:${category.id}`];
}

/** Changes the given fields, when the category still has the version the change was based on. */
export async function update(ctx: SignedIn, input: UpdateInput): Promise<OutputOf<typeof updateCategory>> {
  const { id, ...fields } = input;
  const args = { id, fields, revision: ctx.revision };
  const change = async () =>
    orRefuse(await once(ctx, { key: ctx.key, kind: 'category.update', args }, (work) => edit(work, args)));
  await withCurrent(change, async () => (await answer(ctx, id)).category);
  return answer(ctx, id);
}

interface Edit {
  id: number;
  fields: CategoryFields;
  revision: number | null;
}

async function edit(work: Work, { id, fields, revision }: Edit): Promise<string[]> {
  const category = await lockCategory(work.tx, id, mayChangeCatalogue(work.person));
  checkRevision(revision, category.rev - 1);
  const parent = fields.parent_id;
  if (parent !== undefined && parent !== null && parent !== category.parent_id) await checkParent(work, id, parent);
  const changed = await updateCategoryRow(work, category, fields);
  await audit(work, {
    action: 'category.update',
    entity: 'categories',
    entityKey: id,
    ...changedFields(category, changed),
  });
  await announceCategory(work.tx, changed);
  return [`categories:${id}`];
}

/** Shows or hides a category. */
export async function setActive(work: Work, args: { category_id: number; is_active: boolean }): Promise<string[]> {
  return edit(work, { id: args.category_id, fields: { is_active: args.is_active }, revision: null });
}

/**
 * The parent must exist and not be below the category itself (S2H-04). Each category on the way up is held, so that
 * two changes at once cannot close a circle together: one of them waits, or is tried again.
 */
async function checkParent(work: Work, id: number | null, parent: number): Promise<void> {
  for (let above: number | null = parent; above !== null;) {
    if (above === id) throw new Refusal('INVALID_FIELDS', { parent_id: ['invalid'] });
    const next = await parentOf(work.tx, above);
    if (next === undefined) throw new Refusal('INVALID_FIELDS', { parent_id: ['invalid'] });
    above = next;
  }
}

async function answer(ctx: SignedIn, id: number): Promise<Answer> {
  const all = await categoryTree(ctx.means.reader, ctx.person);
  const category = allow(
    all.find((one) => one.id === id),
    maySeeCategory(ctx.person),
  );
  return { code: 'SUCCESS', category };
}
