import { Trans } from '@lingui/react/macro';
import { visibleCategoryBadges } from '../../../contract/limits.ts';
import { hasPriceRange } from '../../../contract/product-prices.ts';
import { CategoryBadges } from '../../ui/category-badges.tsx';
import { PriceText } from '../../ui/price-text.tsx';
import { ProductImage } from '../../ui/product-image.tsx';
import { FreeText } from '../../ui/free-text.tsx';
import { ProductOpener } from './product-opener.tsx';
import type { ListedProduct } from './queries.ts';
import { Box, chakra, MutedSpan, Stack, Wrap } from '../../ui/theme/styled.tsx';

interface Props {
  product: ListedProduct;
  /** Loads the picture at once, for the first rows. */
  eager: boolean;
  /** The category of the page, which the cards do not repeat. */
  pageCategoryId?: number | undefined;
  /** An order of this product is in doubt. */
  isInDoubt: boolean;
}

/** A product in the grid. The whole card is one button (customers: the order popup) or link (admins: the product's page). */
export function ProductCard({ product, eager, pageCategoryId, isInDoubt }: Props) {
  return (
    <Card data-product={product.id}>
      <Box position="relative">
        <ProductImage
          src={product.image}
          product={product}
          eager={eager}
          opacity={opacityOf(product)}
          sizes="(max-width: 768px) 50vw, 25vw"
        />
        <ProductMarks product={product} isInDoubt={isInDoubt} />
      </Box>
      <Stack gap="2" flex="1" p={{ base: '3', md: '4' }}>
        <FreeText
          as="h2"
          textStyle={{ base: 'sm', md: 'md' }}
          fontWeight="medium"
          lineHeight="short"
          wordBreak="break-word"
        >
          <ProductOpener product={product} />
        </FreeText>
        <CategoryBadges
          categories={product.badges.filter(({ id }) => id !== pageCategoryId)}
          visible={visibleCategoryBadges}
        />
        <Box mt="auto" pt="1">
          <ProductPrice product={product} />
        </Box>
      </Stack>
    </Card>
  );
}

/** A product in the list: the same facts in one row. */
export function ProductLine({ product, eager, pageCategoryId, isInDoubt }: Props) {
  return (
    <Card data-product={product.id} flexDirection="row" alignItems="stretch">
      <ProductImage
        src={product.image}
        product={product}
        eager={eager}
        flexShrink={0}
        w={{ base: '24', md: '32' }}
        css={{ '@media (max-width: 22em)': { w: '12' } }}
        ratio="1"
        alignSelf="stretch"
        opacity={opacityOf(product)}
        sizes="128px"
      />
      <Wrap alignItems="center" columnGap="4" rowGap="1.5" flex="1" minW="0" px={{ base: '3', md: '4' }} py="3">
        <Stack flex="1 1 14rem" minW="0" gap="1.5">
          <FreeText as="h2" textStyle="md" fontWeight="medium" lineHeight="short" wordBreak="break-word">
            <ProductOpener product={product} />
          </FreeText>
          {product.description ? (
            <FreeText display={{ base: 'none', md: '-webkit-box' }} lineClamp="1" color="fg.muted" textStyle="sm">
              {product.description}
            </FreeText>
          ) : null}
          <CategoryBadges
            categories={product.badges.filter(({ id }) => id !== pageCategoryId)}
            visible={visibleCategoryBadges}
          />
        </Stack>
        <Wrap alignItems="center" columnGap="3" rowGap="1">
          <ProductMarks product={product} isInDoubt={isInDoubt} inline />
          <ProductPrice product={product} />
        </Wrap>
      </Wrap>
    </Card>
  );
}

/** The picture of a product that cannot be ordered now is pale. */
const opacityOf = ({ is_available: isAvailable, is_out_of_stock: isOut }: ListedProduct): number =>
  isAvailable && !isOut ? 1 : 0.45;

/** A product's price; "from €10.00" where its variants differ, "€0.90 for 1,000" where it is for several units. */
export function ProductPrice({ product }: { product: ListedProduct }) {
  const amount = <PriceText amount={product.listPrice} per={product.price_per} fontWeight="semibold" color="fg" />;
  return (
    <MutedSpan textStyle={{ base: 'sm', md: 'md' }}>
      {hasPriceRange(product) ? <Trans>from {amount}</Trans> : amount}
    </MutedSpan>
  );
}

function ProductMarks({
  product,
  isInDoubt,
  inline = false,
}: Pick<Props, 'product' | 'isInDoubt'> & { inline?: boolean }) {
  const marks = [
    isInDoubt && { palette: 'amber', words: <Trans>Order unconfirmed</Trans> },
    product.is_on_promo && { palette: 'brand', words: <Trans>Promo</Trans> },
    product.is_out_of_stock && { palette: 'gray', words: <Trans>Out of stock</Trans> },
    !product.is_available && { palette: 'gray', words: <Trans>Unavailable</Trans> },
    product.status !== 'active' && { palette: 'gray', words: <Trans>Inactive</Trans> },
  ].filter((mark) => typeof mark === 'object');
  if (marks.length === 0) return null;
  return (
    <Wrap gap="1" {...(inline ? {} : { position: 'absolute', top: '2', insetInlineStart: '2', insetInlineEnd: '2' })}>
      {marks.map(({ palette, words }, index) => (
        <Mark key={index} colorPalette={palette}>
          {words}
        </Mark>
      ))}
    </Wrap>
  );
}

const Mark = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    px: '2',
    h: '5',
    textStyle: '2xs',
    fontWeight: 'semibold',
    borderRadius: 'full',
    bg: 'colorPalette.solid',
    color: 'colorPalette.contrast',
    whiteSpace: 'nowrap',
  },
});

/** The opener's `::after` covers the card: a click anywhere opens the product, and the card shows the focus ring. */
const Card = chakra('article', {
  base: {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    h: 'full',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderRadius: 'xl',
    overflow: 'hidden',
    transitionProperty: 'border-color, box-shadow',
    transitionDuration: 'fast',
    _hover: { borderColor: 'border.emphasized', shadow: 'sm' },
    '&:has([data-opener]:focus-visible)': {
      outline: '2px solid',
      outlineColor: 'brand.focusRing',
      outlineOffset: '2px',
    },
  },
});
