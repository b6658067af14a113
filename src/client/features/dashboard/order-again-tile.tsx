import { useMoney } from '../../text/money.ts';
import { FreeText } from '../../ui/free-text.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { ProductImage } from '../../ui/product-image.tsx';
import { useUrlDialogOpener } from '../../ui/use-url-dialog.ts';
import type { OrderedBefore } from './queries.ts';
import { chakra } from '../../ui/theme/styled.tsx';

/** A product that the customer has ordered; a press opens the order popup with the same variant. */
export function OrderAgainTile({ ordered: { product, variant } }: { ordered: OrderedBefore }) {
  const order = useUrlDialogOpener('buy');
  const open = () => order(product.id, variant ? { variant: variant.id } : {});
  const price = variant?.price ?? product.price;
  const isLong = useMoney().isLong(price);
  return (
    <li data-long={isLong ? '' : undefined}>
      <TileButton type="button" aria-haspopup="dialog" onClick={open}>
        <ProductImage as="span" src={product.image} product={product} sizes="160px" borderRadius="lg" mb="1" />
        <FreeText fontWeight="medium" textStyle="sm" lineClamp={2} minH="2lh">
          {product.title}
        </FreeText>
        <FreeText textStyle="xs" color="fg.muted" truncate minH="1lh">
          {variant?.title}
        </FreeText>
        <MoneyText amount={price} textStyle="sm" fontWeight="semibold" />
      </TileButton>
    </li>
  );
}

const TileButton = chakra('button', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'stretch',
    w: 'full',
    h: 'full',
    p: '1.5',
    textAlign: 'start',
    cursor: 'pointer',
    borderRadius: 'xl',
    focusVisibleRing: 'inside',
    transitionProperty: 'background-color',
    transitionDuration: 'fast',
    _hover: { bg: 'bg.hover' },
  },
});
