import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState, type ReactNode } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import type { Product } from '../../../contract/products.ts';
import { useLeaveGuard } from '../../forms/use-leave-guard.tsx';
import { useServerForm, type ServerForm } from '../../forms/use-server-form.ts';
import { syncNow } from '../../sync/triggers.ts';
import { toast } from '../../ui/toast.ts';
import { emptyProduct, isSame, productRules, type ProductValues } from './product-values.ts';
import { startConflict, type Conflict } from './product-conflict.ts';
import { currentOf, saveChanges, saveNew, type ProductVersion, type Saved } from './save-product.ts';
import { useProductDraft, type ProductDraftStore, type StoredProductDraft } from './use-product-draft.ts';

export interface ProductFormStart {
  /** Null for a new product. */
  id: number | null;
  draftName: string;
  /** The draft of an earlier visit. */
  stored: StoredProductDraft | null;
  /** The version to edit; null for a new product. */
  base: ProductVersion | null;
}

export interface ProductForm extends Pick<ServerForm<ProductValues>, 'errorOf' | 'problem' | 'isBusy' | 'submit'> {
  values: ProductValues;
  set: (patch: Partial<ProductValues>) => void;
  /** How often the form was sent or refused: the first refused field gets the focus each time. */
  submitCount: number;
  isNew: boolean;
  /** The question before the user leaves unsaved changes. */
  question: ReactNode;
  /** What another admin has saved meanwhile; null without a conflict. */
  conflict: Conflict | null;
}

/** The product form: its values, its draft, and the call that saves them. */
export function useProductForm(start: ProductFormStart): ProductForm {
  const { id, stored } = start;
  const draft = useProductDraft(start.draftName, stored);
  const saving = useSaving(start, draft);
  const onSaved = useOnSaved(id === null);
  const { base, conflict } = saving;

  const send = async (values: ProductValues) => {
    const { saved, merged } = await saving.save(values);
    if (merged) apply(merged);
    if ('failure' in saved) return saved.failure;
    await draft.clear();
    await onSaved(saved.product, guard.leave);
    return null;
  };

  const { form, ...server } = useServerForm<ProductValues>({
    schema: productRules(id === null),
    defaultValues: stored?.values ?? base?.values ?? emptyProduct,
    labels: useLabels(),
    send,
  });
  const values = useWatch({ control: form.control }) as ProductValues;
  const { submitCount } = useFormState({ control: form.control });
  const guard = useLeaveGuard({
    isDirty: !isSame(values, base?.values ?? emptyProduct),
    onDiscard: () => void draft.clear(),
  });

  function apply(patch: Partial<ProductValues>) {
    const names = Object.keys(patch) as (keyof ProductValues)[];
    const variants = form.getValues('product_variants');
    for (const name of names) form.setValue(name, patch[name] as never, { shouldDirty: true });
    if (variants.length === 0) form.clearErrors('product_variants');
    // The fields of a new variant are checked when the form is sent again.
    const hasNewVariant = (patch.product_variants?.length ?? 0) > variants.length;
    if (form.formState.isSubmitted && !hasNewVariant) void form.trigger(checkedAfter(names));
  }

  const set = (patch: Partial<ProductValues>) => {
    apply(patch);
    saving.keep({ ...form.getValues(), ...patch });
    if (patch.file !== undefined) draft.keepPicture(patch.file);
  };
  const { failure, ...shown } = server;
  const problem = conflict && failure?.code === 'REVISION_CHANGED' ? null : server.problem;
  return { ...shown, problem, submitCount, values, set, isNew: id === null, question: guard.question, conflict };
}

/** The version that the form is based on, and the calls that save it. */
function useSaving({ id, stored, base: firstBase }: ProductFormStart, draft: ProductDraftStore) {
  const [base, setBase] = useState(stored?.base ?? firstBase);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const sentKey = useRef(stored?.sentKey ?? null);

  const create = (values: ProductValues): Promise<Saved> =>
    saveNew(values, {
      sentKey: sentKey.current,
      remember: async (key) => {
        sentKey.current = key;
        await draft.keepNow({ values, base, sentKey: key });
      },
    });

  return {
    base,
    conflict,
    keep: (values: ProductValues) => draft.keep({ values, base, sentKey: sentKey.current }),
    /** Saves the form; after a conflict also returns the values to go on with. */
    async save(values: ProductValues): Promise<{ saved: Saved; merged?: Partial<ProductValues> }> {
      const saved = id === null ? await create(values) : await saveChanges(id, values, base);
      const product = 'failure' in saved ? currentOf(saved.failure) : null;
      if (!product || !base) return { saved };
      const next = startConflict(values, base, product);
      setConflict(next);
      setBase(next.current);
      draft.keep({ values: { ...values, ...next.merged }, base: next.current, sentKey: null });
      return { saved, merged: next.merged };
    },
  };
}

/** The fields whose rules depend on the changed ones. */
const checkedAfter = (names: readonly (keyof ProductValues)[]): (keyof ProductValues)[] => [
  ...names,
  ...(names.includes('has_variants') ? (['price', 'cost', 'product_variants'] as const) : []),
  ...(names.includes('file') ? (['image'] as const) : []),
  ...(names.includes('track_stock') ? (['quantity'] as const) : []),
];

/** Milliseconds that the page waits until this device has the saved product. */
const syncWaitMs = 3_000;

/** Returns a function that reports a saved product, has this device load it, and leaves the form (S8-29). */
function useOnSaved(isNew: boolean): (product: Product, leave: (step: () => void) => void) => Promise<void> {
  const { t } = useLingui();
  const navigate = useNavigate();
  return async ({ id }, leave) => {
    toast({ tone: 'success', title: isNew ? t`Product created successfully` : t`Product updated successfully` });
    await Promise.race([syncNow(), new Promise((resolve) => setTimeout(resolve, syncWaitMs))]);
    leave(() => void navigate({ to: `/admin/products/${id}`, replace: true }));
  };
}

/** The names of the fields in sentences. */
function useLabels(): Record<string, string> {
  const { t } = useLingui();
  const [title, price, cost, status] = [t`Title`, t`Price`, t`Cost`, t`Status`];
  return {
    title,
    price,
    cost,
    status,
    description: t`Description`,
    image: t`Picture`,
    category_ids: t`Categories`,
    product_variants: t`Variants`,
    sku: t`SKU`,
    search_words: t`Search words`,
    quantity: t`Units in stock`,
    video_url: t`Video`,
    store_url: t`Shop page`,
    'product_variants.title': title,
    'product_variants.price': price,
    'product_variants.cost': cost,
    'product_variants.status': status,
  };
}
