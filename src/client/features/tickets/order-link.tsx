import { AppLink } from '../../ui/app-link.tsx';

/** The order a ticket is about, as the customer's order list shows it. */
export function OrderLink({ id }: { id: number }) {
  return (
    <AppLink to="/user/orders" search={{ order: id }} className="numbers">
      <bdi>#{id}</bdi>
    </AppLink>
  );
}
