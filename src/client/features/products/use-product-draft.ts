import { useEffect, useState } from 'react';
import type { ChosenFile } from '../../local/choose-files.ts';
import { currentDatabase } from '../../local/current.ts';
import { dropDraft, readDraft, writeDraft } from '../../local/drafts.ts';
import { withStorageRetry } from '../../sync/storage.ts';
import { useDraft } from '../../sync/use-draft.ts';
import { useShowFailure } from '../../ui/use-busy.ts';
import { emptyProduct, type ProductValues } from './product-values.ts';
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

interface StoredPicture {
  file: ChosenFile;
}

const pictureDraft = (name: string): string => `${name}.picture`;

/** Reads the draft of an earlier visit with its picture; undefined until it is read, null without one. */
export function useStoredProductDraft(name: string): ProductDraft | null | undefined {
  const [draft, setDraft] = useState<ProductDraft | null>();
  useEffect(() => {
    let isMounted = true;
    const show = (found: ProductDraft | null) => {
      if (isMounted) setDraft(found);
    };
    readProductDraft(name).then(show, () => show(null));
    return () => {
      isMounted = false;
    };
  }, [name]);
  return draft;
}

async function readProductDraft(name: string): Promise<ProductDraft | null> {
  const db = currentDatabase();
  const draft = await readDraft<ProductDraft>(db, name);
  if (!draft) return null;
  const picture = await readDraft<StoredPicture>(db, pictureDraft(name));
  const { base, values } = draft;
  // A draft of an earlier version of the app lacks the fields that were added since.
  return {
    ...draft,
    base: base && { ...base, values: { ...emptyProduct, ...base.values } },
    values: { ...emptyProduct, ...values, file: picture?.file ?? null },
  };
}

export interface ProductDraftStore {
  keep: (draft: ProductDraft) => void;
  /** Stores the draft before a request leaves. */
  keepNow: (draft: ProductDraft) => Promise<void>;
  /** Stores the picture, or deletes it; shows a message when the device cannot store it. */
  keepPicture: (file: ChosenFile | null) => void;
  clear: () => Promise<void>;
}

/** Stores the form while it is filled in, so that it survives a reload. */
export function useProductDraft(name: string, stored: ProductDraft | null): ProductDraftStore {
  const [, keep, clear] = useDraft<ProductDraft | null>(name, stored && withoutFile(stored));
  const db = currentDatabase();
  const showFailure = useShowFailure();
  return {
    keep: (draft) => keep(withoutFile(draft)),
    keepNow: async (draft) => {
      keep(withoutFile(draft));
      await writeDraft(db, name, withoutFile(draft)).catch(() => undefined);
    },
    keepPicture: (file) => {
      const picture = pictureDraft(name);
      const store = () => (file ? writeDraft(db, picture, { file }) : dropDraft(db, picture));
      void withStorageRetry(db, store).catch(showFailure);
    },
    clear: async () => {
      await Promise.all([clear(), dropDraft(db, pictureDraft(name))]);
    },
  };
}

const withoutFile = (draft: ProductDraft): ProductDraft => ({ ...draft, values: { ...draft.values, file: null } });
