import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useFormState } from 'react-hook-form';
import { Product, type ProductRow } from '../../../contract/products.ts';
import type { RecordField } from '../../forms/save-record.ts';
import { useRecordForm, type RecordForm } from '../../forms/use-record-form.ts';
import type { ChosenFile } from '../../local/choose-files.ts';
import { pictureDraft } from '../../local/form-drafts.ts';
import { useDraft } from '../../sync/use-draft.ts';
import { syncNow } from '../../sync/triggers.ts';
import { isolated } from '../../text/isolated.ts';
import { useMoney } from '../../text/money.ts';
import { toast } from '../../ui/toast.ts';
import { useShowFailure } from '../../ui/use-busy.ts';
import {
  categoriesText,
  costText,
  pictureText,
  priceText,
  productRules,
  stockOf,
  valuesOf,
  variantsText,
  type ProductValues,
} from './product-values.ts';
import { useProductStatus } from './product-status.ts';
import { useCategoryChoices } from './queries.ts';
import { useSoldFields, useSoldLabels } from './sold-comparisons.ts';
import { quantityNames } from './quantity-values.ts';
import { asSaved, fromEarlier, readSaved, saveProduct } from './save-product.ts';
import { plainAmount } from './typed-values.ts';

export interface ProductFormState extends RecordForm<ProductValues> {
  set: (patch: Partial<ProductValues>) => void;
  /** Changes with every submit, so that the first invalid field is focused again. */
  submitCount: number;
  isNew: boolean;
}

/** The form of a new product (null) or of an existing one as it was when the form opened. */
export function useProductForm(product: ProductRow | null, backPath: string): ProductFormState {
  const { t } = useLingui();
  const navigate = useNavigate();
  const names = useFieldNames();
  const draftName = `product.${product?.id ?? 'new'}`;
  const [picture, keepPicture, deletePicture] = useDraft<{ file: ChosenFile } | null>(pictureDraft(draftName), null, {
    onFull: useShowFailure(),
  });
  const record = useRecordForm<ProductValues, ProductRow>({
    row: product,
    valuesOf,
    fields: [...useProductFields(names), ...useSoldFields()],
    rowSchema: Product,
    schema: productRules(product === null),
    labels: {
      quantity: t`Units in stock`,
      ...useSoldLabels(),
      ...Object.fromEntries(
        (['title', 'price', 'cost', 'status'] as const).map((name) => [`product_variants.${name}`, names[name]]),
      ),
    },
    draftName,
    separateDraft: { path: 'file', delete: deletePicture },
    fromEarlier,
    save: (values, key) => saveProduct(product?.id ?? values.id, values, key),
    readSaved: (touched, { id }) => readSaved(product?.id ?? id, touched),
    asSaved,
    onSaved: async () => {
      toast({
        tone: 'success',
        title: product ? t`Product updated successfully` : t`Product created successfully`,
      });
      await syncForAMoment();
    },
    onLeave: (saved) => void navigate(saved ? { to: `/admin/products/${saved.id}`, replace: true } : { to: backPath }),
  });
  const { form } = record;
  useEffect(() => {
    if (picture && form.getValues('file')?.id !== picture.file.id) form.setValue('file', picture.file);
  }, [picture, form]);
  const { submitCount } = useFormState({ control: form.control });

  const set = (patch: Partial<ProductValues>) => {
    const changedPaths = Object.keys(patch) as (keyof ProductValues)[];
    const [variantsBefore, fieldsBefore] = form.getValues(['product_variants', 'order_fields']);
    for (const path of changedPaths) form.setValue(path, patch[path] as never, { shouldDirty: true });
    if (variantsBefore.length === 0) form.clearErrors('product_variants');
    // The values of a new variant or order field are checked when the form is sent again.
    const hasNewPart = isLonger(patch.product_variants, variantsBefore) || isLonger(patch.order_fields, fieldsBefore);
    if (form.formState.isSubmitted && !hasNewPart) void form.trigger(checkedAfter(changedPaths));
    if (patch.file !== undefined) keepPicture(patch.file && { file: patch.file });
  };
  return { ...record, set, submitCount, isNew: product === null };
}

const isLonger = (list: readonly unknown[] | undefined, before: readonly unknown[]): boolean =>
  list !== undefined && list.length > before.length;

/** The fields whose rules depend on the changed ones. */
const checkedAfter = (names: readonly (keyof ProductValues)[]): (keyof ProductValues)[] => [
  ...names,
  ...(names.includes('has_variants') ? (['price', 'cost', 'product_variants'] as const) : []),
  ...(names.includes('file') ? (['image'] as const) : []),
  ...(names.includes('track_stock') ? (['quantity'] as const) : []),
  ...(quantityNames.some((name) => names.includes(name)) ? quantityNames : []),
];

/** Waits up to three seconds until this device has the saved product, which its page shows (S8-29). */
const syncForAMoment = () => Promise.race([syncNow(), new Promise((resolve) => setTimeout(resolve, 3_000))]);

type FieldName = keyof ReturnType<typeof useFieldNames>;

/** Labels of the fields for messages. */
function useFieldNames() {
  const { t } = useLingui();
  return {
    title: t`Title`,
    description: t`Description`,
    image: t`Picture`,
    price: t`Price`,
    cost: t`Cost`,
    category_ids: t`Categories`,
    status: t`Status`,
    is_available: t`Availability`,
    is_on_promo: t`Promotion`,
    product_variants: t`Variants`,
    sku: t`SKU`,
    search_words: t`Search words`,
    quantity: t`Stock`,
    video_url: t`Video`,
    store_url: t`Shop page`,
  };
}

type Comparison = Omit<RecordField<ProductValues>, 'path' | 'label'>;

/** The fields, as they are compared with another admin's version and shown beside it. */
function useProductFields(names: Record<FieldName, string>): RecordField<ProductValues>[] {
  const { t } = useLingui();
  const { format } = useMoney();
  const lookOf = useProductStatus();
  const categories = useCategoryChoices() ?? [];
  const money = (typed: string) => format(Number(plainAmount(typed)));
  const titleOf = (id: number) => isolated(categories.find((category) => category.id === id)?.title ?? `#${id}`);
  const comparisons: Partial<Record<FieldName, Comparison>> = {
    image: {
      paths: ['image', 'file'],
      textOf: pictureText,
      show: ({ file, image }) => file?.name ?? image,
    },
    price: { textOf: priceText, show: ({ price }) => money(price) },
    cost: { textOf: costText, show: ({ cost }) => money(cost) },
    category_ids: { textOf: categoriesText, show: ({ category_ids: ids }) => ids.map(titleOf).join(' · ') },
    status: { show: ({ status }) => lookOf(status).label },
    is_available: { show: ({ is_available: isAvailable }) => (isAvailable ? t`Available` : t`Unavailable`) },
    is_on_promo: { show: ({ is_on_promo: isOnPromo }) => (isOnPromo ? t`On promotion` : t`No promotion`) },
    product_variants: {
      paths: ['has_variants', 'product_variants'],
      textOf: variantsText,
      show: ({ has_variants: hasVariants, product_variants: variants }) =>
        (hasVariants ? variants : [])
          .map((one) => `${isolated(one.title)} ${money(one.price)} (${lookOf(one.status).label})`)
          .join(' · '),
    },
    quantity: {
      paths: ['track_stock', 'quantity'],
      textOf: stockOf,
      isLive: true,
      show: ({ track_stock: isTracked, quantity }) => (isTracked ? quantity : t`Not tracked`),
    },
  };
  return (Object.keys(names) as FieldName[]).map((path) => ({ path, label: names[path], ...comparisons[path] }));
}
