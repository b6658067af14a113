import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState, type ReactNode } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import type { Product } from '../../../contract/products.ts';
import { useLeaveGuard } from '../../forms/use-leave-guard.tsx';
import { useUndecidedText } from '../../forms/lost-attempt.ts';
import { useServerForm, type ServerForm } from '../../forms/use-server-form.ts';
import { syncNow } from '../../sync/triggers.ts';
import { toast } from '../../ui/toast.ts';
import { emptyProduct, isSame, productRules, type ProductValues } from './product-values.ts';
import { startConflict, type Conflict } from './product-conflict.ts';
import { currentOf, saveProduct, type ProductState, type ProductVersion, type Saved } from './save-product.ts';
import {
  useProductDraft,
  type ProductDraft,
  type ProductDraftStore,
  type StoredProductDraft,
} from './use-product-draft.ts';

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
  const { failure: _failure, ...shown } = server;
  const problem = useProblem(server, conflict);
  return { ...shown, problem, submitCount, values, set, isNew: id === null, question: guard.question, conflict };
}

/** Returns the sentence for a failure; a conflict is shown with both versions. */
function useProblem({ failure, problem }: Omit<ServerForm<ProductValues>, 'form'>, conflict: Conflict | null) {
  const undecidedText = useUndecidedText();
  if (conflict && failure?.code === 'REVISION_CHANGED') return null;
  return undecidedText(failure) ?? problem;
}

/** The version that the form is based on, and the calls that save it. */
function useSaving(start: ProductFormStart, draft: ProductDraftStore) {
  const state = useRef(stateOf(start));
  const [base, setBase] = useState(start.stored?.base ?? start.base);
  const [conflict, setConflict] = useState<Conflict | null>(null);

  const draftOf = (values: ProductValues): ProductDraft => {
    const { id, base: version, sent } = state.current;
    return { values, base: version, sentKey: sent?.key ?? null, sentText: sent?.text ?? '', id };
  };

  return {
    base,
    conflict,
    keep: (values: ProductValues) => draft.keep(draftOf(values)),
    /** Saves the form; after a conflict also returns the values to go on with. */
    async save(values: ProductValues): Promise<{ saved: Saved; merged?: Partial<ProductValues> }> {
      const remember = async (now: ProductState) => {
        state.current = now;
        await draft.keepNow(draftOf(values));
      };
      const saved = await saveProduct(values, state.current, remember);
      const product = 'failure' in saved ? currentOf(saved.failure) : null;
      const version = state.current.base;
      if (!product || !version) return { saved };
      const next = startConflict(values, version, product);
      state.current = { ...state.current, base: next.current, sent: null };
      setConflict(next);
      setBase(next.current);
      draft.keep(draftOf({ ...values, ...next.merged }));
      return { saved, merged: next.merged };
    },
  };
}

/** What the form knows when it opens. */
function stateOf({ id, stored, base }: ProductFormStart): ProductState {
  const { sentKey: key = null, sentText: text = '' } = stored ?? {};
  return { id: id ?? stored?.id ?? null, base: stored?.base ?? base, sent: key === null ? null : { text, key } };
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
