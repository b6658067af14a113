import type { Kysely, Selectable } from 'kysely';
import type { FieldErrors } from '../../../contract/refusals.ts';
import type { Database, Products } from '../../platform/database/schema.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import type { ProductFields } from './records.ts';
import { variantsOf, type VariantFields } from './variants.ts';

/** Throws INVALID_FIELDS for errors that need the database; `before` is null for a new product. */
export async function checkProduct(
  db: Kysely<Database>,
  fields: ProductFields,
  before: Selectable<Products> | null,
): Promise<void> {
  const hasVariants = fields.has_variants ?? Boolean(before?.has_variants);
  const cents = fields.price === undefined ? before?.price_cents : fields.price;
  const errors: FieldErrors = {
    ...(!hasVariants && !cents && { price: ['number-min:0.01'] }),
    ...(await categoryErrors(db, fields.category_ids)),
    ...(hasVariants && (await variantErrors(db, fields.product_variants, before))),
  };
  if (Object.keys(errors).length > 0) throw new Refusal('INVALID_FIELDS', errors);
}

async function categoryErrors(db: Kysely<Database>, requested: number[] | undefined): Promise<FieldErrors> {
  if (!requested) return {};
  const ids = [...new Set(requested)];
  const existing = await db.selectFrom('categories').select('id').where('id', 'in', ids).execute();
  return existing.length === ids.length ? {} : { category_ids: ['invalid'] };
}

async function variantErrors(
  db: Kysely<Database>,
  requested: readonly VariantFields[] | undefined,
  before: Selectable<Products> | null,
): Promise<FieldErrors> {
  const noVariants: FieldErrors = { product_variants: ['at_least_one_required'] };
  if (!requested) return before && (await variantsOf(db, before.id)).length > 0 ? {} : noVariants;
  return requested.length === 0 ? noVariants : rowErrors(requested);
}

function rowErrors(requested: readonly VariantFields[]): FieldErrors {
  const titles = requested.map(({ title }) => comparableTitle(title));
  const ids = requested.map(({ id }) => String(id ?? ''));
  return Object.assign(
    {},
    ...requested.map(({ price }, row) => ({
      ...(titles.indexOf(titles[row]!) < row && { [`product_variants.${row}.title`]: ['already_exists'] }),
      ...(ids[row] !== '' && ids.indexOf(ids[row]!) < row && { [`product_variants.${row}.id`]: ['invalid'] }),
      ...(price === 0 && { [`product_variants.${row}.price`]: ['number-min:0.01'] }),
    })),
  ) as FieldErrors;
}

/** Titles that differ only in upper and lower case count as equal (S5-21). */
const comparableTitle = (title: string): string => title.normalize('NFC').toLowerCase();
