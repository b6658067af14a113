// oxlint-disable-next-line no-restricted-imports -- a hook over the drafts; the service worker never imports it
import { useEffect, useRef, useState, type RefObject, type SetStateAction } from 'react';
import { currentDatabase } from '../local/current.ts';
import type { LocalDatabase } from '../local/database.ts';
import { dropDraft, readDraft, writeDraft } from '../local/drafts.ts';
import { NotSaved, withStorageRetry } from './storage.ts';
import { untilStorageAnswers } from './storage-recovery.ts';

/** Milliseconds after the last key stroke until the text is stored. */
const pauseMs = 300;

/** The latest value of a form. */
interface LatestValue<Value> {
  key: string;
  /** Set until storing the draft begins. */
  timer: ReturnType<typeof setTimeout> | undefined;
  /** Storing the draft has begun and not succeeded yet. */
  isUnstored?: boolean;
  value: Value;
  onFull?: OnFull | undefined;
}

/** Called when the device is too full for a draft. */
type OnFull = (thrown: NotSaved) => void;

/**
 * Stores a form's value, and deletes the draft with the name `draft` in the same transaction. Returns null when nothing
 * was stored.
 */
type Store<Stored> = (draft: string) => Promise<Stored | null>;

export type DraftState<Value> = [
  value: Value,
  change: (value: SetStateAction<Value>) => void,
  clear: () => Promise<void>,
  /**
   * Empties the form when `store` has stored it. Otherwise, or when the form was changed meanwhile, form and draft
   * stay.
   */
  send: <Stored>(store: Store<Stored>) => Promise<Stored | null>,
];

/**
 * The value of a form, stored on the device until `clear` or `send`; `clear` deletes it and restores `initial`. The
 * draft of an earlier visit appears shortly after the first render, unless typing has begun.
 */
export function useDraft<Value>(key: string, initial: Value, onFull?: OnFull): DraftState<Value> {
  const [value, setValue] = useState(initial);
  const latest = useRef<LatestValue<Value> | null>(null);

  useStoredDraft(key, latest, setValue);

  const change: DraftState<Value>[1] = (next) => {
    const before = latest.current ? latest.current.value : initial;
    const changed = next instanceof Function ? next(before) : next;
    if (next instanceof Function && changed === before) return;
    clearTimeout(latest.current?.timer);
    const timer = setTimeout(() => {
      const last: LatestValue<Value> = { key, timer: undefined, value: changed, isUnstored: true, onFull };
      latest.current = last;
      void storeDraft(currentDatabase(), last, () => latest.current === last);
    }, pauseMs);
    latest.current = { key, timer, value: changed, onFull };
    setValue(changed);
  };

  const empty = () => {
    clearTimeout(latest.current?.timer);
    latest.current = { key, timer: undefined, value: initial };
    setValue(initial);
  };

  const clear = async () => {
    empty();
    await dropDraft(currentDatabase(), key);
  };

  const send: DraftState<Value>[3] = async (store) => {
    // A draft that is written after the transaction would duplicate the sent text.
    clearTimeout(latest.current?.timer);
    latest.current = { key, timer: undefined, value };
    const wasChanged = () => latest.current?.key === key && latest.current.value !== value;
    const storeAgain = () => {
      const last = latest.current ? latest.current.value : value;
      if (last !== initial) change(last);
    };
    const stored = await store(key).catch((thrown: unknown) => {
      storeAgain();
      throw thrown;
    });
    // The transaction has also deleted the draft of text that was typed meanwhile.
    if (stored === null || wasChanged()) storeAgain();
    else empty();
    return stored;
  };

  return [value, change, clear, send];
}

/** Shows the draft of an earlier visit unless typing has begun, and stores unstored text when the form unmounts. */
function useStoredDraft<Value>(
  key: string,
  latest: RefObject<LatestValue<Value> | null>,
  show: (draft: Value) => void,
): void {
  useEffect(() => {
    const db = currentDatabase();
    let isMounted = true;
    const isWanted = () => isMounted && !latest.current;
    const showDraft = (draft: Value | undefined) => {
      if (!isWanted() || draft === undefined) return;
      latest.current = { key, timer: undefined, value: draft };
      show(draft);
    };
    void untilDone(db, () => readDraft<Value>(db, key), isWanted).then(showDraft);
    return () => {
      isMounted = false;
      const last = latest.current;
      if (last?.timer !== undefined || last?.isUnstored) void storeDraft(db, last);
      clearTimeout(latest.current?.timer);
      latest.current = null;
    };
  }, [key, latest, show]);
}

/** Stores a value as a draft, as long as `isLast` returns that no newer value was typed. */
async function storeDraft<Value>(db: LocalDatabase, last: LatestValue<Value>, isLast?: () => boolean): Promise<void> {
  const { key, value, onFull } = last;
  await untilDone(db, () => writeDraft(db, key, value), isLast, onFull);
  last.isUnstored = false;
}

/** Repeats `run` until the storage does not fail, as long as the result is wanted. Gives up when the device is full. */
async function untilDone<Result>(
  db: LocalDatabase,
  run: () => Promise<Result>,
  isWanted: () => boolean = () => true,
  onFull?: OnFull,
): Promise<Result | undefined> {
  while (isWanted() && !db.isRetired) {
    try {
      return await withStorageRetry(db, async () => (isWanted() ? run() : undefined));
    } catch (thrown) {
      if (!(thrown instanceof NotSaved)) throw thrown;
      if (thrown.why === 'full') {
        onFull?.(thrown);
        return undefined;
      }
      await untilStorageAnswers(db);
    }
  }
  return undefined;
}
