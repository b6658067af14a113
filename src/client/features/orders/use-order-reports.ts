import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import type { CallFailure } from '../../api/failure.ts';
import { currentDatabase } from '../../local/current.ts';
import { syncNow } from '../../sync/triggers.ts';
import { useMoney } from '../../text/money.ts';
import { toast } from '../../ui/toast.ts';
import { refreshBalance } from './refresh-balance.ts';
import type { OrderAnswer } from './use-order.ts';

/** Returns the callbacks for an order's outcome: they show a message and start a pass that pulls the changed rows. */
export function useOrderReports(close: () => void) {
  const { t } = useLingui();
  const { format } = useMoney();
  const navigate = useNavigate();

  const onPlaced = (placed: OrderAnswer | null) => {
    close();
    void syncNow();
    if (!placed) return;
    const { id, items } = placed.order;
    const balance = format(placed.balance);
    const codes = items.reduce((sum, item) => sum + (item.codes?.count ?? 0), 0);
    const show = () => void navigate({ to: '/user/orders' as never, search: { order: id } as never });
    toast({
      tone: 'success',
      title: codes > 0 ? t`${plural(codes, { one: '# code is yours', other: '# codes are yours' })}` : t`Order placed`,
      description: t`Order #${id}. Your balance is now ${balance}.`,
      ...(codes > 0 && { action: { label: t`Show codes`, onSelect: show } }),
    });
  };

  const onRefused = (failure: CallFailure) => {
    void syncNow();
    if (failure.code !== 'BALANCE_NOT_ENOUGH') return;
    toast({ tone: 'warning', title: t`Your balance is not enough for this order.` });
    void refreshBalance(currentDatabase());
  };

  return { onPlaced, onRefused };
}
