import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronRight } from 'lucide-react';
import { useId } from 'react';
import { canBeOrdered } from '../../../contract/order-rules.ts';
import { PlainLink } from '../../ui/app-link.tsx';
import { FreeText } from '../../ui/free-text.tsx';
import { ProductImage } from '../../ui/product-image.tsx';
import { cataloguePath } from './child-categories.tsx';
import { ProductPrice } from './product-card.tsx';
import { ProductOpener } from './product-opener.tsx';
import type { ListedProduct } from './queries.ts';
import { Box, chakra, HStack, Stack } from '../../ui/theme/styled.tsx';

/** Products that are shown; the link beside the title leads to all. */
const shownMax = 12;

/** The products on promotion that can be ordered, those ordered most first, in one row that scrolls; nothing without any. */
export function Promotions({ products }: { products: readonly ListedProduct[] }) {
  const { t } = useLingui();
  const id = useId();
  const promoted = products
    .filter((product) => product.is_on_promo && canBeOrdered(product))
    .toSorted((a, b) => b.orders_count - a.orders_count || a.id - b.id);
  if (promoted.length === 0) return null;
  return (
    <chakra.section aria-labelledby={id} mb="5">
      <HStack justifyContent="space-between" gap="3" mb="2">
        <chakra.h2 id={id} textStyle="section">
          <Trans>Promotions</Trans>
        </chakra.h2>
        <PlainLink
          to={cataloguePath()}
          search={{ only: 'promotion' } as never}
          aria-label={t`View all promotions`}
          {...viewAll}
        >
          <Trans>View all</Trans>
          <ChevronRight size={16} data-mirror="" aria-hidden="true" />
        </PlainLink>
      </HStack>
      <Rail>
        {promoted.slice(0, shownMax).map((product, index) => (
          <Tile key={product.id} data-product={product.id}>
            <ProductImage src={product.image} product={product} eager={index < 3} sizes="144px" borderTopRadius="xl" />
            <Stack p="2.5" flex="1">
              <FreeText as="h3" textStyle="sm" fontWeight="medium" minH="2lh" wordBreak="break-word">
                <ProductOpener product={product} />
              </FreeText>
              <Box mt="auto" pt="1">
                <ProductPrice product={product} />
              </Box>
            </Stack>
          </Tile>
        ))}
      </Rail>
    </chakra.section>
  );
}

const viewAll = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: '0.5',
  minH: { base: '11', md: '8' },
  my: '-2',
  textStyle: 'sm',
  fontWeight: 'medium',
  color: 'brand.fg',
  borderRadius: 'xs',
  focusVisibleRing: 'outside',
  _hover: { textDecoration: 'underline' },
} as const;

/** Reaches the edges of a phone's screen, so that a tile that is cut there shows that there are more. */
const Rail = chakra('ul', {
  base: {
    display: 'flex',
    gap: '3',
    listStyle: 'none',
    overflowX: 'auto',
    scrollSnapType: 'x proximity',
    mx: { base: '-4', md: '0' },
    px: { base: '4', md: '0.5' },
    scrollPaddingInline: '4',
    py: '0.5',
    pb: '2',
  },
});

const Tile = chakra('li', {
  base: {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    flex: '0 0 9rem',
    scrollSnapAlign: 'start',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderRadius: 'xl',
    _hover: { borderColor: 'border.emphasized', shadow: 'sm' },
    '&:has([data-opener]:focus-visible)': {
      outline: '2px solid',
      outlineColor: 'brand.focusRing',
      outlineOffset: '-2px',
    },
  },
});
