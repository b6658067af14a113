import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import type { CheckedFile } from '../../../contract/files.ts';
import type { createProduct, updateProduct } from '../../../contract/products.ts';
import { allow } from '../../platform/allowed.ts';
import { audit } from '../../platform/audit.ts';
import type { SignedIn } from '../../platform/context.ts';
import type { Work } from '../../platform/database/transaction.ts';
import { storeFile } from '../../platform/files/records.ts';
import { once, orRefuse } from '../../platform/once.ts';
import { productsByIds } from '../../platform/products.ts';
import { checkRevision, withCurrent } from '../../platform/revision.ts';
import { checkProduct } from './check-product.ts';
import { mayChangeCatalogue, maySeeProduct } from './policy.ts';
import {
  announceProduct,
  insertProduct,
  lockProduct,
  putCategories,
  snapshotOf,
  updateProductRow,
  type ProductFields,
} from './records.ts';
import { keepVariants } from './variants.ts';

type CreateInput = ParsedInputOf<typeof createProduct>;
type UpdateInput = ParsedInputOf<typeof updateProduct>;
type Answer = OutputOf<typeof createProduct>;

export async function create(ctx: SignedIn, input: CreateInput): Promise<Answer> {
  const { image, ...rest } = input;
  const fields = { ...rest, image: await imageOf(ctx, image) };
  const intent = { key: ctx.key, kind: 'product.create', args: { ...rest, image: digestOf(image) } };
  const outcome = await once(ctx, intent, (work) => write(work, fields));
  return answer(ctx, Number(orRefuse(outcome)[0]!.slice('products:'.length)));
}

async function write(work: Work, fields: ProductFields & { title: string }): Promise<string[]> {
  await checkProduct(work.tx, fields, null);
  const id = await insertProduct(work, fields);
  await putParts(work, id, fields, Boolean(fields.has_variants));
  const product = await updateProductRow(work, id, {});
  await audit(work, {
    action: 'product.create',
    entity: 'products',
    entityKey: id,
    new: await snapshotOf(work.tx, product),
  });
  await announceProduct(work.tx, product);
  return [`products:${id}`];
}

/** Changes the given fields, when the product still has the version the change was based on. */
export async function update(ctx: SignedIn, input: UpdateInput): Promise<OutputOf<typeof updateProduct>> {
  const { id, image, image_changed, ...rest } = input;
  const picture = newPicture(image, image_changed);
  const fields = { ...rest, ...(picture !== undefined && { image: await imageOf(ctx, picture) }) };
  const args = { id, fields, revision: ctx.revision };
  const told = { ...args, fields: { ...rest, ...(picture !== undefined && { image: digestOf(picture) }) } };
  const change = async () =>
    orRefuse(await once(ctx, { key: ctx.key, kind: 'product.update', args: told }, (work) => edit(work, args)));
  await withCurrent(change, async () => (await answer(ctx, id)).product);
  return answer(ctx, id);
}

interface Edit {
  id: number;
  fields: ProductFields;
  revision: number | null;
}

async function edit(work: Work, { id, fields, revision }: Edit): Promise<string[]> {
  const product = await lockProduct(work.tx, id, mayChangeCatalogue(work.person));
  checkRevision(revision, product.rev - 1);
  await checkProduct(work.tx, fields, product);
  const old = await snapshotOf(work.tx, product);
  await putParts(work, id, fields, fields.has_variants ?? Boolean(product.has_variants));
  const changed = await updateProductRow(work, id, fields);
  const now = await snapshotOf(work.tx, changed);
  await audit(work, { action: 'product.update', entity: 'products', entityKey: id, ...differences(old, now) });
  await announceProduct(work.tx, changed);
  return [`products:${id}`];
}

/** Says whether a product can be ordered just now. */
export async function setAvailable(
  work: Work,
  { product_id, is_available }: { product_id: number; is_available: boolean },
): Promise<string[]> {
  return edit(work, { id: product_id, fields: { is_available }, revision: null });
}

async function putParts(work: Work, id: number, fields: ProductFields, hasVariants: boolean): Promise<void> {
  if (fields.category_ids) await putCategories(work.tx, id, inOrder(fields.category_ids, fields.category_id));
  if (!hasVariants) await keepVariants(work, id, []);
  else if (fields.product_variants) await keepVariants(work, id, fields.product_variants);
}

/** `category_id` is the first one (S7-33). */
function inOrder(ids: readonly number[], first: number | undefined): number[] {
  const once = [...new Set(ids)];
  return first !== undefined && once.includes(first) ? [first, ...once.filter((id) => id !== first)] : once;
}

type Picture = CheckedFile | string | null | undefined;

/** The picture of a change: `undefined` keeps what is there, null or nothing removes it (S7-34). */
function newPicture(image: Picture, changed: boolean | undefined): Picture {
  if (changed === false) return undefined;
  return changed ? (image ?? null) : image;
}

/** Where a picture is found from now on; a file goes to its home, an address is never fetched. */
async function imageOf(ctx: SignedIn, image: Picture): Promise<string | null> {
  if (typeof image !== 'object' || image === null) return image || null;
  return `/files/${await storeFile(ctx.means.files, 'catalog', image)}`;
}

const digestOf = (image: Picture): string | null | undefined =>
  typeof image === 'object' && image !== null ? image.digest : image;

type Snapshot = Record<string, unknown>;

function differences(old: Snapshot, now: Snapshot): { old: Snapshot; new: Snapshot } {
  const names = Object.keys(now).filter((name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]));
  const of = (snapshot: Snapshot) => Object.fromEntries(names.map((name) => [name, snapshot[name]]));
  return { old: of(old), new: of(now) };
}

async function answer(ctx: SignedIn, id: number): Promise<Answer> {
  const [found] = await productsByIds(ctx.means.reader, ctx.person, [id]);
  return { code: 'SUCCESS', product: allow(found, maySeeProduct(ctx.person)) };
}
