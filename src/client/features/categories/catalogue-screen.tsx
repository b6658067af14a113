import { Trans, useLingui } from '@lingui/react/macro';
import { Store } from 'lucide-react';
import { currentDatabase } from '../../local/current.ts';
import { useLoadedPageQuery } from '../../sync/use-live-query.ts';
import { useSyncStatus } from '../../sync/use-sync-status.ts';
import { AgeNote } from '../../ui/age-note.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { CategoryCards } from './category-cards.tsx';
import { ProductCount } from './category-header.tsx';
import { OrdersInDoubt, ProductList } from './product-list.tsx';
import { ProductToolbar } from './product-toolbar.tsx';
import { Promotions } from './promotions.tsx';
import { readCatalogue, type Catalogue } from './queries.ts';
import { useBrowse } from './use-browse.ts';
import { useView } from './view-toggle.tsx';
import { Box } from '../../ui/theme/styled.tsx';

/** The whole catalogue: all categories; during a search or with a filter, the matching products of all categories. */
export function CatalogueScreen() {
  const { t } = useLingui();
  const { online, lastSyncAt } = useSyncStatus();
  const [view, setView] = useView();
  const { value: catalogue, isFirstLoad } = useLoadedPageQuery(() => readCatalogue(currentDatabase()), []);
  const isUnknown = catalogue?.tree.length === 0 && (isFirstLoad || lastSyncAt === null);
  const browse = useBrowse(isUnknown ? undefined : catalogue?.products);
  return (
    <>
      <PageHeader
        title={t`Catalogue`}
        description={browse.total === undefined ? '\u00a0' : <ProductCount total={browse.total} />}
      />
      <OrdersInDoubt />
      <ProductToolbar browse={browse} view={view} onView={setView} label={t`Search products`} />
      <Box css={{ '&:not(:empty)': { mb: '2' } }}>
        <AgeNote at={lastSyncAt} online={online} />
      </Box>
      {browse.isFiltered ? (
        <ProductList browse={browse} view={view} />
      ) : (
        <Overview catalogue={isFirstLoad && isUnknown ? undefined : catalogue} isUnknown={isUnknown} />
      )}
    </>
  );
}

interface OverviewProps {
  /** Undefined while it loads. */
  catalogue: Catalogue | undefined;
  /** This device has not loaded a catalogue. */
  isUnknown: boolean;
}

/** The promotions and the categories. */
function Overview({ catalogue, isUnknown }: OverviewProps) {
  if (catalogue?.tree.length === 0) {
    const title = isUnknown ? (
      <Trans>Not loaded on this device yet.</Trans>
    ) : (
      <Trans>The catalogue is empty at the moment.</Trans>
    );
    return <EmptyState icon={Store} title={title} />;
  }
  return (
    <>
      {catalogue ? <Promotions products={catalogue.products} /> : null}
      <CategoryCards tree={catalogue?.tree} />
    </>
  );
}
