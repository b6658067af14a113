import { chakra } from '@chakra-ui/react/styled-system';
import { Plural } from '@lingui/react/macro';
import type { ComponentProps } from 'react';
import type { Order } from '../../../contract/orders.ts';
import { currentDatabase } from '../../local/current.ts';
import { readProductPictures, type ProductPictures } from '../../local/product-pictures.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { ProductImage } from '../../ui/product-image.tsx';

type Item = Order['items'][number];

/**
 * "Netflix · 1 month": the product and variant names at the time of the order. On phones the colour alone separates them,
 * because the dot would often end a line.
 */
export function ItemName({ item }: { item: Item }) {
  return (
    <chakra.span minW="0" overflowWrap="anywhere">
      <bdi>{item.product_name}</bdi>
      {item.variant_name ? (
        <chakra.span color="fg.muted" fontWeight="normal">
          <chakra.span hideBelow="sm">{'\u00a0·'}</chakra.span>{' '}
          <chakra.bdi whiteSpace={isShort(item.variant_name) ? 'nowrap' : undefined}>{item.variant_name}</chakra.bdi>
        </chakra.span>
      ) : null}
    </chakra.span>
  );
}

/** The words of a short variant, such as "50 €", stay in one line. */
const isShort = (variant: string): boolean => variant.length <= 12;

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

interface PictureProps extends Omit<ComponentProps<typeof ProductImage>, 'src' | 'product'> {
  items: readonly Item[];
  pictures: ProductPictures;
}

/** The picture of the first product of an order. */
export function ItemPicture({ items: [first], pictures, ...rest }: PictureProps) {
  const picture = first && pictures.get(first.product_id);
  return (
    <ProductImage
      as="span"
      src={picture?.src}
      product={first && { id: first.product_id, title: first.product_name, motifTexts: picture?.motifTexts }}
      ratio="1"
      borderRadius="md"
      flexShrink={0}
      sizes="40px"
      {...rest}
    />
  );
}

/** Returns the pictures of the products on this device. */
export function usePictures(): ProductPictures {
  const db = currentDatabase();
  return useLiveQuery(() => readProductPictures(db), [db]) ?? noPictures;
}

const noPictures: ProductPictures = new Map();
