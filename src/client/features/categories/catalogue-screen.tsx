import { Trans, useLingui } from '@lingui/react/macro';
import { Store } from 'lucide-react';
import { currentDatabase } from '../../local/current.ts';
import { usePageQuery } from '../../sync/use-live-query.ts';
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

/** The whole catalogue: all categories; during a search or with a filter, the matching products of all categories. */
export function CatalogueScreen() {
  const { t } = useLingui();
  const { online, lastSyncAt, firstLoad } = useSyncStatus();
  const [view, setView] = useView();
  const catalogue = usePageQuery(() => readCatalogue(currentDatabase()), []);
  const isLoading = !catalogue || (firstLoad !== null && catalogue.tree.length === 0);
  const browse = useBrowse(isLoading ? undefined : catalogue.products);
  return (
    <>
      <PageHeader
        title={t`Catalogue`}
        description={browse.total === undefined ? '\u00a0' : <ProductCount total={browse.total} />}
      />
      <OrdersInDoubt />
      <ProductToolbar browse={browse} view={view} onView={setView} label={t`Search products`} />
      <AgeNote at={lastSyncAt} online={online} />
      {browse.isFiltered ? (
        <ProductList browse={browse} view={view} />
      ) : (
        <Overview catalogue={isLoading ? undefined : catalogue} />
      )}
    </>
  );
}

/** The promotions and the categories; `catalogue` is undefined while it loads. */
function Overview({ catalogue }: { catalogue: Catalogue | undefined }) {
  if (catalogue?.tree.length === 0)
    return <EmptyState icon={Store} title={<Trans>The catalogue is empty at the moment.</Trans>} />;
  return (
    <>
      {catalogue ? <Promotions products={catalogue.products} /> : null}
      <CategoryCards tree={catalogue?.tree} />
    </>
  );
}
