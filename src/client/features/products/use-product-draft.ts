import { useEffect, useState } from 'react';
import type { ChosenFile } from '../../local/choose-files.ts';
import { currentDatabase } from '../../local/current.ts';
import { dropDraft, readDraft, writeDraft } from '../../local/drafts.ts';
import { ignoreStorageErrors } from '../../local/storage-errors.ts';
import { useDraft } from '../../sync/use-draft.ts';
import type { ProductValues } from './product-values.ts';
import type { ProductVersion } from './save-product.ts';

/** A product form as it is kept on this device; its picture is a draft of its own, stored once and not with every word. */
export interface ProductDraft {
  values: ProductValues;
  /** The version that an edit is based on; null for a new product. */
  base: ProductVersion | null;
  /** The key of a new product that was sent without a definite answer. */
  sentKey: string | null;
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
  return { ...draft, values: { ...draft.values, file: picture?.file ?? null } };
}

export interface ProductDraftStore {
  keep: (draft: ProductDraft) => void;
  /** Stores the draft before a request leaves. */
  keepNow: (draft: ProductDraft) => Promise<void>;
  keepPicture: (file: ChosenFile | null) => void;
  clear: () => Promise<void>;
}

/** Stores the form while it is filled in, so that it survives a reload. */
export function useProductDraft(name: string, stored: ProductDraft | null): ProductDraftStore {
  const [, keep, clear] = useDraft<ProductDraft | null>(name, stored && withoutFile(stored));
  const db = currentDatabase();
  return {
    keep: (draft) => keep(withoutFile(draft)),
    keepNow: async (draft) => {
      keep(withoutFile(draft));
      await writeDraft(db, name, withoutFile(draft)).catch(() => undefined);
    },
    keepPicture: (file) =>
      ignoreStorageErrors(file ? writeDraft(db, pictureDraft(name), { file }) : dropDraft(db, pictureDraft(name))),
    clear: async () => {
      await Promise.all([clear(), dropDraft(db, pictureDraft(name))]);
    },
  };
}

const withoutFile = (draft: ProductDraft): ProductDraft => ({ ...draft, values: { ...draft.values, file: null } });
