import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

interface AddressDialog {
  /** The id in the address, or null while the dialog is closed. */
  id: number | null;
  open: (id: number) => void;
  close: () => void;
}

/**
 * A dialog about a record that is open while `?<name>=<id>` is in the address: the back button closes it, and a
 * shared or reloaded address opens it again.
 */
export function useAddressDialog(name: string): AddressDialog {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const router = useRouter();
  const isOurs = useLocation({ select: (location) => (location.state as { dialog?: string }).dialog === name });
  const id = readId(search[name]);
  const closing = useRef<number>(null);
  useEffect(() => {
    if (id === null) closing.current = null;
  }, [id]);
  const go = (next: number | undefined, options: { replace: boolean; state?: { dialog: string } }) =>
    void navigate({
      to: '.',
      search: ((old: Record<string, unknown>) => ({ ...old, [name]: next })) as never,
      resetScroll: false,
      ...(options as { replace: boolean }),
    });
  const close = () => {
    // Only once: a second press while the first step back is under way would leave the page.
    if (id === null || closing.current === id) return;
    closing.current = id;
    // A step that this page made is taken back, so that the back button does not show the dialog again.
    if (isOurs) router.history.back();
    else go(undefined, { replace: true });
  };
  return { id, open: (next) => go(next, { replace: false, state: { dialog: name } }), close };
}

function readId(found: unknown): number | null {
  const id = Number(found);
  return found !== undefined && Number.isSafeInteger(id) && id > 0 ? id : null;
}
