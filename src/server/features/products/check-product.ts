import type { Kysely, Selectable } from 'kysely';
import type { OrderField } from '../../../contract/order-fields.ts';
import { oneUnit, type QuantityRules } from '../../../contract/order-total.ts';
import type { FieldErrors } from '../../../contract/refusals.ts';
import { orderCodesMax } from '../../../contract/stock-rules.ts';
import type { Database, Products } from '../../platform/database/schema.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import { orderFieldsOf, quantityRules } from '../../shared/order-fields.ts';
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
    ...soldErrors(fields, before),
  };
  if (Object.keys(errors).length > 0) throw new Refusal('INVALID_FIELDS', errors);
}

/** Errors in what an order of the product says, and in which quantities it is. */
const soldErrors = (fields: ProductFields, before: Selectable<Products> | null): FieldErrors => ({
  ...quantityErrors({ ...(before ? quantityRules(before) : oneUnit), ...given(fields) }),
  ...fieldErrors(fields.order_fields ?? [], before ? orderFieldsOf(before) : []),
  ...codeErrors(fields, before),
});

/** A product has either codes or a number of units in stock, and an order as many codes as are opened at once. */
function codeErrors(fields: ProductFields, before: Selectable<Products> | null): FieldErrors {
  const { quantity_max: max } = { ...(before ? quantityRules(before) : oneUnit), ...given(fields) };
  const units = fields.quantity === undefined ? before?.quantity : fields.quantity;
  const sellsCodes = fields.sells_codes ?? before?.sells_codes === 1;
  if (!sellsCodes) return {};
  return {
    ...(typeof units === 'number' && { quantity: ['invalid'] }),
    ...(max > orderCodesMax && { quantity_max: [`number-max:${orderCodesMax}`] }),
  };
}

/** The rules of a request; missing ones stay. */
const given = ({
  quantity_min: min,
  quantity_step: step,
  quantity_max: max,
}: ProductFields): Partial<QuantityRules> => ({
  ...(min !== undefined && { quantity_min: min }),
  ...(step !== undefined && { quantity_step: step }),
  ...(max !== undefined && { quantity_max: max }),
});

/** The smallest and the largest quantity are multiples of the step, so that each of them can be ordered. */
function quantityErrors({ quantity_min: min, quantity_step: step, quantity_max: max }: QuantityRules): FieldErrors {
  return {
    ...(min % step !== 0 && { quantity_min: [`step:${step}`] }),
    ...(max < min ? { quantity_max: [`number-min:${min}`] } : max % step !== 0 && { quantity_max: [`step:${step}`] }),
  };
}

/** A key keeps its kind: saved answers and orders refer to it. A choice needs choices, and limits must leave an answer. */
function fieldErrors(fields: readonly OrderField[], before: readonly OrderField[]): FieldErrors {
  const kinds = new Map(before.map(({ key, kind }) => [key, kind]));
  return Object.assign(
    {},
    ...fields.map(({ key, kind, choices, min, max }, row) => ({
      ...((kinds.get(key) ?? kind) !== kind && { [`order_fields.${row}.kind`]: ['invalid'] }),
      ...(kind === 'choice' && choices.length === 0 && { [`order_fields.${row}.choices`]: ['at_least_one_required'] }),
      ...(min !== null && max !== null && max < min && { [`order_fields.${row}.max`]: [`number-min:${min}`] }),
    })),
  ) as FieldErrors;
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
