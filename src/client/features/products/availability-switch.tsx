import { Trans, useLingui } from '@lingui/react/macro';
import type { ProductRow } from '../../../contract/products.ts';
import { may } from '../../api/session.ts';
import { usePerform } from '../../forms/use-perform.ts';
import { currentDatabase } from '../../local/current.ts';
import type { LocalDatabase } from '../../local/database.ts';
import { isPendingItem } from '../../sync/optimistic.ts';
import { discard } from '../../sync/outbox.ts';
import { readPendingStates, type PendingState } from '../../sync/pending.ts';
import { perform } from '../../sync/perform.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { isolated } from '../../text/isolated.ts';
import { PendingMark } from '../../ui/pending-mark.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Box } from '../../ui/theme/styled.tsx';

interface Props {
  product: Pick<ProductRow, 'id' | 'title' | 'is_available'>;
  pending: PendingState | undefined;
}

/**
 * Whether a product can be ordered; those who may change it have a switch, also offline, with a mark while the server has
 * not accepted it (S2G-03). The words of others stand alone on a card, without the column's name.
 */
export function AvailabilitySwitch(props: Props) {
  if (may('catalogue.change')) return <ChangeableAvailability {...props} />;
  return props.product.is_available ? <Trans>Available</Trans> : <Trans>Unavailable</Trans>;
}

function ChangeableAvailability({ product, pending }: Props) {
  const { t } = useLingui();
  const { title } = product;
  const setAvailable = useAvailability();
  return (
    <Box display="inline-flex" alignItems="center" gap="1.5">
      <Switch
        label={t`${{ title: isolated(title) }} is available`}
        hideLabel
        checked={product.is_available}
        onChange={(isAvailable) => void setAvailable(product.id, isAvailable)}
      />
      <PendingMark state={pending} />
    </Box>
  );
}

const noStates: ReadonlyMap<string, PendingState> = new Map();

/** Returns the states of the products with pending or parked changes, by id. */
export function usePendingProducts(): ReadonlyMap<string, PendingState> {
  const db = currentDatabase();
  return useLiveQuery(() => readPendingStates(db, 'products'), [db]) ?? noStates;
}

/** Returns a function that queues the change and offers to undo it. */
export function useAvailability(): (id: number, isAvailable: boolean) => Promise<unknown> {
  const { t } = useLingui();
  const db = currentDatabase();
  const act = usePerform();
  return (id, isAvailable) => {
    const args = { product_id: id, is_available: isAvailable };
    return act('product.availability', args, {
      done: isAvailable ? t`Product made available` : t`Product made unavailable`,
      refused: t`The availability could not be updated.`,
      isAccepted: async ({ products }) => (await products.get(id))?.is_available === isAvailable,
      undo: (itemId) => undo(db, itemId, args),
    });
  };
}

/**
 * Discards a change that was not sent or was refused. Sets the product back if it still has the value: the change was
 * sent, or was merged into an earlier unsent one.
 */
async function undo(
  db: LocalDatabase,
  itemId: string,
  { product_id: id, is_available: was }: { product_id: number; is_available: boolean },
): Promise<void> {
  const item = await db.outbox.get({ id: itemId });
  if (item && (item.state === 'queued' || !isPendingItem(item))) await discard(db, itemId);
  const product = await db.products.get(id);
  if (product?.is_available === was) await perform(db, 'product.availability', { product_id: id, is_available: !was });
}
