import { AppLink } from '../../ui/app-link.tsx';

/** The order a ticket is about, as the customer's order list shows it. */
export function OrderLink({ id }: { id: number }) {
  return (
    <AppLink to="/user/orders" search={{ order: id }} className="numbers" position="relative" _after={reach}>
      <bdi>#{id}</bdi>
    </AppLink>
  );
}

/** A finger's 44 px around a number in a card. */
const reach = {
  content: '""',
  position: 'absolute',
  insetBlock: '-13px',
  insetInline: '-4px',
  display: { md: 'none' },
} as const;
