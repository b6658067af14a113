import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { Eye, Package, Pencil, Plus } from 'lucide-react';
import { pageSizes, visibleCategoryBadgesInTables } from '../../../contract/limits.ts';
import { hasPriceRange, listPrice } from '../../../contract/product-prices.ts';
import { defineList } from '../../lists/define-list.ts';
import { ListPage } from '../../lists/list-page.tsx';
import { useDates } from '../../text/dates.ts';
import { useFormatCount } from '../../text/money.ts';
import { ButtonLink } from '../../ui/app-link.tsx';
import { CategoryBadges } from '../../ui/category-badges.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FreeText } from '../../ui/free-text.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { ProductImage } from '../../ui/product-image.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { AvailabilitySwitch, usePendingProducts } from './availability-switch.tsx';
import {
  availabilities,
  generalStatuses,
  useAvailabilityChoices,
  useGeneralStatus,
  useStatusChoices,
} from './product-words.ts';
import { productSource, useCategoryChoices, type ListedProduct } from './queries.ts';

function useListContext() {
  return { pendingStates: usePendingProducts(), lookOf: useGeneralStatus(), formatCount: useFormatCount() };
}

/** The products of the shop (S2G-02). */
const allProducts = defineList<ListedProduct, ReturnType<typeof useListContext>>({
  source: productSource,
  title: msg`Products`,
  searchLabel: msg`Search products`,
  filters: [
    { name: 'category', label: msg`Category`, useChoices: useCategoryFilter },
    { name: 'status', label: msg`Status`, values: generalStatuses, useChoices: useStatusChoices },
    { name: 'availability', label: msg`Availability`, values: availabilities, useChoices: useAvailabilityChoices },
  ],
  pageSizes,
  useContext: useListContext,
  columns: [
    {
      id: 'id',
      header: msg`ID`,
      width: '4rem',
      cardPlace: 'extra',
      hideName: true,
      numbers: true,
      cell: ({ id }) => <chakra.bdi color="fg.muted">#{id}</chakra.bdi>,
    },
    {
      id: 'picture',
      header: msg`Picture`,
      hideHeader: true,
      width: '3.25rem',
      cardPlace: 'plain',
      cell: (product) => <Picture product={product} hideBelow="sm" />,
    },
    {
      id: 'title',
      header: msg`Title`,
      cardPlace: 'lead',
      width: '24%',
      cell: (product) => <Title product={product} />,
    },
    {
      id: 'categories',
      header: msg`Categories`,
      width: '11rem',
      cardPlace: 'plain',
      // A phone's card leaves them out: the product's page and the filter have them.
      cell: ({ categories }) => (
        <Box hideBelow="sm">
          <CategoryBadges categories={categories} visible={visibleCategoryBadgesInTables} />
        </Box>
      ),
    },
    {
      id: 'price',
      header: msg`Price`,
      cardPlace: 'amount',
      align: 'end',
      numbers: true,
      cell: (product) => <Price product={product} />,
    },
    {
      id: 'orders',
      header: msg`Orders`,
      align: 'end',
      numbers: true,
      cardPlace: 'extra',
      cell: ({ orders_count: count }, { formatCount }) => formatCount(count),
    },
    {
      id: 'status',
      header: msg`Status`,
      hideName: true,
      cell: ({ status }, { lookOf }) => <StatusBadge {...lookOf(status)} />,
    },
    {
      id: 'availability',
      header: msg`Available`,
      cardPlace: 'side',
      cell: (product, { pendingStates }) => (
        <AvailabilitySwitch product={product} pending={pendingStates.get(String(product.id))} />
      ),
    },
    {
      id: 'created',
      header: msg`Created`,
      numbers: true,
      cardPlace: 'none',
      cell: ({ created_at: at }) => <Created at={at} />,
    },
    {
      id: 'actions',
      header: msg`Actions`,
      hideHeader: true,
      align: 'end',
      cardPlace: 'plain',
      cell: (product) => <Actions product={product} />,
    },
  ],
  openLabel: ({ title }) => msg`Open product ${title}`,
  Empty: NoProducts,
  nothingFound: msg`No products found matching your criteria.`,
});

/** The products, newest first, with their availability and the way to their forms (S2G). */
export function ProductsScreen() {
  const { t } = useLingui();
  const navigate = useNavigate();
  return (
    <ListPage
      list={allProducts}
      breadcrumb={[{ label: t`Dashboard`, to: '/dashboard' }]}
      actions={<NewProduct />}
      onOpen={({ id }) => void navigate({ to: `/admin/products/${id}` })}
    />
  );
}

function NewProduct() {
  return (
    <ButtonLink to="/admin/products/create">
      <Plus aria-hidden="true" />
      <Trans>New product</Trans>
    </ButtonLink>
  );
}

function useCategoryFilter() {
  return (useCategoryChoices() ?? []).map(({ id, title }) => ({ value: String(id), label: title }));
}

function Picture({ product, ...rest }: { product: ListedProduct; hideBelow?: 'sm'; hideFrom?: 'sm' }) {
  return (
    <ProductImage
      src={product.image}
      ratio="1"
      boxSize="9"
      borderRadius="md"
      flexShrink={0}
      sizes="40px"
      opacity={product.is_available ? 1 : 0.5}
      {...rest}
    />
  );
}

/** The title; on a phone's card the picture stands before it. */
function Title({ product }: { product: ListedProduct }) {
  return (
    <Box display="flex" alignItems="center" gap="3" minW="0">
      <Picture product={product} hideFrom="sm" />
      <FreeText lineClamp={2} wordBreak="break-word">
        {product.title}
      </FreeText>
    </Box>
  );
}

/** The lowest price of the active variants; "from €10.00" where they differ. */
function Price({ product }: { product: ListedProduct }) {
  const amount = <MoneyText amount={listPrice(product)} fontWeight="medium" color="fg" />;
  return (
    <chakra.span color="fg.muted" whiteSpace="nowrap">
      {hasPriceRange(product) ? <Trans>from {amount}</Trans> : amount}
    </chakra.span>
  );
}

function Created({ at }: { at: string }) {
  const dates = useDates();
  return (
    <chakra.span whiteSpace="nowrap" title={dates.full(at)}>
      {dates.short(at)}
    </chakra.span>
  );
}

/** Not on a phone's card, which opens the product. */
function Actions({ product: { id, title } }: { product: ListedProduct }) {
  const { t } = useLingui();
  return (
    <Box display={{ base: 'none', sm: 'inline-flex' }}>
      <ButtonLink
        to={`/admin/products/${id}`}
        size="xs"
        variant="ghost"
        px="0"
        aria-label={t`View ${title}`}
        title={t`View`}
      >
        <Eye aria-hidden="true" />
      </ButtonLink>
      <ButtonLink
        to={`/admin/products/${id}/edit`}
        size="xs"
        variant="ghost"
        px="0"
        aria-label={t`Edit ${title}`}
        title={t`Edit`}
      >
        <Pencil aria-hidden="true" />
      </ButtonLink>
    </Box>
  );
}

function NoProducts() {
  return (
    <EmptyState
      icon={Package}
      title={<Trans>There are no products yet.</Trans>}
      description={<Trans>Products appear in the catalogue as soon as they are saved.</Trans>}
      action={<NewProduct />}
    />
  );
}
