import { useLingui } from '@lingui/react/macro';
import { PageHeader } from '../../ui/page-header.tsx';
import { ProductForm } from './product-form.tsx';
import { ProductFormSkeleton } from './product-skeletons.tsx';
import { useStoredProductDraft } from './use-product-draft.ts';

const listPath = '/admin/products';
const draftName = 'product.new';

/** The form of a new product (S2B-11). */
export function CreateProductScreen() {
  const { t } = useLingui();
  const stored = useStoredProductDraft(draftName);
  return (
    <>
      <PageHeader
        title={t`New product`}
        breadcrumb={[
          { label: t`Dashboard`, to: '/dashboard' },
          { label: t`Products`, to: listPath },
        ]}
      />
      {stored === undefined ? (
        <ProductFormSkeleton />
      ) : (
        <ProductForm id={null} draftName={draftName} stored={stored} base={null} backPath={listPath} />
      )}
    </>
  );
}
