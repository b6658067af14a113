import { useLingui } from '@lingui/react/macro';
import { PageHeader } from '../../ui/page-header.tsx';
import { ProductForm } from './product-form.tsx';

const listPath = '/admin/products';

/** The form of a new product (S2B-11). */
export function CreateProductScreen() {
  const { t } = useLingui();
  return (
    <>
      <PageHeader
        title={t`New product`}
        breadcrumb={[
          { label: t`Dashboard`, to: '/dashboard' },
          { label: t`Products`, to: listPath },
        ]}
      />
      <ProductForm product={null} backPath={listPath} />
    </>
  );
}
