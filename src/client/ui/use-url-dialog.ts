import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
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
  // Only its own part of the address, because rows of lists have dialogs, too.
  const id = useSearch({ strict: false, select: (search: Record<string, unknown>) => readId(search[name]) });
  const navigate = useNavigate();
  const router = useRouter();
  const isOurs = useLocation({ select: (location) => (location.state as { dialog?: string }).dialog === name });
  const closingId = useRef<number>(null);
  useEffect(() => {
    if (id === null) closingId.current = null;
  }, [id]);
  const go = (
    next: number | undefined,
    options: { replace: boolean; state?: { dialog: string } },
    more: Record<string, number | undefined> = {},
  ) =>
    void navigate({
      to: '.',
      search: ((old: Record<string, unknown>) => ({ ...old, ...more, [name]: next })) as never,
      resetScroll: false,
      ...(options as { replace: boolean }),
    });
  const close = () => {
    // Closes only once: a second press while the browser is still going back would leave the page.
    if (id === null || closingId.current === id) return;
    closingId.current = id;
    // Goes back over the history entry that `open` added, so that the back button does not show the dialog again.
    if (isOurs) router.history.back();
    else go(undefined, { replace: true }, Object.fromEntries(others.map((other) => [other, undefined])));
  };
  return { id, open: (next, more) => go(next, { replace: false, state: { dialog: name } }, more), close };
}

function readId(found: unknown): number | null {
  const id = Number(found);
  return found !== undefined && Number.isSafeInteger(id) && id > 0 ? id : null;
}
