import { Trans } from '@lingui/react/macro';
import type { ProductRow } from '../../../contract/products.ts';
import { useFormatCount } from '../../text/money.ts';
import { chakra } from '../../ui/theme/styled.tsx';

/** The units of a tracked stock: "12 in stock", or that there are none; nothing while the stock is not tracked. */
export function StockText({ quantity }: Pick<ProductRow, 'quantity'>) {
  const formatCount = useFormatCount();
  if (typeof quantity !== 'number') return null;
  return quantity === 0 ? (
    <chakra.span color="fg.error">
      <Trans>Out of stock</Trans>
    </chakra.span>
  ) : (
    <chakra.span className="numbers" whiteSpace="nowrap">
      <Trans>{formatCount(quantity)} in stock</Trans>
    </chakra.span>
  );
}
