import { useLingui } from '@lingui/react/macro';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useHomeCrumb } from '../../lists/use-home-crumb.ts';
import { FreeText } from '../../ui/free-text.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ProductForm } from './product-form.tsx';
import { ProductGate } from './product-gate.tsx';
import { ProductFormSkeleton } from './product-skeletons.tsx';
import type { ListedProduct } from './queries.ts';

/** The form of a product, filled in (S2B-12). */
export function EditProductScreen() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  return (
    <ProductGate
      key={id}
      id={Number(id)}
      loading={<ProductFormSkeleton />}
      render={(product) => <Edit {...product} />}
    />
  );
}

function Edit(product: ListedProduct) {
  const { t } = useLingui();
  const { id, title } = product;
  const path = `/admin/products/${id}`;
  // The version that the form shows; a newer one that arrives meanwhile is compared when the form is saved.
  const [opened] = useState(product);
  return (
    <>
      <PageHeader
        title={t`Edit product`}
        breadcrumb={[
          ...useHomeCrumb(),
          { label: t`Products`, to: '/admin/products' },
          { label: <FreeText truncate>{title}</FreeText>, to: path },
        ]}
      />
      <ProductForm product={opened} backPath={path} />
    </>
  );
}
