import { Trans, useLingui } from '@lingui/react/macro';
import { useParams } from '@tanstack/react-router';
import { Eye, EyeOff, Pencil } from 'lucide-react';
import { hasPriceRange, listPrice } from '../../../contract/product-prices.ts';
import type { ProductVariant } from '../../../contract/products.ts';
import { useHomeCrumb } from '../../lists/use-home-crumb.ts';
import { may } from '../../api/session.ts';
import { useSyncStatus } from '../../sync/use-sync-status.ts';
import { useDates } from '../../text/dates.ts';
import { AgeNote } from '../../ui/age-note.tsx';
import { AppLink, ButtonLink } from '../../ui/app-link.tsx';
import type { Column } from '../../ui/data-table-column.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { FreeText } from '../../ui/free-text.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { PriceText } from '../../ui/price-text.tsx';
import { usePageActions } from '../../ui/page-actions.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { ProductLinks } from '../../ui/product-links.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ProductImage } from '../../ui/product-image.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { MarginText } from './amount-field.tsx';
import { CodesPanel } from './codes-panel.tsx';
import { Fact, TextFact } from './product-fact.tsx';
import { OrderFieldList, SoldIn } from './sold-facts.tsx';
import { AvailabilitySwitch, useAvailability, usePendingProducts } from './availability-switch.tsx';
import { ProductGate } from './product-gate.tsx';
import { ProductOrders, touchTarget } from './product-orders.tsx';
import { ProductSkeleton } from './product-skeletons.tsx';
import { useProductStatus } from './product-status.ts';
import { StockText } from './stock-text.tsx';
import type { ListedProduct } from './queries.ts';
import { Box, chakra, Stack } from '../../ui/theme/styled.tsx';

/** A product for admins: picture, prices, cost, margin, variants, categories, and the orders of it on this device (S2B-13). */
export function ProductScreen() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  return (
    <ProductGate
      key={id}
      id={Number(id)}
      loading={<ProductSkeleton />}
      render={(product) => <ProductPage product={product} />}
    />
  );
}

function ProductPage({ product }: { product: ListedProduct }) {
  const { t } = useLingui();
  const { online, lastSyncAt } = useSyncStatus();
  const { title, description, has_variants: hasVariants, order_fields: fields = [] } = product;
  const hasParts = [description, hasVariants, fields.length > 0, product.sells_codes].some(Boolean);
  return (
    <>
      <PageHeader
        title={title}
        breadcrumb={[...useHomeCrumb(), { label: t`Products`, to: '/admin/products' }]}
        actions={may('catalogue.change') && <Actions product={product} />}
      />
      <Box
        display="grid"
        gap="4"
        alignItems="start"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: '18rem minmax(0, 1fr)' }}
      >
        <Panel flush overflow="hidden" css={besideOnTablets}>
          <ProductImage src={product.image} product={product} alt={t`Picture of the product`} eager />
          <Box px="4" py={{ base: '2', md: '4' }}>
            <Facts product={product} />
          </Box>
        </Panel>
        <Box
          display="grid"
          gap="4"
          alignItems="start"
          gridTemplateColumns={{
            base: 'minmax(0, 1fr)',
            ...(hasParts ? { '2xl': 'repeat(2, minmax(0, 1fr))' } : {}),
          }}
        >
          {hasParts ? (
            <Stack gap="4" minW="0">
              {description ? <Description text={description} /> : null}
              {hasVariants ? <Variants variants={product.product_variants} /> : null}
              {product.sells_codes ? <CodesPanel product={product} /> : null}
              <OrderFieldList fields={fields} />
            </Stack>
          ) : null}
          <ProductOrders product={product} />
        </Box>
      </Box>
      <AgeNote at={lastSyncAt} online={online} />
    </>
  );
}

/** The button that edits the product; the palette has it, too, and switches the availability (S2V-02). */
function Actions({ product }: { product: ListedProduct }) {
  const { id, is_available: isAvailable } = product;
  const { t } = useLingui();
  const setAvailable = useAvailability();
  const target = { to: `/admin/products/${id}/edit` };
  usePageActions(() => [
    { id: 'edit', label: t`Edit`, icon: Pencil, target },
    {
      id: 'availability',
      label: isAvailable ? t`Make unavailable` : t`Make available`,
      icon: isAvailable ? EyeOff : Eye,
      run: () => void setAvailable(product, !isAvailable),
    },
  ]);
  return (
    <ButtonLink {...target}>
      <Pencil aria-hidden="true" />
      <Trans>Edit</Trans>
    </ButtonLink>
  );
}

/** The facts stand beside the picture where both have the whole width of a tablet. */
const besideOnTablets = {
  sm: { display: 'grid', gridTemplateColumns: '18rem minmax(0, 1fr)', alignItems: 'start' },
  lg: { display: 'block' },
} as const;

function Description({ text }: { text: string }) {
  return (
    <Panel title={<Trans>Description</Trans>}>
      <FreeText whiteSpace="pre-wrap" overflowWrap="anywhere" maxW="prose">
        {text}
      </FreeText>
    </Panel>
  );
}

function Facts({ product }: { product: ListedProduct }) {
  const { t } = useLingui();
  const dates = useDates();
  const lookOf = useProductStatus();
  const pending = usePendingProducts().get(String(product.id));
  const { price, cost = 0, categories } = product;
  const lowest = <PriceText amount={listPrice(product)} per={product.price_per} fontWeight="semibold" />;
  return (
    <chakra.dl display="flex" flexDirection="column" gap={{ base: '0', md: '2.5' }} textStyle="sm">
      <Fact name={t`Price`}>{hasPriceRange(product) ? <Trans>from {lowest}</Trans> : lowest}</Fact>
      {product.has_variants || !may('money') ? null : (
        <>
          <Fact name={t`Cost`}>
            <MoneyText amount={cost} />
          </Fact>
          <Fact name={t`Margin`}>
            <MarginText price={price} cost={cost} />
          </Fact>
        </>
      )}
      <SoldIn product={product} />
      <Fact name={t`Status`}>
        <StatusBadge {...lookOf(product.status)} />
      </Fact>
      <Fact name={t`Availability`}>
        {/* A switch is narrower than its touch target. */}
        <Box css={{ '&:has([role=switch])': { me: { base: '-2', md: '0' } } }}>
          <AvailabilitySwitch product={product} pending={pending} />
        </Box>
      </Fact>
      <Fact name={t`Promotion`}>{product.is_on_promo ? <Trans>Yes</Trans> : <Trans>No</Trans>}</Fact>
      <Fact name={t`Categories`}>
        <Stack alignItems="flex-end" gap="1">
          {categories.map((category) => (
            <AppLink key={category.id} to={`/admin/categories/${category.id}`} overflowWrap="anywhere" {...touchTarget}>
              <bdi>{category.title}</bdi>
            </AppLink>
          ))}
        </Stack>
      </Fact>
      <TextFact name={t`SKU`} text={product.sku} />
      <TextFact name={t`Search words`} text={product.search_words} />
      <Fact name={t`Stock`}>
        <StockKind product={product} />
      </Fact>
      {product.video_url || product.store_url ? (
        <Fact name={t`Links`}>
          <ProductLinks product={product} />
        </Fact>
      ) : null}
      <Fact name={t`ID`}>
        <bdi className="numbers">#{product.id}</bdi>
      </Fact>
      <Fact name={t`Created`}>{dates.short(product.created_at)}</Fact>
    </chakra.dl>
  );
}

/** How the product is in stock: by codes, by units, or not tracked. */
function StockKind({ product: { sells_codes: sellsCodes, quantity } }: { product: ListedProduct }) {
  if (sellsCodes) return <Trans>Codes</Trans>;
  return typeof quantity === 'number' ? <StockText quantity={quantity} /> : <Trans>Not tracked</Trans>;
}

function Variants({ variants }: { variants: readonly ProductVariant[] }) {
  const { t } = useLingui();
  const lookOf = useProductStatus();
  const costs: Column<ProductVariant>[] = [
    { id: 'cost', header: t`Cost`, align: 'end', cell: ({ cost = 0 }) => <MoneyText amount={cost} /> },
    {
      id: 'margin',
      header: t`Margin`,
      align: 'end',
      cell: ({ price, cost = 0 }) => <MarginText price={price} cost={cost} />,
    },
  ];
  const columns: Column<ProductVariant>[] = [
    { id: 'title', header: t`Title`, cardSlot: 'lead', cell: ({ title }) => <FreeText>{title}</FreeText> },
    { id: 'price', header: t`Price`, align: 'end', cell: ({ price }) => <MoneyText amount={price} /> },
    ...(may('money') ? costs : []),
    { id: 'status', header: t`Status`, cardSlot: 'side', cell: ({ status }) => <StatusBadge {...lookOf(status)} /> },
  ];
  return (
    <Box as="section" aria-label={t`Variants`}>
      <chakra.h2 textStyle="sm" fontWeight="semibold" mb="2">
        <Trans>Variants</Trans>
      </chakra.h2>
      <DataTable label={t`Variants`} columns={columns} rows={variants} rowKey={({ id }) => id} />
    </Box>
  );
}
