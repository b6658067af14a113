import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { Eye, Package, Pencil, Plus } from 'lucide-react';
import { pageSizes, visibleCategoryBadgesInTables } from '../../../contract/limits.ts';
import { hasPriceRange, listPrice } from '../../../contract/product-prices.ts';
import { productSorts } from '../../../contract/sorts.ts';
import { may } from '../../api/session.ts';
import { defineList } from '../../lists/define-list.ts';
import { ListPage } from '../../lists/list-page.tsx';
import { OwnViews } from '../../lists/own-views.tsx';
import { useHomeCrumb } from '../../lists/use-home-crumb.ts';
import { useDates } from '../../text/dates.ts';
import { isolated } from '../../text/isolated.ts';
import { useFormatCount } from '../../text/money.ts';
import { ButtonLink } from '../../ui/app-link.tsx';
import { CategoryBadges } from '../../ui/category-badges.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PriceText } from '../../ui/price-text.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { AvailabilitySwitch, usePendingProducts } from './availability-switch.tsx';
import {
  availabilities,
  productStatuses,
  useAvailabilityChoices,
  useProductStatus,
  useStatusChoices,
} from './product-status.ts';
import { ProductTitle, RowPicture, TitleNote } from './product-cells.tsx';
import { productSource, useCategoryChoices, type ListedProduct } from './queries.ts';
import { Box, chakra, MutedSpan } from '../../ui/theme/styled.tsx';

function useListContext() {
  return { pendingStates: usePendingProducts(), lookOf: useProductStatus(), formatCount: useFormatCount() };
}

/** The products of the shop (S2G-02). */
const allProducts = defineList<ListedProduct, ReturnType<typeof useListContext>>({
  source: productSource,
  title: msg`Products`,
  searchLabel: msg`Search products`,
  filters: [
    { name: 'category', label: msg`Category`, useChoices: useCategoryFilter },
    { name: 'status', label: msg`Status`, values: productStatuses, useChoices: useStatusChoices },
    { name: 'availability', label: msg`Availability`, values: availabilities, useChoices: useAvailabilityChoices },
  ],
  ownViews: { storedAs: 'productViews', Control: OwnViews },
  pageSizes,
  useContext: useListContext,
  sorts: [
    { by: 'created', firstDirection: productSorts.created, desc: msg`Newest first`, asc: msg`Oldest first` },
    { by: 'title', firstDirection: productSorts.title, asc: msg`Name: A to Z`, desc: msg`Name: Z to A` },
    { by: 'price', firstDirection: productSorts.price, desc: msg`Price: high to low`, asc: msg`Price: low to high` },
    { by: 'orders', firstDirection: productSorts.orders, desc: msg`Most ordered first`, asc: msg`Least ordered first` },
    { by: 'stock', firstDirection: productSorts.stock, asc: msg`Stock: low to high`, desc: msg`Stock: high to low` },
  ],
  columns: [
    {
      id: 'id',
      header: msg`ID`,
      width: '3rem',
      cardSlot: 'extra',
      hideLabelOnCard: true,
      numbers: true,
      cell: ({ id }) => <chakra.bdi color="fg.muted">#{id}</chakra.bdi>,
    },
    {
      id: 'picture',
      header: msg`Picture`,
      hideHeaderInTable: true,
      width: '3.25rem',
      cardSlot: 'plain',
      cell: (product) => <RowPicture product={product} hideBelow="sm" />,
    },
    {
      id: 'title',
      header: msg`Title`,
      sort: 'title',
      cardSlot: 'lead',
      placeholder: 'cardPicture',
      width: '30%',
      cell: (product) => <ProductTitle product={product} />,
      below: (product) => <TitleNote product={product} />,
    },
    {
      id: 'categories',
      header: msg`Categories`,
      width: '8.5rem',
      cardSlot: 'plain',
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
      sort: 'price',
      cardSlot: 'amount',
      align: 'end',
      numbers: true,
      cell: (product) => <Price product={product} />,
    },
    {
      id: 'orders',
      header: msg`Orders`,
      sort: 'orders',
      align: 'end',
      numbers: true,
      // On a card it would leave no space for the price in the line of facts.
      cardSlot: 'none',
      cell: ({ orders_count: count }, { formatCount }) => formatCount(count),
    },
    {
      id: 'status',
      header: msg`Status`,
      hideLabelOnCard: true,
      cell: ({ status }, { lookOf }) => <StatusBadge {...lookOf(status)} />,
    },
    {
      id: 'availability',
      header: msg`Availability`,
      cardSlot: 'side',
      cell: (product, { pendingStates }) => (
        <chakra.div smDown={{ textStyle: 'meta', color: 'fg.muted' }}>
          <AvailabilitySwitch product={product} pending={pendingStates.get(String(product.id))} />
        </chakra.div>
      ),
    },
    {
      id: 'created',
      header: msg`Created`,
      sort: 'created',
      numbers: true,
      cardSlot: 'none',
      cell: ({ created_at: at }) => <Created at={at} />,
    },
    {
      id: 'actions',
      header: msg`Actions`,
      hideHeaderInTable: true,
      align: 'end',
      cardSlot: 'plain',
      cell: (product) => <Actions product={product} />,
    },
  ],
  openLabel: ({ title }) => msg`Open product ${{ title: isolated(title) }}`,
  Empty: NoProducts,
  nothingFound: msg`No products found matching your criteria.`,
});

/** The products, newest first, with their availability and links to their forms (S2G). */
export function ProductsScreen() {
  const navigate = useNavigate();
  return (
    <ListPage
      list={allProducts}
      breadcrumb={useHomeCrumb()}
      actions={may('catalogue.change') ? <NewProduct /> : null}
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

/** The lowest price of the active variants; "from €10.00" where they differ. */
function Price({ product }: { product: ListedProduct }) {
  const amount = <PriceText amount={listPrice(product)} per={product.price_per} fontWeight="medium" color="fg" />;
  return <MutedSpan whiteSpace="nowrap">{hasPriceRange(product) ? <Trans>from {amount}</Trans> : amount}</MutedSpan>;
}

function Created({ at }: { at: string }) {
  const dates = useDates();
  return (
    <chakra.span whiteSpace="nowrap" title={dates.full(at)}>
      {dates.short(at)}
    </chakra.span>
  );
}

/** Hidden on phones, where tapping the card opens the product. */
function Actions({ product: { id, title } }: { product: ListedProduct }) {
  const { t } = useLingui();
  return (
    <Box display={{ base: 'none', sm: 'inline-flex' }}>
      <ButtonLink
        to={`/admin/products/${id}`}
        size="xs"
        variant="ghost"
        px="0"
        aria-label={t`View ${{ title: isolated(title) }}`}
        title={t`View`}
      >
        <Eye aria-hidden="true" />
      </ButtonLink>
      {may('catalogue.change') ? (
        <ButtonLink
          to={`/admin/products/${id}/edit`}
          size="xs"
          variant="ghost"
          px="0"
          aria-label={t`Edit ${{ title: isolated(title) }}`}
          title={t`Edit`}
        >
          <Pencil aria-hidden="true" />
        </ButtonLink>
      ) : null}
    </Box>
  );
}

function NoProducts() {
  return (
    <EmptyState
      icon={Package}
      title={<Trans>There are no products yet.</Trans>}
      description={<Trans>Products appear in the catalogue as soon as they are saved.</Trans>}
      action={may('catalogue.change') ? <NewProduct /> : null}
    />
  );
}
