// oxlint-disable-next-line no-restricted-imports -- a hook over the drafts; the service worker never imports it
import { useEffect, useRef, useState } from 'react';
import { currentDatabase } from '../local/current.ts';
import { dropDraft, readDraft, writeDraft } from '../local/drafts.ts';

/** Milliseconds of rest after which what was typed is stored. */
const pause = 300;

/** What was typed last; `timer` while it is not stored as a draft yet. */
interface Typed<Value> {
  key: string;
  timer: ReturnType<typeof setTimeout> | undefined;
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

  useEffect(() => {
    const db = currentDatabase();
    let here = true;
    void readDraft<Value>(db, key).then((kept) => {
      if (here && kept !== undefined && !typed.current) setValue(kept);
    });
    return () => {
      here = false;
      if (typed.current?.timer !== undefined) void writeDraft(db, key, typed.current.value);
      clearTimeout(typed.current?.timer);
      typed.current = null;
    };
  }, [key]);

  const change = (next: Value) => {
    clearTimeout(typed.current?.timer);
    const timer = setTimeout(() => {
      typed.current = { key, timer: undefined, value: next };
      void writeDraft(currentDatabase(), key, next);
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
