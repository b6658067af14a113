import type { SystemStyleObject } from '@chakra-ui/react/styled-system';
import { Trans } from '@lingui/react/macro';
import { MoneyText } from '../../ui/money-text.tsx';
import { ProductImage } from '../../ui/product-image.tsx';
import { ProductLinks } from '../../ui/product-links.tsx';
import type { OrderFormData } from './order-form-data.ts';
import { Box, chakra } from '../../ui/theme/styled.tsx';

interface Props {
  product: NonNullable<OrderFormData['product']>;
  /** In the shop's currency; with variants the price of the chosen one, or the lowest price (then `isFrom`). */
  price: number;
  isFrom: boolean;
}

/** Styles of a phone in landscape, where the variants need the height. */
const low = (styles: SystemStyleObject) => ({ '@media (max-height: 30em)': styles });

/** The product to be ordered: picture, title, price, description, links (S2J-02). */
export function ProductSummary({ product, price, isFrom }: Props) {
  const amount = <MoneyText amount={price} color="fg" fontWeight="semibold" textStyle="lg" data-testid="order-price" />;
  return (
    <Box display="flex" flexDirection="column" gap="3">
      <Box display="flex" gap="4" alignItems="center">
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
          <chakra.p mt="1" color="fg.muted">
            {isFrom ? <Trans>from {amount}</Trans> : amount}
          </chakra.p>
        </Box>
      </Box>
      {product.description ? (
        <chakra.p color="fg.muted" whiteSpace="pre-line" wordBreak="break-word" css={low({ lineClamp: 1 })}>
          <bdi>{product.description}</bdi>
        </chakra.p>
      ) : null}
      <ProductLinks product={product} />
    </Box>
  );
}
