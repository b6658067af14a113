import { useLingui } from '@lingui/react/macro';
import type { DeliveredValues } from '../../../contract/mutations.ts';
import type { OrderStatus } from '../../../contract/orders.ts';
import { usePerform } from '../../forms/use-perform.ts';
import type { ChosenFile } from '../../local/choose-files.ts';

interface Delivery {
  id: number;
  /** What the admin saw when the dialog was opened: the server refuses the delivery when it has changed (OF-12). */
  from: DeliveredValues;
  status: OrderStatus;
  notes: string;
  proof: ChosenFile | null;
  /** Deletes the drafts of the notes and of the proof inside the transaction. */
  deleteDrafts: () => Promise<void>;
}

/**
 * Returns a function that queues a delivery with its proof, also offline (C-21). It returns the id of the outbox item,
 * or null when the device could not store it.
 */
export function useDelivery(): (delivery: Delivery) => Promise<string | null> {
  const { t } = useLingui();
  const act = usePerform();
  return ({ id, from, status, notes, proof, deleteDrafts }) =>
    act(
      'order.deliver',
      { order_id: id, status, notes: notes.trim() || null, file_id: proof?.id ?? null, from },
      {
        deleteDrafts,
        files: proof ? [proof] : [],
        done: t`Order #${id} updated`,
        refused: t`Something went wrong: order #${id} was not delivered.`,
        isAccepted: async ({ orders }) => (await orders.get(id))?.status === status,
      },
    );
}
