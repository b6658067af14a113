import { AppLink } from '../../ui/app-link.tsx';

/** A link to the order that a ticket is about, in the order list of customers or of admins. */
export function OrderLink({ id, area = 'user' }: { id: number; area?: 'user' | 'admin' }) {
  return (
    <AppLink to={`/${area}/orders`} search={{ order: id }} className="numbers" position="relative" _after={touchTarget}>
      <bdi>#{id}</bdi>
    </AppLink>
  );
}

/**
 * A touch target of 44 × 44 px on phones and tablets, also where the number is narrower: it then begins before the number,
 * over the word for it, because the box of the fact ends behind it.
 */
const touchTarget = {
  content: '""',
  position: 'absolute',
  insetBlock: '-14px',
  insetInlineStart: 'min(0px, calc(100% - 44px))',
  insetInlineEnd: '0',
  display: { lg: 'none' },
} as const;
