import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useParams } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { hasPriceRange, listPrice } from '../../../contract/product-prices.ts';
import type { Order } from '../../../contract/orders.ts';
import type { ProductVariant } from '../../../contract/products.ts';
import { useSyncStatus } from '../../sync/use-sync-status.ts';
import { useDates } from '../../text/dates.ts';
import { useFormatCount } from '../../text/money.ts';
import { useStatuses } from '../../text/statuses.ts';
import { AgeNote } from '../../ui/age-note.tsx';
import { AppLink, ButtonLink } from '../../ui/app-link.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { FreeText } from '../../ui/free-text.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ProductImage } from '../../ui/product-image.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SkeletonLines } from '../../ui/skeleton-lines.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { MarginText } from './amount-field.tsx';
import { AvailabilitySwitch, usePendingProducts } from './availability-switch.tsx';
import { ProductGate } from './product-gate.tsx';
import { useGeneralStatus } from './product-words.ts';
import { useOrdersOf, type ListedProduct } from './queries.ts';

/** A product for admins: picture, prices, cost, margin, variants, categories, and the orders of it on this device (S2B-13). */
export function ProductScreen() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  return (
    <ProductGate
      key={id}
      id={Number(id)}
      loading={<SkeletonLines lines={8} />}
      render={(product) => <ProductPage product={product} />}
    />
  );
}

function ProductPage({ product }: { product: ListedProduct }) {
  const { t } = useLingui();
  const { online, lastSyncAt } = useSyncStatus();
  const { id, title, description, has_variants: hasVariants } = product;
  return (
    <>
      <PageHeader
        title={title}
        breadcrumb={[
          { label: t`Dashboard`, to: '/dashboard' },
          { label: t`Products`, to: '/admin/products' },
        ]}
        actions={
          <ButtonLink to={`/admin/products/${id}/edit`}>
            <Pencil aria-hidden="true" />
            <Trans>Edit</Trans>
          </ButtonLink>
        }
      />
      <Box
        display="grid"
        gap="4"
        alignItems="start"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: '18rem minmax(0, 1fr)' }}
      >
        <Panel flush overflow="hidden">
          <ProductImage src={product.image} alt={t`Picture of the product`} eager />
          <Box px="4" py="4">
            <Facts product={product} />
          </Box>
        </Panel>
        <Box display="flex" flexDirection="column" gap="4" minW="0">
          {description ? (
            <Panel title={<Trans>Description</Trans>}>
              <FreeText whiteSpace="pre-wrap" overflowWrap="anywhere" maxW="prose">
                {description}
              </FreeText>
            </Panel>
          ) : null}
          {hasVariants ? <Variants variants={product.product_variants} /> : null}
          <Orders product={product} />
        </Box>
      </Box>
      <AgeNote at={lastSyncAt} online={online} />
    </>
  );
}

function Facts({ product }: { product: ListedProduct }) {
  const { t } = useLingui();
  const dates = useDates();
  const lookOf = useGeneralStatus();
  const pending = usePendingProducts().get(String(product.id));
  const { price, cost = 0, categories } = product;
  const lowest = <MoneyText amount={listPrice(product)} fontWeight="semibold" />;
  return (
    <chakra.dl display="flex" flexDirection="column" gap="2.5" textStyle="sm">
      <Fact name={t`Price`}>{hasPriceRange(product) ? <Trans>from {lowest}</Trans> : lowest}</Fact>
      {product.has_variants ? null : (
        <>
          <Fact name={t`Cost`}>
            <MoneyText amount={cost} />
          </Fact>
          <Fact name={t`Margin`}>
            <MarginText price={price} cost={cost} />
          </Fact>
        </>
      )}
      <Fact name={t`Status`}>
        <StatusBadge {...lookOf(product.status)} />
      </Fact>
      <Fact name={t`Available`}>
        <AvailabilitySwitch product={product} pending={pending} />
      </Fact>
      <Fact name={t`Promotion`}>{product.is_on_promo ? <Trans>Yes</Trans> : <Trans>No</Trans>}</Fact>
      <Fact name={t`Categories`}>
        <Box display="flex" flexDirection="column" alignItems="flex-end" gap="1">
          {categories.map((category) => (
            <AppLink key={category.id} to={`/admin/categories/${category.id}`} overflowWrap="anywhere" {...touchTarget}>
              <bdi>{category.title}</bdi>
            </AppLink>
          ))}
        </Box>
      </Fact>
      <Fact name={t`ID`}>
        <bdi className="numbers">#{product.id}</bdi>
      </Fact>
      <Fact name={t`Created`}>{dates.short(product.created_at)}</Fact>
    </chakra.dl>
  );
}

/** At least 44 px high on touch screens. */
const touchTarget = {
  display: 'inline-flex',
  alignItems: 'center',
  minH: { base: '11', md: '0' },
  minW: { base: '11', md: '0' },
} as const;

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Box display="flex" justifyContent="space-between" alignItems="center" gap="4" minW="0">
      <chakra.dt color="fg.muted" flexShrink={0}>
        {name}
      </chakra.dt>
      <chakra.dd minW="0" textAlign="end">
        {children}
      </chakra.dd>
    </Box>
  );
}

function Variants({ variants }: { variants: readonly ProductVariant[] }) {
  const { t } = useLingui();
  const lookOf = useGeneralStatus();
  const columns: Column<ProductVariant>[] = [
    { id: 'title', header: t`Title`, cardPlace: 'lead', cell: ({ title }) => <FreeText>{title}</FreeText> },
    { id: 'price', header: t`Price`, align: 'end', cell: ({ price }) => <MoneyText amount={price} /> },
    { id: 'cost', header: t`Cost`, align: 'end', cell: ({ cost = 0 }) => <MoneyText amount={cost} /> },
    {
      id: 'margin',
      header: t`Margin`,
      align: 'end',
      cell: ({ price, cost = 0 }) => <MarginText price={price} cost={cost} />,
    },
    { id: 'status', header: t`Status`, cardPlace: 'side', cell: ({ status }) => <StatusBadge {...lookOf(status)} /> },
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

/** The newest orders of the product on this device, and the way to all of them. */
function Orders({ product }: { product: ListedProduct }) {
  const { id, orders_count: count } = product;
  const formatCount = useFormatCount();
  const statuses = useStatuses();
  const found = useOrdersOf(product);
  return (
    <Panel
      title={<Trans>Orders</Trans>}
      aside={
        count > 0 ? (
          <AppLink to="/admin/orders" search={{ product: String(id) } as never} textStyle="sm" {...touchTarget}>
            <Trans>View all {formatCount(count)}</Trans>
          </AppLink>
        ) : null
      }
    >
      {found?.orders.map((order) => (
        <OrderLine key={order.id}>
          <bdi className="numbers">#{order.id}</bdi>
          <Box flex="1 1 8rem" minW="0">
            <FreeText lineClamp={1}>{order.user_name}</FreeText>
            <FreeText textStyle="xs" color="fg.muted" lineClamp={1}>
              {variantOf(order, id)}
            </FreeText>
          </Box>
          <RelativeTime at={order.created_at} color="fg.muted" textStyle="xs" />
          <StatusBadge {...statuses.order(order.status, 'admin')} />
          <MoneyText amount={order.total_price} fontWeight="medium" />
        </OrderLine>
      ))}
      <chakra.p textStyle="sm" color="fg.muted" mt="2">
        {found?.total === 0 ? (
          count === 0 ? (
            <Trans>This product has not been ordered yet.</Trans>
          ) : (
            <Trans>None of its orders is on this device.</Trans>
          )
        ) : found ? (
          <Plural value={found.total} one="# order on this device" other="# orders on this device" />
        ) : null}
      </chakra.p>
    </Panel>
  );
}

/** The variant of the product that was ordered; null for the product itself. */
const variantOf = ({ items }: Order, productId: number): string | null =>
  items.find((item) => item.product_id === productId)?.variant_name ?? null;

const OrderLine = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '3',
    rowGap: '1',
    py: '2',
    textStyle: 'sm',
    borderBottomWidth: '1px',
    borderColor: 'border.muted',
  },
});
