import { useLingui } from '@lingui/react/macro';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useHomeCrumb } from '../../lists/use-home-crumb.ts';
import { FreeText } from '../../ui/free-text.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ProductForm } from './product-form.tsx';
import { ProductGate } from './product-gate.tsx';
import { ProductFormSkeleton } from './product-skeletons.tsx';
import { valuesOf } from './product-values.ts';
import type { ListedProduct } from './queries.ts';
import { useStoredProductDraft } from './use-product-draft.ts';

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
  const draftName = `product.${id}`;
  const path = `/admin/products/${id}`;
  const stored = useStoredProductDraft(draftName);
  // The version that the form shows; a newer one that arrives meanwhile is compared when the form is saved.
  const [base] = useState({ rev: product.rev, values: valuesOf(product) });
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
      {stored === undefined ? (
        <ProductFormSkeleton />
      ) : (
        <ProductForm id={id} draftName={draftName} stored={stored} base={base} backPath={path} />
      )}
    </>
  );
}
