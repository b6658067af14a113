import { useLingui } from '@lingui/react/macro';
import type { AmendResult } from '../sync/amend.ts';
import type { DiscardResult, RetryResult } from '../sync/outbox.ts';
import { toast } from '../ui/toast.ts';

/** Returns a function that says why an item of the outbox was not changed, sent again or discarded, unless it was. */
export function useReportUnchanged(): (
  result: AmendResult | RetryResult | DiscardResult,
  act?: 'change' | 'discard',
) => void {
  const { t } = useLingui();
  return (result, act = 'change') => {
    if (result === 'applied') toast({ tone: 'info', title: t`The server had accepted this already.` });
    if (result === 'gone')
      toast({ tone: 'info', title: t`This was already sent again or discarded, for example in another tab.` });
    if (result === 'unknown')
      toast({
        kind: 'offline',
        tone: 'warning',
        title:
          act === 'discard'
            ? t`This may have arrived already. It can be discarded when you are connected.`
            : t`This may have arrived already. It can be changed when you are connected.`,
      });
  };
}
