import { useEffect, useState } from 'react';
import type { ChosenFile } from '../../local/choose-files.ts';
import { currentDatabase } from '../../local/current.ts';
import { pictureDraft, readNewestDraft } from '../../local/form-drafts.ts';
import type { Draft } from '../../local/stored.ts';
import { useDraft } from '../../sync/use-draft.ts';
import { useShowFailure } from '../../ui/use-busy.ts';
import { emptyProduct, isSame, type ProductValues } from './product-values.ts';
import type { ProductVersion } from './save-product.ts';

/** A product form as it is kept on this device; its picture is a draft of its own, stored once and not with every word. */
export interface ProductDraft {
  values: ProductValues;
  /** The version that an edit is based on; null for a new product. */
  base: ProductVersion | null;
  /** The key of an attempt without a definite answer. */
  sentKey: string | null;
  /** What that attempt has sent; missing in drafts of earlier versions of the app. */
  sentText?: string;
  /** The id of a product that an attempt without an answer has created. */
  id?: number | null;
}

/** The draft of an earlier visit, and what is stored of it. */
export interface StoredProductDraft extends ProductDraft {
  stored: { form: Draft; picture: Draft | null };
}

interface StoredPicture {
  file: ChosenFile;
}

/** Reads the draft of an earlier visit with its picture; undefined until it is read, null without one. */
export function useStoredProductDraft(name: string): StoredProductDraft | null | undefined {
  const [draft, setDraft] = useState<StoredProductDraft | null>();
  useEffect(() => {
    let isMounted = true;
    const show = (found: StoredProductDraft | null) => {
      if (isMounted) setDraft(found);
    };
    readProductDraft(name).then(show, () => show(null));
    return () => {
      isMounted = false;
    };
  }, [name]);
  return draft;
}

async function readProductDraft(name: string): Promise<StoredProductDraft | null> {
  const db = currentDatabase();
  const form = await readNewestDraft(db, name);
  const draft = form?.value as ProductDraft | null | undefined;
  if (!form || !draft) return null;
  const picture = (await readNewestDraft(db, pictureDraft(name))) ?? null;
  const { file } = (picture?.value ?? { file: null }) as { file: ChosenFile | null };
  const { base, values } = draft;
  // A draft of an earlier version of the app lacks the fields that were added since.
  return {
    ...draft,
    base: base && { ...base, values: { ...emptyProduct, ...base.values } },
    values: { ...emptyProduct, ...values, file },
    stored: { form, picture },
  };
}

export interface ProductDraftStore {
  /** Stores the draft while it differs from the product, or from an empty form. */
  keep: (draft: ProductDraft) => void;
  /** Stores the draft before a request leaves. */
  keepNow: (draft: ProductDraft) => Promise<void>;
  /** Stores the picture, or deletes it; shows a message when the device cannot store it. */
  keepPicture: (file: ChosenFile | null) => void;
  clear: () => Promise<void>;
}

/** Stores the form while it is filled in, so that it survives a reload. */
export function useProductDraft(name: string, earlier: StoredProductDraft | null): ProductDraftStore {
  const { form = null, picture = null } = earlier?.stored ?? {};
  const [, setForm, clearForm, , storeForm] = useDraft<ProductDraft | null>(name, null, { stored: form });
  const [, setPicture, clearPicture] = useDraft<StoredPicture | null>(pictureDraft(name), null, {
    stored: picture,
    onFull: useShowFailure(),
  });
  const keep = (draft: ProductDraft) => setForm(isUnchanged(draft) ? null : withoutFile(draft));
  return {
    keep,
    keepNow: async (draft) => {
      keep(draft);
      await storeForm();
    },
    keepPicture: (file) => setPicture(file && { file }),
    clear: async () => {
      await Promise.all([clearForm(), clearPicture()]);
    },
  };
}

const isUnchanged = ({ values, base, sentKey }: ProductDraft): boolean =>
  sentKey === null && isSame(values, base?.values ?? emptyProduct);

const withoutFile = (draft: ProductDraft): ProductDraft => ({ ...draft, values: { ...draft.values, file: null } });
