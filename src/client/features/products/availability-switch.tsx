import { Trans, useLingui } from '@lingui/react/macro';
import type { ProductRow } from '../../../contract/products.ts';
import { may } from '../../api/session.ts';
import { useSetField } from '../../forms/use-set-field.ts';
import { currentDatabase } from '../../local/current.ts';
import { readPendingStates, type PendingState } from '../../sync/pending.ts';
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
        onChange={(isAvailable) => void setAvailable(product, isAvailable)}
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
export function useAvailability(): (product: Props['product'], isAvailable: boolean) => Promise<void> {
  const { t } = useLingui();
  const set = useSetField();
  return (product, isAvailable) =>
    set(product, 'product.availability', isAvailable, {
      done: isAvailable ? t`Product made available` : t`Product made unavailable`,
      refused: t`The availability could not be updated.`,
    });
}
