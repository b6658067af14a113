import type { SystemStyleObject } from '@chakra-ui/react/styled-system';
import { Trans } from '@lingui/react/macro';
import { PriceText } from '../../ui/price-text.tsx';
import { ProductImage } from '../../ui/product-image.tsx';
import { ProductLinks } from '../../ui/product-links.tsx';
import type { OrderFormData } from './order-form-data.ts';
import { Box, chakra, HStack, Muted, Stack } from '../../ui/theme/styled.tsx';

interface Props {
  product: NonNullable<OrderFormData['product']>;
  /** In the shop's currency; of as many units as the product's price is for; with variants the price of the chosen one, or the lowest price (then `isFrom`). */
  price: number;
  isFrom: boolean;
}

/** Styles of a phone in landscape, where the variants need the height. */
const low = (styles: SystemStyleObject) => ({ '@media (max-height: 30em)': styles });

/** The product to be ordered: picture, title, price, description, links (S2J-02). */
export function ProductSummary({ product, price, isFrom }: Props) {
  const look = { color: 'fg', fontWeight: 'semibold', textStyle: 'lg' } as const;
  const amount = <PriceText amount={price} per={product.price_per} {...look} data-testid="order-price" />;
  return (
    <Stack gap="3">
      <HStack gap="4">
        <ProductImage
          src={product.image}
          product={product}
          eager
          w="28"
          flexShrink={0}
          borderRadius="lg"
          css={low({ w: '16' })}
        />
        <Box minW="0" flex="1">
          <chakra.h3 textStyle="md" fontWeight="semibold" wordBreak="break-word">
            <bdi>{product.title}</bdi>
          </chakra.h3>
          <Muted mt="1">{isFrom ? <Trans>from {amount}</Trans> : amount}</Muted>
        </Box>
      </HStack>
      {product.description ? (
        <Muted whiteSpace="pre-line" wordBreak="break-word" css={low({ lineClamp: 1 })}>
          <bdi>{product.description}</bdi>
        </Muted>
      ) : null}
      <ProductLinks product={product} />
    </Stack>
  );
}
