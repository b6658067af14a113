import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { toast } from './toast.ts';

/** For a button that starts work: `busy` until the work ends, however it ends, and a message when it failed. */
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
    // Not in `finally`, which the React compiler does not take; nothing above throws.
    setBusy(false);
  };
  return { busy, whileBusy };
}

/**
 * Says that work has failed. The device database throws an error named NotSaved, with `why`; any other error is a fault
 * of the program and is reported too.
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
