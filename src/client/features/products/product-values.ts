import type { InputOf } from '../../../contract/endpoint.ts';
import { createProduct, type ProductRow, type ProductVariant } from '../../../contract/products.ts';
import type { VersionValues } from '../../forms/save-record.ts';
import type { Schema } from '../../forms/use-server-form.ts';
import type { ChosenFile } from '../../local/choose-files.ts';
import { orderFieldIssues, orderFieldsOf, orderFieldValuesOf, type OrderFieldValues } from './order-field-values.ts';
import { quantityFieldsOf, quantityIssues, quantityValuesOf, type QuantityValues } from './quantity-values.ts';
import { plainAmount, type Issue } from './typed-values.ts';

/** A variant in the form: amounts as typed. `id` is null for a new one; `key` stays the same while the form is open. */
export interface VariantValues {
  key: string;
  id: number | null;
  title: string;
  price: string;
  cost: string;
  status: ProductVariant['status'];
}

/** The product form: amounts as typed, and the picture as a file or as an address. */
export type ProductValues = VersionValues &
  QuantityValues & {
    title: string;
    description: string;
    /** `https://…`, or the path of a stored picture; empty without a picture, or when `file` is set. */
    image: string;
    file: ChosenFile | null;
    price: string;
    cost: string;
    is_available: boolean;
    status: ProductRow['status'];
    is_on_promo: boolean;
    category_ids: number[];
    has_variants: boolean;
    product_variants: VariantValues[];
    sku: string;
    search_words: string;
    track_stock: boolean;
    /** Orders are delivered from codes; then the units are not tracked. */
    sells_codes: boolean;
    /** Units in stock as typed; ignored unless `track_stock`. */
    quantity: string;
    video_url: string;
    store_url: string;
    order_fields: OrderFieldValues[];
  };

/** The values of a new product. */
const emptyProduct: ProductValues = {
  title: '',
  description: '',
  image: '',
  file: null,
  price: '',
  cost: '',
  is_available: true,
  status: 'active',
  is_on_promo: false,
  category_ids: [],
  has_variants: false,
  product_variants: [],
  sku: '',
  search_words: '',
  track_stock: false,
  sells_codes: false,
  quantity: '',
  video_url: '',
  store_url: '',
  ...quantityValuesOf(null),
  order_fields: [],
  rev: null,
  sent: null,
};

/** Returns the values of a product for the form; without one, those of a new product. */
export const valuesOf = (product: ProductRow | null): ProductValues => (product ? storedValues(product) : emptyProduct);

const storedValues = (product: ProductRow): ProductValues => ({
  title: product.title,
  description: product.description ?? '',
  image: product.image ?? '',
  file: null,
  price: product.price.toFixed(2),
  cost: (product.cost ?? 0).toFixed(2),
  is_available: product.is_available,
  status: product.status,
  is_on_promo: product.is_on_promo,
  category_ids: [...product.category_ids],
  has_variants: product.has_variants,
  product_variants: product.product_variants.map(({ id, title, price, cost = 0, status }) => ({
    key: String(id),
    id,
    title,
    price: price.toFixed(2),
    cost: cost.toFixed(2),
    status,
  })),
  sku: product.sku ?? '',
  search_words: product.search_words ?? '',
  track_stock: typeof product.quantity === 'number',
  sells_codes: product.sells_codes === true,
  quantity: String(product.quantity ?? ''),
  video_url: product.video_url ?? '',
  store_url: product.store_url ?? '',
  ...quantityValuesOf(product),
  order_fields: orderFieldValuesOf(product.order_fields ?? []),
  rev: product.rev,
  sent: null,
});

/** Returns the picture as text: the id of a file, or an address. */
export const pictureText = ({ file, image }: ProductValues): string => file?.id ?? image.trim();

/** Returns the price as text; empty with variants, whose prices count instead. */
export const priceText = ({ has_variants: has, price }: ProductValues): string => (has ? '' : plainAmount(price));

/** Returns the cost as text; a missing one is zero. */
export const costText = ({ has_variants: has, cost }: ProductValues): string => (has ? '' : plainAmount(cost) || '0');

/** Returns the categories as text, which does not depend on their order. */
export const categoriesText = ({ category_ids: ids }: ProductValues): string =>
  ids.toSorted((one, other) => one - other).join();

/** Returns the variants as text without their ids, so that an unsaved variant can equal a stored one. */
export const variantsText = ({ has_variants: has, product_variants: variants }: ProductValues): string =>
  has
    ? JSON.stringify(
        variants.map(({ title, price, cost, status }) => [
          title.trim(),
          plainAmount(price),
          plainAmount(cost) || '0',
          status,
        ]),
      )
    : '';

type Fields = Omit<InputOf<typeof createProduct>, 'image'>;

/** Returns the stock as the server takes it: the number of units, or nothing when it is not tracked. */
export const stockOf = ({ track_stock: isTracked, quantity }: ProductValues): string =>
  isTracked ? plainAmount(quantity) : '';

/** Returns the fields of a new product as the server takes them, without the picture; variants have their own prices. */
export function fieldsOf(values: ProductValues): Fields {
  const { title, description, is_available, status, is_on_promo, category_ids, has_variants, sku } = values;
  const texts = { sku, search_words: values.search_words };
  const addresses = { video_url: values.video_url.trim(), store_url: values.store_url.trim() };
  const amounts = has_variants ? { price: '0', cost: '0' } : amountsOf(values);
  const variants = has_variants && { product_variants: values.product_variants.map(variantFields) };
  const plain = { title, description, is_available, status, is_on_promo, category_ids, has_variants };
  const { sells_codes } = values;
  const sold = { ...quantityFieldsOf(values), order_fields: orderFieldsOf(values.order_fields) };
  return { ...plain, ...texts, ...addresses, sells_codes, quantity: stockOf(values), ...sold, ...amounts, ...variants };
}

const variantFields = ({ id, title, status, ...typed }: VariantValues) => ({ id, title, status, ...amountsOf(typed) });

/** A missing cost is zero. */
const amountsOf = ({ price, cost }: { price: string; cost: string }) => ({
  price: plainAmount(price),
  cost: plainAmount(cost) || '0',
});

/** Returns the picture as the server takes it: a file of the form, or an address. */
export const imageOf = ({ file, image }: ProductValues): string =>
  // The contract describes a file as the server reads it; a form sends the browser's own.
  file ? (new File([file.bytes], file.name, { type: file.type }) as never) : image.trim();

/** The rules of the product form: the contract's, and those that need the whole form; all faults in one round. */
export const productRules = (isNew: boolean): Schema => ({
  '~standard': {
    version: 1,
    vendor: 'comptoir',
    validate(value: unknown) {
      const values = value as ProductValues;
      const image = isAddress(values) ? { image: values.image.trim() } : {};
      const checked = createProduct.input['~standard'].validate({ ...fieldsOf(values), ...image });
      if (checked instanceof Promise) throw new TypeError('The contract’s rules are synchronous');
      // The form says at the second field with a key what the contract says of the whole list.
      const others = (checked.issues ?? []).filter(({ message }) => message !== 'unique');
      const issues = [...ownIssues(values, isNew), ...others];
      return issues.length > 0 ? { issues } : { value };
    },
  },
});

/** Returns whether the picture is an address that an admin has entered, and not the path of a stored picture. */
const isAddress = ({ image, file }: ProductValues): boolean => file === null && image !== '' && !image.startsWith('/');

function ownIssues(values: ProductValues, isNew: boolean): Issue[] {
  const hasPicture = values.file !== null || values.image.trim() !== '';
  return [
    ...(isNew && !hasPicture ? [{ message: 'required', path: ['image'] }] : []),
    ...(values.track_stock && values.quantity.trim() === '' ? [{ message: 'required', path: ['quantity'] }] : []),
    ...quantityIssues(values),
    ...orderFieldIssues(values.order_fields),
    ...(values.has_variants ? variantIssues(values.product_variants) : priceIssues(values.price, ['price'])),
  ];
}

function variantIssues(variants: readonly VariantValues[]): Issue[] {
  if (variants.length === 0) return [{ message: 'at_least_one_required', path: ['product_variants'] }];
  const titles = variants.map(({ title }) => comparableTitle(title));
  return variants.flatMap(({ price }, at) => {
    const isRepeated = titles[at] !== '' && titles.indexOf(titles[at] ?? '') < at;
    return [
      ...(isRepeated ? [{ message: 'already_exists', path: ['product_variants', at, 'title'] }] : []),
      ...priceIssues(price, ['product_variants', at, 'price']),
    ];
  });
}

/** A price of zero; the contract's rules refuse the rest. */
const priceIssues = (price: string, path: Issue['path']): Issue[] =>
  plainAmount(price) === '0' ? [{ message: 'number-min:0.01', path }] : [];

/** Titles that differ only in upper and lower case count as equal (S5-21). */
const comparableTitle = (title: string): string => title.trim().normalize('NFC').toLowerCase();
