import { useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { currentDatabase } from '../../local/current.ts';
import { announce, onSettled } from '../../sync/settled.ts';
import type { SettledPledge } from '../../sync/settled.ts';
import { useRefusalText } from '../../text/refusals.ts';
import { toast } from '../../ui/toast.ts';

/** Tells what became of an order whose answer had been lost, wherever the person is now (sync.md, "Money"). */
export function SettledNews() {
  const { t } = useLingui();
  const { refusal } = useRefusalText();
  useEffect(() => {
    const tell = ({ outcome, refusal: code, touched, about }: SettledPledge) => {
      const order = touched?.find((place) => place.startsWith('orders:'))?.slice('orders:'.length);
      const description = typeof about.title === 'string' ? about.title : undefined;
      if (outcome === 'applied')
        return toast({
          tone: 'success',
          title: order ? t`Placed: order #${order}` : t`Your order was placed`,
          description,
        });
      if (outcome === 'refused')
        return toast({ tone: 'warning', title: refusal(code ?? ''), description: t`Not placed, nothing was charged.` });
      return toast({ tone: 'info', title: t`Not placed, nothing was charged.`, description });
    };
    const stop = onSettled(tell);
    void announce(currentDatabase());
    return stop;
  }, [t, refusal]);
  return null;
}
