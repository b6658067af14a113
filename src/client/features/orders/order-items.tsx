import { Plural } from '@lingui/react/macro';
import type { ComponentProps } from 'react';
import type { Order } from '../../../contract/orders.ts';
import { currentDatabase } from '../../local/current.ts';
import { readProductPictures, type ProductPictures } from '../../local/product-pictures.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { alignedAsPage, oneLine } from '../../ui/free-text.tsx';
import { ProductImage } from '../../ui/product-image.tsx';
import { chakra, MutedSpan } from '../../ui/theme/styled.tsx';
import { TotalLine } from './total-line.tsx';

type Item = Order['items'][number];

/**
 * "Netflix · 1 month": the product and variant names at the time of the order. On phones the colour alone separates them,
 * because the dot would often end a line. `isStacked`: in wide tables the variant is in a line of its own, so that a long
 * product name does not hide it.
 */
export function ItemName({ item, isStacked = false }: { item: Item; isStacked?: boolean }) {
  const { product_name: name, variant_name: variant } = item;
  const line = isStacked && variant ? { xl: stackedLine } : {};
  return (
    <chakra.span minW="0" overflowWrap="anywhere">
      <chakra.bdi css={line} title={isStacked ? name : undefined}>
        {name}
      </chakra.bdi>
      {variant ? (
        <MutedSpan fontWeight="normal">
          <chakra.span hideBelow="sm" css={isStacked ? { xl: { display: 'none' } } : {}}>
            {'\u00a0·'}
          </chakra.span>{' '}
          <chakra.bdi css={line} whiteSpace={isShort(variant) ? 'nowrap' : undefined}>
            {variant}
          </chakra.bdi>
        </MutedSpan>
      ) : null}
    </chakra.span>
  );
}

/** How many units an item has at which price; nothing for one unit. */
export function ItemUnits({ item }: { item: Item }) {
  const { quantity = 1, price_per: per = 1, unit_price: price } = item;
  if (quantity === 1 && per === 1) return null;
  return (
    <MutedSpan display="block" textStyle="xs">
      <TotalLine price={price ?? item.price} per={per} quantity={quantity} />
    </MutedSpan>
  );
}

/** One line, aligned as the page is. */
const stackedLine = { ...oneLine, ...alignedAsPage } as const;

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
        <MutedSpan ms="2">
          <Plural value={rest.length} one="and # more" other="and # more" />
        </MutedSpan>
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
