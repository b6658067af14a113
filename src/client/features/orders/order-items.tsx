import { chakra } from '@chakra-ui/react/styled-system';
import { Plural } from '@lingui/react/macro';
import type { Order } from '../../../contract/orders.ts';

type Item = Order['items'][number];

/** "Netflix · 1 month": the product and variant names at the time of the order. */
export function ItemName({ item }: { item: Item }) {
  return (
    <chakra.span overflowWrap="anywhere">
      <bdi>{item.product_name}</bdi>
      {item.variant_name ? (
        <chakra.span color="fg.muted">
          {' · '}
          <bdi>{item.variant_name}</bdi>
        </chakra.span>
      ) : null}
    </chakra.span>
  );
}

/** The first product of an order, and how many more there are. */
export function ItemNames({ items }: { items: readonly Item[] }) {
  const [first, ...rest] = items;
  if (!first) return null;
  return (
    <>
      <ItemName item={first} />
      {rest.length > 0 ? (
        <chakra.span color="fg.muted" ms="2">
          <Plural value={rest.length} one="and # more" other="and # more" />
        </chakra.span>
      ) : null}
    </>
  );
}
