import { FreeText } from '../../ui/free-text.tsx';
import { ProductImage } from '../../ui/product-image.tsx';
import type { ListedProduct } from './queries.ts';
import { StockText } from './stock-text.tsx';
import { HStack, Muted } from '../../ui/theme/styled.tsx';

/** The title; on a phone's card the picture stands before it. */
export function ProductTitle({ product }: { product: ListedProduct }) {
  return (
    <HStack gap="3" minW="0">
      <RowPicture product={product} hideFrom="sm" />
      <FreeText lineClamp={2} wordBreak="break-word">
        {product.title}
      </FreeText>
    </HStack>
  );
}

/** The SKU and the tracked stock, under the title; nothing without them. */
export function TitleNote({ product: { sku, quantity } }: { product: ListedProduct }) {
  if (!sku && typeof quantity !== 'number') return null;
  return (
    <Muted
      textStyle="meta"
      display="flex"
      flexWrap="wrap"
      columnGap="2"
      // On phones beside the picture, as the title is.
      ps={{ base: '12', sm: '0' }}
    >
      {sku ? <bdi>{sku}</bdi> : null}
      <StockText quantity={quantity} />
    </Muted>
  );
}

/** The small picture of a product in a row; pale when the product cannot be ordered now. */
export function RowPicture({ product, ...rest }: { product: ListedProduct; hideBelow?: 'sm'; hideFrom?: 'sm' }) {
  return (
    <ProductImage
      src={product.image}
      product={{ ...product, motifTexts: product.categories.map(({ title }) => title) }}
      ratio="1"
      boxSize="9"
      borderRadius="md"
      flexShrink={0}
      sizes="40px"
      opacity={product.is_available && !product.is_out_of_stock ? 1 : 0.5}
      {...rest}
    />
  );
}
