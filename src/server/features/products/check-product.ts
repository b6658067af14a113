import type { Kysely, Selectable } from 'kysely';
import type { FieldErrors } from '../../../contract/refusals.ts';
import type { Database, Products } from '../../platform/database/schema.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { ProductFields } from './records.ts';
import { variantsOf, type VariantFields } from './variants.ts';

/** Refuses with INVALID_FIELDS what the shapes alone cannot see; `before` is null for a new product. */
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

async function categoryErrors(db: Kysely<Database>, wanted: number[] | undefined): Promise<FieldErrors> {
  if (!wanted) return {};
  const ids = [...new Set(wanted)];
  const found = await db.selectFrom('categories').select('id').where('id', 'in', ids).execute();
  return found.length === ids.length ? {} : { category_ids: ['invalid'] };
}

async function variantErrors(
  db: Kysely<Database>,
  wanted: readonly VariantFields[] | undefined,
  before: Selectable<Products> | null,
): Promise<FieldErrors> {
  const none: FieldErrors = { product_variants: ['at_least_one_required'] };
  if (!wanted) return before && (await variantsOf(db, before.id)).length > 0 ? {} : none;
  return wanted.length === 0 ? none : rowErrors(wanted);
}

function rowErrors(wanted: readonly VariantFields[]): FieldErrors {
  const titles = wanted.map(({ title }) => sameTitle(title));
  const ids = wanted.map(({ id }) => String(id ?? ''));
  return Object.assign(
    {},
    ...wanted.map(({ price }, row) => ({
      ...(titles.indexOf(titles[row]!) < row && { [`product_variants.${row}.title`]: ['already_exists'] }),
      ...(ids[row] !== '' && ids.indexOf(ids[row]!) < row && { [`product_variants.${row}.id`]: ['invalid'] }),
      ...(price === 0 && { [`product_variants.${row}.price`]: ['number-min:0.01'] }),
    })),
  ) as FieldErrors;
}

/** Titles that differ in case only are the same (S5-21). */
const sameTitle = (title: string): string => title.normalize('NFC').toLowerCase();
