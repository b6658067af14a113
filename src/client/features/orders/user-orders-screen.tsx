import { Box } from '@chakra-ui/react/box';
import { useLingui } from '@lingui/react/macro';
import { orderStatuses } from '../../../contract/orders.ts';
import { pageSizeDefault, pageSizes } from '../../../contract/limits.ts';
import { checkDoubt, useDoubts } from '../../sync/use-pledges.ts';
import { useSyncStatus } from '../../sync/use-sync-status.ts';
import { AgeNote } from '../../ui/age-note.tsx';
import { DoubtNotices } from '../../ui/doubt-notices.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Pager } from '../../ui/pager.tsx';
import { useAddressDialog } from '../../ui/use-address-dialog.ts';
import { useListState } from '../../ui/use-list-state.ts';
import { OnDeviceNote } from '../../ui/on-device-note.tsx';
import { OrderDetailsDialog } from './order-details-dialog.tsx';
import { OrderFilters } from './order-filters.tsx';
import { OrderTable } from './order-table.tsx';
import { OrdersEmpty } from './orders-empty.tsx';
import { useOrderPage, type OrderPage } from './use-order-page.ts';

/** A customer's own orders, newest first, from this device and beyond it from the server; a row opens its details (S2L). */
export function UserOrdersScreen() {
  const { t } = useLingui();
  const { online, lastSyncAt } = useSyncStatus();
  const details = useAddressDialog('order');
  const { filter, found, list } = useOrders();
  return (
    <>
      <PageHeader title={t`Orders`} count={found?.total} />
      <Doubts />
      {found?.isEmpty ? null : (
        <OrderFilters
          search={filter.search}
          status={filter.status ?? ''}
          onSearch={(text) => list.set({ search: text })}
          onStatus={(next) => list.set({ status: next })}
        />
      )}
      <AgeNote at={lastSyncAt} online={online} />
      <OrderTable
        orders={found?.rows}
        onOpen={details.open}
        empty={
          <OrdersEmpty
            isNarrowed={list.active('search', 'status') > 0}
            onClear={() => list.clear('search', 'status')}
          />
        }
      />
      {found ? <Footer found={found} perPage={filter.perPage} onChange={list.set} /> : null}
      {details.id === null ? null : (
        <OrderDetailsDialog
          key={details.id}
          id={details.id}
          listed={found?.rows?.find(({ id }) => id === details.id)}
          onClose={details.close}
        />
      )}
    </>
  );
}

interface FooterProps {
  found: OrderPage;
  perPage: number;
  onChange: (change: { page?: number; per_page?: number }) => void;
}

/** The pages of the list, and where its older orders are. */
function Footer({ found: { page, rows, total, onDevice, beyond }, perPage, onChange }: FooterProps) {
  const { online, firstLoad } = useSyncStatus();
  return (
    <>
      {total ? (
        <Pager
          page={page}
          perPage={perPage}
          shown={rows?.length ?? 0}
          total={total}
          onPage={(next) => onChange({ page: next })}
          perPageChoices={pageSizes}
          onPerPage={(size) => onChange({ per_page: size })}
        />
      ) : null}
      <OnDeviceNote records="orders" onDevice={onDevice} beyond={beyond} online={online} firstLoad={firstLoad} />
    </>
  );
}

/** Orders that are not in the list yet, because it is not known whether they were placed. */
function Doubts() {
  const doubts = useDoubts();
  return doubts.length === 0 ? null : (
    <Box mb="4">
      <DoubtNotices doubts={doubts} onCheck={checkDoubt} />
    </Box>
  );
}

/** The page the address asks for; `found` is undefined while nothing is there yet. */
function useOrders() {
  const { firstLoad } = useSyncStatus();
  const list = useListState({ search: '', status: '', page: 1, per_page: pageSizeDefault });
  const { search, page } = list.state;
  const perPage = pageSizes.find((size) => size === list.state.per_page) ?? pageSizeDefault;
  const status = orderStatuses.find((one) => one === list.state.status) ?? null;
  const read = useOrderPage({ search, status, page, perPage });
  // Before the first load has brought the orders, none is not the truth yet.
  const found = read?.isEmpty && firstLoad ? undefined : read;
  return { filter: { search, status, perPage }, found, list };
}
