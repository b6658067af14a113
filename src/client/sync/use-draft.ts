// oxlint-disable-next-line no-restricted-imports -- a hook over the drafts; the service worker never imports it
import { useEffect, useRef, useState, type RefObject } from 'react';
import { currentDatabase } from '../local/current.ts';
import type { LocalDatabase } from '../local/database.ts';
import { dropDraft, readDraft, writeDraft } from '../local/drafts.ts';
import { NotSaved, storing } from './storage.ts';
import { storageAnswers } from './storage-recovery.ts';

/** Milliseconds of rest after which what was typed is stored. */
const pause = 300;

/** What was typed last; `timer` before it is stored as a draft. */
interface Typed<Value> {
  key: string;
  timer: ReturnType<typeof setTimeout> | undefined;
  /** The storage has not taken the draft yet. */
  isUnstored?: boolean;
  value: Value;
}

/** Stores what a form says; its draft of this name goes in the same transaction. Gives null when nothing was stored. */
type Store<Stored> = (draft: string) => Promise<Stored | null>;

export type DraftState<Value> = [
  value: Value,
  change: (value: Value) => void,
  clear: () => Promise<void>,
  /** Empties the form when `store` has stored it; otherwise, and when it was changed meanwhile, its text stays, in the form and as a draft. */
  send: <Stored>(store: Store<Stored>) => Promise<Stored | null>,
];

/**
 * What a person types into a form, kept on the device until `clear` or `send`. The third value forgets it and gives
 * `initial` back. The draft of an earlier visit is there a moment after the first drawing, unless typing has begun.
 */
export function useDraft<Value>(key: string, initial: Value): DraftState<Value> {
  const [value, setValue] = useState(initial);
  const typed = useRef<Typed<Value> | null>(null);

  useStored(key, typed, setValue);

  const change = (next: Value) => {
    clearTimeout(typed.current?.timer);
    const timer = setTimeout(() => {
      const last: Typed<Value> = { key, timer: undefined, value: next, isUnstored: true };
      typed.current = last;
      void storeDraft(last, () => typed.current === last);
    }, pause);
    typed.current = { key, timer, value: next };
    setValue(next);
  };

  const empty = () => {
    clearTimeout(typed.current?.timer);
    typed.current = { key, timer: undefined, value: initial };
    setValue(initial);
  };

  const clear = async () => {
    empty();
    await dropDraft(currentDatabase(), key);
  };

  const send: DraftState<Value>[3] = async (store) => {
    // A draft that is written after the transaction would lie beside its sent text.
    clearTimeout(typed.current?.timer);
    typed.current = { key, timer: undefined, value };
    const wasChanged = () => typed.current?.key === key && typed.current.value !== value;
    const keepWriting = () => change(typed.current?.value ?? value);
    const stored = await store(key).catch((thrown: unknown) => {
      keepWriting();
      throw thrown;
    });
    // The transaction has deleted the draft of what was typed meanwhile as well.
    if (stored === null || wasChanged()) keepWriting();
    else empty();
    return stored;
  };

  return [value, change, clear, send];
}

/** Shows the draft of an earlier visit unless typing has begun, and stores what is not stored yet when the form goes. */
function useStored<Value>(key: string, typed: RefObject<Typed<Value> | null>, show: (kept: Value) => void): void {
  useEffect(() => {
    const db = currentDatabase();
    let here = true;
    const isWanted = () => here && !typed.current;
    const showKept = (kept: Value | undefined) => {
      if (isWanted() && kept !== undefined) show(kept);
    };
    void untilDone(db, () => readDraft<Value>(db, key), isWanted).then(showKept);
    return () => {
      here = false;
      const last = typed.current;
      if (last?.timer !== undefined || last?.isUnstored) void untilDone(db, () => writeDraft(db, key, last.value));
      clearTimeout(typed.current?.timer);
      typed.current = null;
    };
  }, [key, typed, show]);
}

/** Stores what was typed as a draft; not after `isLast` says that it is not what was typed last any more. */
async function storeDraft<Value>(last: Typed<Value>, isLast: () => boolean): Promise<void> {
  const db = currentDatabase();
  await untilDone(db, () => writeDraft(db, last.key, last.value), isLast);
  last.isUnstored = false;
}

/** Runs `run` again until the storage does not fail, or it is no longer wanted. Gives up when the device is full. */
async function untilDone<Result>(
  db: LocalDatabase,
  run: () => Promise<Result>,
  isWanted: () => boolean = () => true,
): Promise<Result | undefined> {
  while (isWanted() && !db.isRetired) {
    try {
      return await storing(db, async () => (isWanted() ? run() : undefined));
    } catch (thrown) {
      if (!(thrown instanceof NotSaved)) throw thrown;
      if (thrown.why === 'full') return undefined;
      await storageAnswers(db);
    }
  }
  return undefined;
}
