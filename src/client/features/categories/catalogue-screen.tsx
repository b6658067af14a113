import { Trans, useLingui } from '@lingui/react/macro';
import { Store } from 'lucide-react';
import { currentDatabase } from '../../local/current.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useSyncStatus } from '../../sync/use-sync-status.ts';
import { AgeNote } from '../../ui/age-note.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { CategoryCards } from './category-cards.tsx';
import { ProductCount } from './category-header.tsx';
import { Doubts } from './doubts.tsx';
import { ProductList } from './product-list.tsx';
import { ProductToolbar } from './product-toolbar.tsx';
import { readCatalogue } from './queries.ts';
import type { CategoryNode } from './queries.ts';
import { useBrowse } from './use-browse.ts';
import { useView } from './use-view.ts';

/** The whole catalogue: its categories, and with a search or a filter the products of all of them. */
export function CatalogueScreen() {
  const { t } = useLingui();
  const { online, lastSyncAt, firstLoad } = useSyncStatus();
  const [view, setView] = useView();
  const catalogue = useLiveQuery(() => readCatalogue(currentDatabase()), []);
  const isComing = !catalogue || (firstLoad !== null && catalogue.tree.length === 0);
  const browse = useBrowse(isComing ? undefined : catalogue.products);
  return (
    <>
      <PageHeader
        title={t`Catalogue`}
        description={browse.total === undefined ? '\u00a0' : <ProductCount total={browse.total} />}
      />
      <Doubts />
      <ProductToolbar browse={browse} view={view} onView={setView} label={t`Search products`} />
      <AgeNote at={lastSyncAt} online={online} />
      {browse.isNarrowed ? (
        <ProductList browse={browse} view={view} />
      ) : (
        <Categories tree={isComing ? undefined : catalogue.tree} />
      )}
    </>
  );
}

function Categories({ tree }: { tree: readonly CategoryNode[] | undefined }) {
  if (tree?.length === 0)
    return <EmptyState icon={Store} title={<Trans>The catalogue is empty at the moment.</Trans>} />;
  return <CategoryCards tree={tree} />;
}
