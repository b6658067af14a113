import { lazy, Suspense } from 'react';
import { signedInPerson } from '../../api/session.ts';
import { useUrlDialog } from '../../ui/use-url-dialog.ts';

const OrderDialog = lazy(async () => ({ default: (await import('./order-dialog.tsx')).OrderDialog }));

/**
 * The order popup, open on any page of a customer while `?buy=<product id>` is in the address; the shell mounts it
 * once.
 */
export function OrderHost() {
  const popup = useUrlDialog('buy');
  if (popup.id === null || signedInPerson()?.role !== 'user') return null;
  return (
    <Suspense fallback={null}>
      <OrderDialog key={popup.id} productId={popup.id} onClose={popup.close} />
    </Suspense>
  );
}
