import { chakra } from '@chakra-ui/react/styled-system';
import { Trans } from '@lingui/react/macro';
import { MoneyText } from '../../ui/money-text.tsx';
import { hasPriceRange } from './prices.ts';
import type { ListedProduct } from './queries.ts';

/** A product's price; "from €10.00" where its variants differ. */
export function ProductPrice({ product }: { product: ListedProduct }) {
  const amount = <MoneyText amount={product.shown} fontWeight="semibold" color="fg" />;
  return (
    <chakra.span textStyle={{ base: 'sm', md: 'md' }} color="fg.muted">
      {hasPriceRange(product) ? <Trans>from {amount}</Trans> : amount}
    </chakra.span>
  );
}
