import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router';

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
  const go = (id: number | undefined, options: { replace: boolean; state?: { dialog: string } }) =>
    void navigate({
      to: '.',
      search: ((old: Record<string, unknown>) => ({ ...old, [name]: id })) as never,
      resetScroll: false,
      ...(options as { replace: boolean }),
    });
  return {
    id: readId(search[name]),
    open: (id) => go(id, { replace: false, state: { dialog: name } }),
    // A step that this page made is taken back, so that the back button does not show the dialog again.
    close: () => (isOurs ? router.history.back() : go(undefined, { replace: true })),
  };
}

function readId(found: unknown): number | null {
  const id = Number(found);
  return found !== undefined && Number.isSafeInteger(id) && id > 0 ? id : null;
}
