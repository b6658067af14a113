import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { DirectoryUser } from '../../../contract/people.ts';
import type { Order } from '../../../contract/orders.ts';
import { asFailure, type CallFailure } from '../../api/failure.ts';
import { CsvExport } from '../../lists/csv-export.tsx';
import type { LoadProgress } from '../../lists/list-source.ts';
import type { List } from '../../lists/use-list.ts';
import { currentDatabase } from '../../local/current.ts';
import type { LocalDatabase } from '../../local/database.ts';
import { dayOf } from '../../local/days.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useSyncStatus } from '../../sync/use-sync-status.ts';
import type { CsvValue } from '../../text/csv.ts';
import { useDates } from '../../text/dates.ts';
import { useFormatCount, useMoney } from '../../text/money.ts';
import { useRefusalText } from '../../text/refusals.ts';
import { useStatuses } from '../../text/statuses.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { saveCsv } from '../../ui/save-file.ts';
import { useBusy } from '../../ui/use-busy.ts';
import { orderRows } from './admin-orders-list.tsx';

/** The orders of a file; `failure` is why those that only the server has could not be requested. */
interface Found {
  orders: Order[];
  isComplete: boolean;
  failure: CallFailure | null;
}

/**
 * Saves all orders that match the list's search and filters, in its order, as a CSV file (S2K-12). Those that this
 * device does not keep come from the server; where that is not possible, the user is asked before the rest is saved.
 */
export function ExportOrders({ list }: { list: List<Order> }) {
  const db = currentDatabase();
  const { online, firstLoad } = useSyncStatus();
  const total = useLiveQuery(() => db.fact('ordersTotal'), [db]);
  const [incomplete, setIncomplete] = useState<Found | null>(null);
  const save = useSaveOrders();
  const hasAll = firstLoad === null && total !== undefined && total <= list.onDevice;
  const load = async (progress: LoadProgress): Promise<Found> => {
    const found = hasAll || !online ? null : await request(list, progress);
    if (Array.isArray(found)) return { orders: found, isComplete: true, failure: null };
    return { orders: await orderRows.all.here(list.query), isComplete: hasAll, failure: found };
  };
  return (
    <>
      <CsvExport
        disabled={!list.total || list.onDevice === 0 || (online && total === undefined)}
        load={load}
        onLoaded={(found) => (found.isComplete ? void save(found.orders) : setIncomplete(found))}
      />
      {incomplete ? (
        <IncompleteFile
          found={incomplete}
          onDevice={list.onDevice}
          total={total}
          onSave={() => save(incomplete.orders)}
          onClose={() => setIncomplete(null)}
        />
      ) : null}
    </>
  );
}

/** Requests all orders that match; returns the failure instead of throwing it. */
const request = ({ query }: List<Order>, progress: LoadProgress): Promise<Order[] | CallFailure> =>
  orderRows.all.request(query, progress).catch(asFailure);

interface IncompleteProps {
  found: Found;
  onDevice: number;
  /** The number of all orders; undefined where this device never learned it. */
  total: number | undefined;
  onSave: () => Promise<void>;
  onClose: () => void;
}

/** Says how many orders a file would have, and saves it if the user wants that. */
function IncompleteFile({ found: { orders, failure }, onDevice, total, onSave, onClose }: IncompleteProps) {
  const { failure: sentenceOf } = useRefusalText();
  const { busy, whileBusy } = useBusy();
  const formatCount = useFormatCount();
  const count = orders.length;
  const [here, all] = [formatCount(onDevice), total === undefined ? null : formatCount(total)];
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void whileBusy(onSave).then(onClose)}
      busy={busy}
      disabled={count === 0}
      title={<Trans>Save an incomplete file?</Trans>}
      description={
        <>
          {failure ? sentenceOf(failure) : <Trans>You are offline.</Trans>}{' '}
          {all === null ? (
            <Trans>Only orders on this device can be saved now.</Trans>
          ) : (
            <Trans>
              {here} of {all} orders are on this device.
            </Trans>
          )}{' '}
          <Plural
            value={count}
            one="The file will have # order that matches."
            other="The file will have # orders that match."
          />
        </>
      }
      confirmLabel={<Trans>Save incomplete file</Trans>}
    />
  );
}

/** Returns a function that saves orders as a file. */
function useSaveOrders(): (orders: readonly Order[]) => Promise<void> {
  const toRows = useCsvRows();
  return async (orders) =>
    saveCsv(`orders-${dayOf(new Date().toISOString())}`, toRows(orders, await readPeople(currentDatabase(), orders)));
}

async function readPeople(db: LocalDatabase, orders: readonly Order[]): Promise<Map<number, DirectoryUser>> {
  const people = await db.people.bulkGet([...new Set(orders.map((order) => order.user_id))]);
  return new Map(people.flatMap((person) => (person ? [[person.id, person] as const] : [])));
}

/** Returns a function that makes the rows of the file, the names of the columns first. */
function useCsvRows() {
  const { t } = useLingui();
  const dates = useDates();
  const statuses = useStatuses();
  const { currency } = useMoney();
  const head = [
    t`ID`,
    t`Date`,
    t`Status`,
    t`Customer`,
    t`Customer ID`,
    t`E-mail`,
    t`Products`,
    t`Total`,
    t`Currency`,
    t`Message from the customer`,
    t`Delivery notes`,
  ];
  return (orders: readonly Order[], people: ReadonlyMap<number, DirectoryUser>): CsvValue[][] => [
    head,
    ...orders.map((order) => [
      order.id,
      dates.stamp(order.created_at),
      statuses.order(order.status).label,
      order.user_name,
      order.user_id,
      people.get(order.user_id)?.email ?? null,
      order.items.map((item) => [item.product_name, item.variant_name].filter(Boolean).join(' · ')).join('; '),
      order.total_price,
      currency,
      order.message,
      order.notes,
    ]),
  ];
}
