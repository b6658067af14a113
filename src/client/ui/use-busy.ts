import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { toast } from './toast.ts';

/** The state of a button that starts work: `busy` until the work has ended; shows a message when the work fails. */
export function useBusy(): { busy: boolean; whileBusy: (work: () => Promise<unknown>) => Promise<void> } {
  const [busy, setBusy] = useState(false);
  const showFailure = useShowFailure();
  const whileBusy = async (work: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await work();
    } catch (thrown) {
      showFailure(thrown);
    }
    // Not in `finally`, which the React Compiler does not support; nothing above throws.
    setBusy(false);
  };
  return { busy, whileBusy };
}

/**
 * Returns a function that shows an error in a toast. The device database throws errors named NotSaved, with `why`; any
 * other error is a bug and is also reported.
 */
export function useShowFailure(): (thrown: unknown) => void {
  const { t } = useLingui();
  return (thrown) => {
    const { name, why } = thrown as { name?: string; why?: string };
    if (name !== 'NotSaved') reportError(thrown);
    if (why === 'full') toast({ tone: 'error', title: t`Not saved on this device: it is full.` });
    else if (why === 'nothingKept')
      toast({ tone: 'error', title: t`Not saved: this browser keeps nothing, so this needs a connection.` });
    else if (name === 'NotSaved')
      toast({ tone: 'error', title: t`Not saved: this device’s storage does not answer. Reload the page.` });
    else toast({ tone: 'error', title: t`Something went wrong. Try again.` });
  };
}
