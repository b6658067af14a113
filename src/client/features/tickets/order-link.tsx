import { AppLink } from '../../ui/app-link.tsx';

/** A link to the order that a ticket is about, in the order list of customers or of admins. */
export function OrderLink({ id, area = 'user' }: { id: number; area?: 'user' | 'admin' }) {
  return (
    <AppLink to={`/${area}/orders`} search={{ order: id }} className="numbers" position="relative" _after={touchTarget}>
      <bdi>#{id}</bdi>
    </AppLink>
  );
}

/** A touch target of 44 px around the number. */
const touchTarget = {
  content: '""',
  position: 'absolute',
  insetBlock: '-13px',
  insetInline: '-4px',
  display: { md: 'none' },
} as const;
