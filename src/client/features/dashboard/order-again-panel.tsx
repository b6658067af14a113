import { Trans } from '@lingui/react/macro';
import { currentDatabase } from '../../local/current.ts';
import { useLoadedRows } from '../../sync/use-live-query.ts';
import { useMoney } from '../../text/money.ts';
import { FreeText } from '../../ui/free-text.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PriceText } from '../../ui/price-text.tsx';
import { ProductImage } from '../../ui/product-image.tsx';
import { SkeletonBlock } from '../../ui/skeleton-lines.tsx';
import { Box, chakra } from '../../ui/theme/styled.tsx';
import { useUrlDialogOpener } from '../../ui/use-url-dialog.ts';
import { againMax, readOrderAgain, type OrderedBefore } from './queries.ts';

/** The products that the customer ordered last; a press opens the order popup with the same variant, quantity and answers. */
export function OrderAgainPanel() {
  const found = useLoadedRows(() => readOrderAgain(currentDatabase()), []);
  if (found?.length === 0) return null;
  return (
    <Panel title={<Trans>Order again</Trans>}>
      <Tiles aria-busy={found === undefined}>
        {found
          ? found.map((ordered) => <OrderAgainTile key={ordered.product.id} ordered={ordered} />)
          : Array.from({ length: againMax }, (_, index) => <EmptyTile key={index} />)}
      </Tiles>
    </Panel>
  );
}

/** A placeholder as high as a tile. */
const EmptyTile = () => (
  <Box as="li" aria-hidden="true" p="1.5">
    <SkeletonBlock aspectRatio="4 / 3" borderRadius="lg" mb="1" />
    <Box textStyle="sm" h="2lh" pt="1">
      <SkeletonBlock h="3.5" w="80%" />
    </Box>
    <Box textStyle="xs" h="1lh" />
    <Box textStyle="sm" h="1lh">
      <SkeletonBlock h="3.5" w="50%" />
    </Box>
  </Box>
);

const Tiles = chakra('ul', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
    gap: '1',
    mx: '-1.5',
    '&:has([data-long])': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
    // Large text on a phone.
    '@media (max-width: 22em)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  },
});

/** A product that the customer has ordered; a press opens the order popup with the same variant. */
function OrderAgainTile({ ordered: { product, variant, orderId } }: { ordered: OrderedBefore }) {
  const order = useUrlDialogOpener('buy');
  const open = () => order(product.id, { ...(variant && { variant: variant.id }), again: orderId });
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
        <PriceText amount={price} per={product.price_per} textStyle="sm" fontWeight="semibold" />
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
