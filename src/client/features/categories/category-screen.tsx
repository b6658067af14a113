import { Trans, useLingui } from '@lingui/react/macro';
import { useParams } from '@tanstack/react-router';
import { FolderX } from 'lucide-react';
import { skeletonRows } from '../../../contract/limits.ts';
import { currentDatabase } from '../../local/current.ts';
import { useLoadedPageQuery } from '../../sync/use-live-query.ts';
import { useSyncStatus } from '../../sync/use-sync-status.ts';
import { AgeNote } from '../../ui/age-note.tsx';
import { ButtonLink } from '../../ui/app-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SkeletonCards } from '../../ui/skeleton-cards.tsx';
import { CategoryHeader, CategoryHeaderSkeleton } from './category-header.tsx';
import { ChildCategories, cataloguePath } from './child-categories.tsx';
import { OrdersInDoubt, ProductList } from './product-list.tsx';
import { ProductToolbar } from './product-toolbar.tsx';
import { readCategoryPage, type CategoryPage } from './queries.ts';
import { useBrowse } from './use-browse.ts';
import { useView } from './view-toggle.tsx';
import { Box } from '../../ui/theme/styled.tsx';

/** A category with its products, for customers and admins; another category starts at page 1 again (S2I-12). */
export function CategoryScreen() {
  const { id } = useParams({ strict: false }) as { id?: string };
  return <CategoryById key={id} id={Number(id)} />;
}

function CategoryById({ id }: { id: number }) {
  const { value: page, isLoading } = useLoadedPageQuery(
    async () => (Number.isSafeInteger(id) ? readCategoryPage(currentDatabase(), id) : null),
    [id],
  );
  if (page) return <LoadedCategory page={page} isLoading={isLoading} />;
  if (page === null && !isLoading) return <Missing />;
  return (
    <>
      <CategoryHeaderSkeleton />
      <SkeletonCards count={skeletonRows.cards} />
    </>
  );
}

function LoadedCategory({ page, isLoading }: { page: CategoryPage; isLoading: boolean }) {
  const { t } = useLingui();
  const { online, lastSyncAt } = useSyncStatus();
  const [view, setView] = useView();
  // An empty list is not final before the first load is complete.
  const products = isLoading && page.products.length === 0 ? undefined : page.products;
  const browse = useBrowse(products);
  return (
    <>
      <CategoryHeader page={page} total={browse.total} />
      <OrdersInDoubt />
      <ChildCategories nodes={page.children} parent={page.category.title} />
      <ProductToolbar browse={browse} view={view} onView={setView} label={t`Search products`} />
      <Box css={{ '&:not(:empty)': { mb: '2' } }}>
        <AgeNote at={lastSyncAt} online={online} />
      </Box>
      <ProductList browse={browse} view={view} pageCategoryId={page.category.id} />
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
