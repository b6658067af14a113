// oxlint-disable-next-line no-restricted-imports -- a hook over the drafts; the service worker never imports it
import { useEffect, useRef, useState } from 'react';
import { currentDatabase } from '../local/current.ts';
import { dropDraft, readDraft, writeDraft } from '../local/drafts.ts';

/** Milliseconds of rest after which what was typed is stored. */
const pause = 300;

/**
 * What a person types into a form, kept on the device until `clear`. The third value forgets it and gives `initial`
 * back. The draft of an earlier visit is there a moment after the first drawing, unless typing has begun.
 */
export function useDraft<Value>(key: string, initial: Value): [Value, (value: Value) => void, () => Promise<void>] {
  const [value, setValue] = useState(initial);
  const typed = useRef<{ timer: ReturnType<typeof setTimeout> | undefined; value: Value } | null>(null);

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
      typed.current = { timer: undefined, value: next };
      void writeDraft(currentDatabase(), key, next);
    }, pause);
    typed.current = { timer, value: next };
    setValue(next);
  };

  const clear = async () => {
    clearTimeout(typed.current?.timer);
    typed.current = { timer: undefined, value: initial };
    setValue(initial);
    await dropDraft(currentDatabase(), key);
  };

  return [value, change, clear];
}
