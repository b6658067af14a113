// oxlint-disable-next-line no-restricted-imports -- a hook over the drafts; the service worker never imports it
import { useEffect, useRef, useState, type RefObject, type SetStateAction } from 'react';
import { currentDatabase } from '../local/current.ts';
import {
  isReplaced,
  isSameContent,
  readDrafts,
  readNewestDraft,
  versionOf,
  type OpenDraft,
} from '../local/form-drafts.ts';
import type { Draft } from '../local/stored.ts';
import { lastingQuery } from './lasting-query.ts';
import { holdDraft, keepDraftOfOtherTab } from './open-drafts.ts';
import { withStorageRetry } from './storage.ts';
import {
  openForm,
  storeAfterwards,
  storeAtOnce,
  storeValue,
  takeUnstored,
  untilDone,
  type LatestValue,
  type OnFull,
  type OpenForm,
} from './unstored-drafts.ts';

/** Milliseconds after the last key stroke until the text is stored. */
const pauseMs = 300;

interface Options {
  onFull?: OnFull;
  /** The stored draft, where the caller reads it before it shows the form; null when there is none. */
  stored?: Draft | null;
}

/**
 * Stores a form's value, and deletes the draft that the form shows in the same transaction. Returns null when nothing
 * was stored.
 */
type Store<Stored> = (draft: OpenDraft) => Promise<Stored | null>;

export type DraftState<Value> = [
  value: Value,
  change: (value: SetStateAction<Value>) => void,
  clear: () => Promise<void>,
  /**
   * Empties the form when `store` has stored it. Otherwise, or when the form was changed meanwhile, form and draft
   * stay.
   */
  send: <Stored>(store: Store<Stored>) => Promise<Stored | null>,
  /** Stores the latest value now; when the storage fails, later. */
  flush: () => Promise<void>,
];

/**
 * The value of a form, stored on the device while it differs from `initial`, until `clear` or `send`; `clear` deletes
 * the draft and restores `initial`. The draft of an earlier visit appears shortly after the first render, unless typing
 * has begun. A draft that another tab has stored meanwhile is neither replaced nor deleted; a text that another tab has
 * replaced, and this form still shows, is stored beside it.
 */
export function useDraft<Value>(key: string, initial: Value, options: Options = {}): DraftState<Value> {
  const [value, setValue] = useState(initial);
  const { latestRef, setLatest, isLatest } = useLatestValue({ key, initial, options, show: setValue });
  useReplacedDraft(key, latestRef, value !== initial);

  const set = (next: Value, form?: OpenForm) => {
    const last = setLatest(next, true, form);
    last.timer = setTimeout(() => void storeValue(last, isLatest(last)), pauseMs);
    setValue(next);
  };

  const change: DraftState<Value>[1] = (next) => {
    const before = latestRef.current ? latestRef.current.value : initial;
    const changed = next instanceof Function ? next(before) : next;
    if (!(next instanceof Function) || changed !== before) set(changed);
  };

  const empty = (isUnstored: boolean) => {
    setValue(initial);
    return setLatest(initial, isUnstored);
  };

  const clear = () => {
    const last = empty(true);
    return storeValue(last, isLatest(last));
  };

  const send: DraftState<Value>[3] = async (store) => {
    const sent = setLatest(value, false);
    sent.isSending = true;
    const storeAgain = () => {
      const last = latestRef.current ? latestRef.current.value : value;
      // The form may have been left.
      if (!isSameContent(last, initial)) set(last, sent.form);
    };
    const { db, draft } = sent.form;
    const storeSent = async () => {
      await withStorageRetry(db, () => keepDraftOfOtherTab(db, draft, value));
      return store(draft);
    };
    const result = await storeSent().catch((thrown: unknown) => {
      storeAgain();
      throw thrown;
    });
    // The transaction has also deleted the draft of text that was typed meanwhile.
    if (result === null || (latestRef.current && latestRef.current.value !== value)) storeAgain();
    else if (latestRef.current) empty(false);
    return result;
  };

  const flush = async () => {
    const last = latestRef.current;
    if (last?.isUnstored) await storeAtOnce(last, isLatest(last));
  };

  return [value, change, clear, send, flush];
}

interface ValueOptions<Value> {
  key: string;
  initial: Value;
  options: Options;
  show: (value: Value) => void;
}

/** The latest value of a form: from the stored draft, or set by the form. */
function useLatestValue<Value>({ key, initial, options: { onFull, stored }, show }: ValueOptions<Value>) {
  const openRef = useRef<OpenForm | null>(null);
  const latestRef = useRef<LatestValue<Value> | null>(null);
  const [start] = useState({ initial, stored });
  useStoredDraft({ key, start, openRef, latestRef, show });
  return {
    latestRef,
    /** Makes a value the latest one, so that earlier ones are stored no more. */
    setLatest(value: Value, isUnstored: boolean, of?: OpenForm): LatestValue<Value> {
      clearTimeout(latestRef.current?.timer);
      const form = of ?? openRef.current ?? openForm(currentDatabase(), key, start.stored);
      if (!of) openRef.current = form;
      return (latestRef.current = { form, value, isDraft: !isSameContent(value, initial), isUnstored, onFull });
    },
    isLatest: (last: LatestValue<Value>) => () => latestRef.current === last,
  };
}

interface StoredDraft<Value> {
  key: string;
  start: { initial: Value; stored: Draft | null | undefined };
  openRef: RefObject<OpenForm | null>;
  latestRef: RefObject<LatestValue<Value> | null>;
  show: (draft: Value) => void;
}

/** Shows the draft of an earlier visit unless typing has begun; stores the value when the page or the form is left. */
function useStoredDraft<Value>({ key, start, openRef, latestRef, show }: StoredDraft<Value>): void {
  useEffect(() => {
    const db = currentDatabase();
    const form = openRef.current ?? openForm(db, key, start.stored);
    openRef.current = form;
    let isMounted = true;
    const isWanted = () => isMounted && !latestRef.current;
    const store = (last: LatestValue<Value>) => void storeValue(last, () => latestRef.current === last);
    const showValue = (last: LatestValue<Value>) => {
      openRef.current = last.form;
      latestRef.current = last;
      show(last.value);
      if (last.isUnstored) store(last);
    };
    const showStored = (found: Draft | undefined) => {
      if (!found || !isWanted()) return;
      form.draft.shown = versionOf(found);
      // A name is used by forms of one type only.
      const value = found.value as Value;
      const isDraft = !isSameContent(value, start.initial);
      // Earlier builds also stored values that equal the initial one.
      showValue({ form, value, isDraft, isUnstored: !isDraft, onFull: undefined });
    };
    const left = start.stored === undefined ? takeUnstored(db, key) : undefined;
    if (left) showValue(left as LatestValue<Value>);
    else if (start.stored === undefined) void untilDone(db, () => readNewestDraft(db, key), isWanted).then(showStored);
    // A hidden page may be ended at any time, and its timers are delayed.
    const storeHidden = () => {
      const last = latestRef.current;
      if (document.visibilityState === 'hidden' && last?.timer) store(last);
    };
    document.addEventListener('visibilitychange', storeHidden);
    return () => {
      document.removeEventListener('visibilitychange', storeHidden);
      isMounted = false;
      const last = latestRef.current;
      openRef.current = null;
      latestRef.current = null;
      if (last?.isUnstored) storeAfterwards(last);
    };
  }, [key, start, openRef, latestRef, show]);
}

/**
 * While a form shows a text, other tabs know that. Stores the text again when another tab has replaced its draft all the
 * same.
 */
function useReplacedDraft(key: string, latestRef: RefObject<LatestValue<unknown> | null>, isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return undefined;
    const db = currentDatabase();
    const release = latestRef.current ? holdDraft(latestRef.current.form.draft) : () => {};
    let before: Draft[] = [];
    const onDrafts = (now: Draft[]) => {
      const last = latestRef.current;
      const isKept = last?.isDraft && !last.isUnstored && !last.isSending;
      if (isKept && isReplaced(last.form.draft, last.value, { before, now }))
        void storeValue(last, () => latestRef.current === last);
      before = now;
    };
    const query = lastingQuery(db, () => readDrafts(db, key)).subscribe(onDrafts);
    return () => {
      query.unsubscribe();
      release();
    };
  }, [key, latestRef, isChanged]);
}
