import { Plural, Trans } from '@lingui/react/macro';
import type { Order } from '../../../contract/orders.ts';
import { useFormatCount } from '../../text/money.ts';
import { useStatuses } from '../../text/statuses.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { FreeText } from '../../ui/free-text.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { useOrdersOf, type ListedProduct } from './queries.ts';
import { Box, chakra, Muted } from '../../ui/theme/styled.tsx';

/** The newest orders of the product on this device, and the way to all of them. */
export function ProductOrders({ product }: { product: ListedProduct }) {
  const { id, orders_count: count } = product;
  const formatCount = useFormatCount();
  const statuses = useStatuses();
  const found = useOrdersOf(product);
  return (
    <Panel
      title={<Trans>Orders</Trans>}
      aside={
        count > 0 ? (
          <AppLink to="/admin/orders" search={{ product: String(id) } as never} textStyle="sm" {...touchTarget}>
            <Trans>View all {formatCount(count)}</Trans>
          </AppLink>
        ) : null
      }
    >
      {found?.orders.map((order) => (
        <OrderLine key={order.id}>
          <Box flex="1" minW="0">
            <FreeText lineClamp={1}>{order.user_name}</FreeText>
            <Muted textStyle="meta">
              <bdi className="numbers">#{order.id}</bdi> · <RelativeTime at={order.created_at} />
              {variantOf(order, id)}
            </Muted>
          </Box>
          <StatusBadge {...statuses.order(order.status, 'admin')} />
          <MoneyText amount={order.total_price} fontWeight="medium" />
        </OrderLine>
      ))}
      <Muted textStyle="sm" mt="2">
        {found?.total === 0 ? (
          count === 0 ? (
            <Trans>This product has not been ordered yet.</Trans>
          ) : (
            <Trans>None of its orders is on this device.</Trans>
          )
        ) : found ? (
          <Plural value={found.total} one="# order on this device" other="# orders on this device" />
        ) : null}
      </Muted>
    </Panel>
  );
}

/** The variant of the product that was ordered; nothing for the product itself. */
function variantOf({ items }: Order, productId: number) {
  const name = items.find((item) => item.product_id === productId)?.variant_name;
  return name ? (
    <>
      {' · '}
      <bdi>{name}</bdi>
    </>
  ) : null;
}

const OrderLine = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    py: '2',
    textStyle: 'sm',
    borderBottomWidth: '1px',
    borderColor: 'border.muted',
    '@media (max-width: 22em)': { flexWrap: 'wrap', '& > :first-of-type': { flex: '1 0 100%' } },
  },
});

/** At least 44 px high on touch screens. */
export const touchTarget = {
  display: 'inline-flex',
  alignItems: 'center',
  minH: { base: '11', md: '0' },
  minW: { base: '11', md: '0' },
} as const;
