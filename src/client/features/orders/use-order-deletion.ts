import { useLingui } from '@lingui/react/macro';
import { deleteOrder } from '../../../contract/orders.ts';
import type { Order } from '../../../contract/orders.ts';
import { call } from '../../api/call.ts';
import { asFailure } from '../../api/failure.ts';
import { currentDatabase } from '../../local/current.ts';
import type { LocalDatabase } from '../../local/database.ts';
import { storeServerRows } from '../../sync/rows-with-pending.ts';
import { syncNow } from '../../sync/triggers.ts';
import { useRefusalText } from '../../text/refusals.ts';
import { toast } from '../../ui/toast.ts';

interface Callbacks {
  /** Called when the order was not deleted. */
  onClose: () => void;
  /** Called when the order no longer exists. */
  onGone: () => void;
}

/** Returns a function that deletes an order on the server and from this device, and shows the outcome (S8-20 … S8-23). */
export function useOrderDeletion({ onClose, onGone }: Callbacks): (order: Order) => Promise<void> {
  const { t } = useLingui();
  const { failure: sentenceOf } = useRefusalText();
  return async (order) => {
    const failure = await call(deleteOrder, { id: order.id }).then(() => null, asFailure);
    const { code } = failure ?? {};
    if (!failure || code === 'NOT_FOUND' || code === 'GONE') {
      await forget(currentDatabase(), order);
      toast(failure ? { tone: 'warning', title: t`Order not found` } : { tone: 'success', title: t`Order deleted` });
      return onGone();
    }
    const notAllowed = t`You are not authorized to delete this order`;
    if (code === 'FORBIDDEN') toast({ tone: 'warning', title: notAllowed });
    else
      toast({
        tone: 'error',
        title: t`An error occurred while deleting the order`,
        description: sentenceOf(failure),
      });
    return onClose();
  };
}

/** Removes an order from this device, as the next pass will. */
async function forget(db: LocalDatabase, { id, rev }: Order): Promise<void> {
  await db.transaction('rw', db.syncTables, () =>
    storeServerRows(db, [{ entity: 'orders', key: String(id), rev: rev + 1, row: null }]),
  );
  void syncNow();
}
