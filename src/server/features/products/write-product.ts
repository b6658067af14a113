import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import type { CheckedFile } from '../../../contract/files.ts';
import type { createProduct, updateProduct } from '../../../contract/products.ts';
import { allow } from '../../platform/base/permissions.ts';
import { audit } from '../../platform/audit.ts';
import type { SignedIn } from '../../platform/context.ts';
import type { TransactionContext } from '../../platform/database/transaction.ts';
import { storeFile } from '../../platform/files/records.ts';
import { runOnce, touchedOrThrow } from '../../platform/idempotency.ts';
import { keepStock, lockStock } from '../../shared/keep-stock.ts';
import { mayChangeCatalogue, productsByIds } from '../../shared/products.ts';
import { checkRevision, withCurrent } from '../../platform/changes/revision.ts';
import { checkProduct } from './check-product.ts';
import { maySeeProduct } from './rows.ts';
import {
  announceProduct,
  insertProduct,
  lockProduct,
  setCategories,
  snapshotOf,
  updateProductRow,
  type ProductFields,
} from './records.ts';
import { replaceVariants } from './variants.ts';

type CreateInput = ParsedInputOf<typeof createProduct>;
type UpdateInput = ParsedInputOf<typeof updateProduct>;
type ProductResponse = OutputOf<typeof createProduct>;

export async function addProduct(ctx: SignedIn, input: CreateInput): Promise<ProductResponse> {
  const { image, ...rest } = input;
  const fields = { ...rest, image: await storeImage(ctx, image) };
  const request = { key: ctx.key, kind: 'product.create', args: { ...rest, image: digestOf(image) } };
  const outcome = await runOnce(ctx, request, (transaction) => createInTransaction(transaction, fields));
  return responseFor(ctx, Number(touchedOrThrow(outcome)[0]!.slice('products:'.length)));
}

async function createInTransaction(
  transaction: TransactionContext,
  fields: ProductFields & { title: string },
): Promise<string[]> {
  await checkProduct(transaction.tx, fields, null);
  const id = await insertProduct(transaction, fields);
  await writeRelations(transaction, id, fields, Boolean(fields.has_variants));
  const product = await updateProductRow(transaction, id, {}); // computes the columns that depend on variants
  await audit(transaction, {
    action: 'product.create',
    entity: 'products',
    entityKey: id,
    new: await snapshotOf(transaction.tx, product),
  });
  await announceProduct(transaction.tx, product);
  await keepStock(transaction, product, { isChanged: false });
  return [`products:${id}`];
}

/** Changes the given fields; with `If-Match` only if the product still has that revision. */
export async function editProduct(ctx: SignedIn, input: UpdateInput): Promise<OutputOf<typeof updateProduct>> {
  const { id, image, image_changed, ...rest } = input;
  const newImage = changedImage(image, image_changed);
  const fields = { ...rest, ...(newImage !== undefined && { image: await storeImage(ctx, newImage) }) };
  const args = { id, fields, revision: ctx.revision };
  const fingerprintArgs = {
    ...args,
    fields: { ...rest, ...(newImage !== undefined && { image: digestOf(newImage) }) },
  };
  const change = async () =>
    touchedOrThrow(
      await runOnce(ctx, { key: ctx.key, kind: 'product.update', args: fingerprintArgs }, (transaction) =>
        updateInTransaction(transaction, args),
      ),
    );
  await withCurrent(change, async () => (await responseFor(ctx, id)).product);
  return responseFor(ctx, id);
}

/** Decide which rows of stock there are, who sees them, and whether they can be ordered. */
const stockFields = ['sells_codes', 'status', 'is_available', 'has_variants', 'product_variants'];

interface ProductUpdate {
  id: number;
  fields: ProductFields;
  revision: number | null;
}

async function updateInTransaction(
  transaction: TransactionContext,
  { id, fields, revision }: ProductUpdate,
): Promise<string[]> {
  await lockStock(transaction.tx, id);
  const product = await lockProduct(transaction.tx, id, mayChangeCatalogue(transaction.person));
  checkRevision(revision, product.rev - 1); // the lock has raised it by 1
  await checkProduct(transaction.tx, fields, product);
  const old = await snapshotOf(transaction.tx, product);
  await writeRelations(transaction, id, fields, fields.has_variants ?? Boolean(product.has_variants));
  const changed = await updateProductRow(transaction, id, fields);
  const current = await snapshotOf(transaction.tx, changed);
  const changes = differences(old, current);
  await audit(transaction, { action: 'product.update', entity: 'products', entityKey: id, ...changes });
  await announceProduct(transaction.tx, changed);
  // Rows of stock that customers see, or do not see any more, or that can be ordered again.
  const isChanged = stockFields.some((name) => name in changes.new);
  await keepStock(transaction, changed, { isChanged });
  return [`products:${id}`];
}

/** Sets whether a product can be ordered at the moment. */
export async function setAvailable(
  transaction: TransactionContext,
  { product_id, is_available }: { product_id: number; is_available: boolean },
): Promise<string[]> {
  return updateInTransaction(transaction, { id: product_id, fields: { is_available }, revision: null });
}

async function writeRelations(
  transaction: TransactionContext,
  id: number,
  fields: ProductFields,
  hasVariants: boolean,
): Promise<void> {
  if (fields.category_ids) await setCategories(transaction.tx, id, withFirst(fields.category_ids, fields.category_id));
  if (!hasVariants) await replaceVariants(transaction, id, []);
  else if (fields.product_variants) await replaceVariants(transaction, id, fields.product_variants);
}

/** Returns the ids without duplicates, `first` before the others (S7-33). */
function withFirst(ids: readonly number[], first: number | undefined): number[] {
  const unique = [...new Set(ids)];
  return first !== undefined && unique.includes(first) ? [first, ...unique.filter((id) => id !== first)] : unique;
}

type ImageInput = CheckedFile | string | null | undefined;

/** Returns the image of an update: `undefined` keeps the current one, null or an empty value removes it (S7-34). */
function changedImage(image: ImageInput, changed: boolean | undefined): ImageInput {
  if (changed === false) return undefined;
  return changed ? (image ?? null) : image;
}

/**
 * Stores an uploaded image and returns its URL. The URL of an external image is returned as it is and never fetched.
 */
async function storeImage(ctx: SignedIn, image: ImageInput): Promise<string | null> {
  if (typeof image !== 'object' || image === null) return image || null;
  return `/files/${await storeFile(ctx.services.files, 'catalog', image)}`;
}

const digestOf = (image: ImageInput): string | null | undefined =>
  typeof image === 'object' && image !== null ? image.digest : image;

type Snapshot = Record<string, unknown>;

function differences(old: Snapshot, current: Snapshot): { old: Snapshot; new: Snapshot } {
  const names = Object.keys(current).filter((name) => JSON.stringify(old[name]) !== JSON.stringify(current[name]));
  const pick = (snapshot: Snapshot) => Object.fromEntries(names.map((name) => [name, snapshot[name]]));
  return { old: pick(old), new: pick(current) };
}

async function responseFor(ctx: SignedIn, id: number): Promise<ProductResponse> {
  const [found] = await productsByIds(ctx.services.reader, ctx.person, [id]);
  return { code: 'SUCCESS', product: allow(found, maySeeProduct(ctx.person)) };
}
