import { Trans } from '@lingui/react/macro';
import { currentDatabase } from '../../local/current.ts';
import { useLoadedRows } from '../../sync/use-live-query.ts';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonBlock } from '../../ui/skeleton-lines.tsx';
import { OrderAgainTile } from './order-again-tile.tsx';
import { againMax, readOrderAgain } from './queries.ts';
import { Box, chakra } from '../../ui/theme/styled.tsx';

/** The products that the customer ordered last; a press opens the order popup with the same variant. */
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
