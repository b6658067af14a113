import { Trans } from '@lingui/react/macro';
import { PackageX } from 'lucide-react';
import { currentDatabase } from '../../local/current.ts';
import { useLoadedQuery } from '../../sync/use-live-query.ts';
import { ButtonLink } from '../../ui/app-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SheetDialog } from '../../ui/sheet-dialog.tsx';
import { readOrderFormData } from './order-form-data.ts';
import { OrderForm } from './order-form.tsx';
import { PopupSkeleton } from './order-skeletons.tsx';
import { Button } from '../../ui/button.tsx';

interface Props {
  productId: number;
  /** The variant that is chosen from the start; null for none. */
  variantId: number | null;
  /** The order that is placed again; null for none. */
  againId: number | null;
  onClose: () => void;
}

/** The order popup (S2J-01 … S2J-11). Needs a new `key` each time it is opened. */
export function OrderDialog({ productId, variantId, againId, onClose }: Props) {
  const db = currentDatabase();
  const { value: form, isFirstLoad } = useLoadedQuery(
    () => readOrderFormData(db, productId, againId),
    [db, productId, againId],
  );
  // The local database answers within a frame or two, so no placeholder is shown.
  if (!form) return null;
  return form.product ? (
    <OrderForm form={{ ...form, product: form.product }} variantId={variantId} onClose={onClose} />
  ) : (
    <UnknownProduct isFirstLoad={isFirstLoad} onClose={onClose} />
  );
}

/** The product is not on this device: during the first load it may still come. */
function UnknownProduct({ isFirstLoad, onClose }: Pick<Props, 'onClose'> & { isFirstLoad: boolean }) {
  return (
    <SheetDialog
      open
      onClose={onClose}
      title={<Trans>Place an order</Trans>}
      footer={
        <Button variant="outline" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      {isFirstLoad ? <PopupSkeleton /> : <NotHere />}
    </SheetDialog>
  );
}

const NotHere = () => (
  <EmptyState
    icon={PackageX}
    title={<Trans>This product is not on this device.</Trans>}
    description={<Trans>It may have been taken out of the catalogue.</Trans>}
    action={
      <ButtonLink to="/user/catalogue" variant="outline">
        <Trans>Browse the catalogue</Trans>
      </ButtonLink>
    }
  />
);
