import { Trans } from '@lingui/react/macro';
import { PackageOpen } from 'lucide-react';
import { categoryPageSize, skeletonRows } from '../../../contract/limits.ts';
import { useCallsInDoubt, settleCallInDoubt } from '../../sync/use-pending-calls.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Pager } from '../../ui/pager.tsx';
import { SkeletonCards } from '../../ui/skeleton-cards.tsx';
import { NothingFound } from './nothing-found.tsx';
import { ProductCard, ProductLine } from './product-card.tsx';
import type { Browse } from './use-browse.ts';
import type { View } from './view-toggle.tsx';
import { DoubtNotices } from '../../ui/doubt-notices.tsx';
import { Box, chakra } from '../../ui/theme/styled.tsx';

/** Number of cards whose pictures are likely on the first screen. */
const eagerCards = 4;

interface Props {
  browse: Browse;
  view: View;
  /** The category of the page. */
  pageCategoryId?: number;
}

/** One page of products as cards or lines, in one of four states: loading, empty, nothing found, found. */
export function ProductList({ browse, view, pageCategoryId }: Props) {
  const { rows, total, page, isFiltered, goToPage } = browse;
  const inDoubt = new Set(useCallsInDoubt().map(({ about }) => about.product_id));
  if (!rows) return <SkeletonCards count={skeletonRows.cards} />;
  if (rows.length === 0) {
    return isFiltered ? (
      <NothingFound browse={browse} categoryId={pageCategoryId} />
    ) : (
      <EmptyState
        icon={PackageOpen}
        title={<Trans>There are no products available in this category at the moment.</Trans>}
      />
    );
  }
  const Item = view === 'grid' ? ProductCard : ProductLine;
  return (
    <Box>
      <List data-view={view}>
        {rows.map((product, index) => (
          <li key={product.id}>
            <Item
              product={product}
              eager={index < eagerCards}
              pageCategoryId={pageCategoryId}
              isInDoubt={inDoubt.has(product.id)}
            />
          </li>
        ))}
      </List>
      <Pager page={page} perPage={categoryPageSize} shown={rows.length} total={total} onPage={goToPage} />
    </Box>
  );
}

const List = chakra('ul', {
  base: {
    display: 'grid',
    gap: { base: '3', md: '4' },
    listStyle: 'none',
    '& > li': { minW: '0' },
    '&[data-view=grid]': {
      gridTemplateColumns: {
        base: 'repeat(2, minmax(0, 1fr))',
        md: 'repeat(3, minmax(0, 1fr))',
        xl: 'repeat(4, minmax(0, 1fr))',
      },
    },
  },
});

/** The orders in doubt, above the products, so that the user does not place one a second time by mistake. */
export function OrdersInDoubt() {
  const doubts = useCallsInDoubt();
  return doubts.length === 0 ? null : (
    <Box mb="4">
      <DoubtNotices doubts={doubts} onCheck={settleCallInDoubt} />
    </Box>
  );
}
