import { Trans, useLingui } from '@lingui/react/macro';
import { PackageX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useHomeCrumb } from '../../lists/use-home-crumb.ts';
import { currentDatabase } from '../../local/current.ts';
import { useLoadedQuery } from '../../sync/use-live-query.ts';
import { ButtonLink } from '../../ui/app-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { readProduct, type ListedProduct } from './queries.ts';

interface Props {
  id: number;
  loading: ReactNode;
  render: (product: ListedProduct) => ReactNode;
}

/** Shows a product that this device has; else a skeleton during the first load, then that there is none. */
export function ProductGate({ id, loading, render }: Props) {
  const { t } = useLingui();
  const db = currentDatabase();
  const { value: product, isLoading } = useLoadedQuery(
    async () => (Number.isSafeInteger(id) ? readProduct(db, id) : null),
    [db, id],
  );
  const home = useHomeCrumb();
  if (product) return <>{render(product)}</>;
  const breadcrumb = [...home, { label: t`Products`, to: '/admin/products' }];
  if (product === undefined || isLoading)
    return (
      <>
        <PageHeader title={t`Product`} breadcrumb={breadcrumb} />
        {loading}
      </>
    );
  return (
    <>
      <PageHeader title={t`Product`} breadcrumb={breadcrumb} />
      <EmptyState
        icon={PackageX}
        title={<Trans>This product is not in the catalogue.</Trans>}
        description={<Trans>It may have been removed, or it is not on this device yet.</Trans>}
        action={
          <ButtonLink to="/admin/products" variant="outline">
            <Trans>Back to products</Trans>
          </ButtonLink>
        }
      />
    </>
  );
}
