import { useEffect } from 'react';
import { signedInPerson } from '../../api/session.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useUrlDialog } from '../../ui/use-url-dialog.ts';

const OrderDialog = lazyPart(async () => (await import('./order-dialog.tsx')).OrderDialog);

/** Time after the first paint of a page until the code of the popup is loaded; the page loads its own data first. */
const preloadDelayMs = 3_000;

/**
 * The order popup, open on any page of a customer while `?buy=<product id>` is in the address, with the variant of
 * `&variant=<variant id>` chosen and what the order of `&again=<order id>` says filled in; the shell mounts it once.
 */
export function OrderHost() {
  const popup = useUrlDialog('buy', ['variant', 'again']);
  const variant = useUrlDialog('variant');
  const again = useUrlDialog('again');
  const isCustomer = signedInPerson()?.role === 'user';
  useEffect(() => {
    if (!isCustomer) return;
    const timer = setTimeout(OrderDialog.preload, preloadDelayMs);
    return () => clearTimeout(timer);
  }, [isCustomer]);
  if (popup.id === null || !isCustomer) return null;
  return (
    <OrderDialog key={popup.id} productId={popup.id} variantId={variant.id} againId={again.id} onClose={popup.close} />
  );
}
