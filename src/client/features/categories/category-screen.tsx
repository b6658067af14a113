import { Trans, useLingui } from '@lingui/react/macro';
import { useParams } from '@tanstack/react-router';
import { FolderX } from 'lucide-react';
import { skeletonRows } from '../../../contract/limits.ts';
import { currentDatabase } from '../../local/current.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useSyncStatus } from '../../sync/use-sync-status.ts';
import { AgeNote } from '../../ui/age-note.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SkeletonCards } from '../../ui/skeleton-cards.tsx';
import { CategoryHeader, CategoryHeaderSkeleton } from './category-header.tsx';
import { ChildCategories } from './child-categories.tsx';
import { Doubts } from './doubts.tsx';
import { cataloguePath } from './paths.ts';
import { ProductList } from './product-list.tsx';
import { ProductToolbar } from './product-toolbar.tsx';
import { readCategoryPage } from './queries.ts';
import type { CategoryPage } from './queries.ts';
import { useBrowse } from './use-browse.ts';
import { useView } from './use-view.ts';

/** A category with its products, for customers and admins; another category in the address is another page (S2I-12). */
export function CategoryScreen() {
  const { id } = useParams({ strict: false }) as { id?: string };
  return <CategoryOf key={id} id={Number(id)} />;
}

function CategoryOf({ id }: { id: number }) {
  const { firstLoad } = useSyncStatus();
  const found = useLiveQuery(
    async () => (Number.isSafeInteger(id) ? readCategoryPage(currentDatabase(), id) : null),
    [id],
  );
  if (found) return <Found found={found} isLoading={firstLoad !== null} />;
  if (found === null && !firstLoad) return <Missing />;
  return (
    <>
      <CategoryHeaderSkeleton />
      <SkeletonCards count={skeletonRows.cards} />
    </>
  );
}

function Found({ found, isLoading }: { found: CategoryPage; isLoading: boolean }) {
  const { t } = useLingui();
  const { online, lastSyncAt } = useSyncStatus();
  const [view, setView] = useView();
  // Before the first load has brought the products, none is not the truth yet.
  const products = isLoading && found.products.length === 0 ? undefined : found.products;
  const browse = useBrowse(products);
  return (
    <>
      <CategoryHeader found={found} total={browse.total} />
      <Doubts />
      <ChildCategories nodes={found.children} />
      <ProductToolbar browse={browse} view={view} onView={setView} label={t`Search products`} />
      <AgeNote at={lastSyncAt} online={online} />
      <ProductList browse={browse} view={view} within={found.category.id} />
    </>
  );
}

function Missing() {
  const { t } = useLingui();
  return (
    <>
      <PageHeader title={t`Category`} breadcrumb={[{ label: t`Catalogue`, to: cataloguePath() }]} />
      <EmptyState
        icon={FolderX}
        title={<Trans>This category is not in the catalogue.</Trans>}
        description={<Trans>It may have been removed, or it is not on this device yet.</Trans>}
        action={
          <ButtonLink to={cataloguePath()} variant="outline">
            <Trans>Browse the catalogue</Trans>
          </ButtonLink>
        }
      />
    </>
  );
}
