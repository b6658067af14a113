import { Button } from '@chakra-ui/react/button';
import { Trans } from '@lingui/react/macro';
import { PackageX } from 'lucide-react';
import { currentDatabase } from '../../local/current.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SheetDialog } from '../../ui/sheet-dialog.tsx';
import { readDesk } from './desk.ts';
import { OrderForm } from './order-form.tsx';

interface Props {
  productId: number;
  onClose: () => void;
}

/** The order popup (specification, chapter 2). Every opening is a new one: give it a new `key`. */
export function OrderDialog({ productId, onClose }: Props) {
  const db = currentDatabase();
  const desk = useLiveQuery(() => readDesk(db, productId), [db, productId]);
  // The device answers within a frame or two: the popup appears with its content.
  if (!desk) return null;
  return desk.product ? (
    <OrderForm desk={{ ...desk, product: desk.product }} onClose={onClose} />
  ) : (
    <Unknown onClose={onClose} />
  );
}

function Unknown({ onClose }: Pick<Props, 'onClose'>) {
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
    </SheetDialog>
  );
}
