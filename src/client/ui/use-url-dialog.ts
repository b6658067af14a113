import { useLocation, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

interface UrlDialog {
  /** The id in the address, or null while the dialog is closed. */
  id: number | null;
  /** `more` adds further values to the address. */
  open: (id: number, more?: Record<string, number>) => void;
  close: () => void;
}

/**
 * A dialog about a record that is open while `?<name>=<id>` is in the address (URL): the back button closes it, and a
 * shared or reloaded address opens it again. `others` are names of further values of the dialog, which go with it.
 */
export function useUrlDialog(name: string, others: readonly string[] = []): UrlDialog {
  const id = useSearch({ strict: false, select: (search: Record<string, unknown>) => readId(search[name]) });
  const router = useRouter();
  const isOurs = useLocation({ select: (location) => (location.state as { dialog?: string }).dialog === name });
  const closingId = useRef<number>(null);
  useEffect(() => {
    if (id === null) closingId.current = null;
  }, [id]);
  const open = useUrlDialogOpener(name);
  const close = () => {
    // Closes only once: a second press while the browser is still going back would leave the page.
    if (id === null || closingId.current === id) return;
    closingId.current = id;
    // Goes back over the history entry that `open` added, so that the back button does not show the dialog again.
    if (isOurs) router.history.back();
    else
      void router.navigate(
        changeOf(
          [name, ...others].map((closed) => [closed, undefined]),
          { replace: true },
        ),
      );
  };
  return { id, open, close };
}

/** The `open` of `useUrlDialog` alone, for rows of lists: it does not follow the address. */
export function useUrlDialogOpener(name: string): UrlDialog['open'] {
  const router = useRouter();
  return (id, more = {}) =>
    void router.navigate(changeOf([...Object.entries(more), [name, id]], { state: { dialog: name } }));
}

/** A navigation that changes values of the address and nothing else. */
const changeOf = (values: [name: string, value: number | undefined][], options: object) =>
  ({
    to: '.',
    search: (old: Record<string, unknown>) => ({ ...old, ...Object.fromEntries(values) }),
    resetScroll: false,
    ...options,
  }) as never;

function readId(found: unknown): number | null {
  const id = Number(found);
  return found !== undefined && Number.isSafeInteger(id) && id > 0 ? id : null;
}
