import { Plural, Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { DirectoryUser } from '../../../contract/people.ts';
import type { Order } from '../../../contract/orders.ts';
import { asFailure, type CallFailure } from '../../api/failure.ts';
import { may } from '../../api/session.ts';
import { CsvExport } from '../../lists/csv-export.tsx';
import type { LoadProgress } from '../../lists/list-source.ts';
import { readPeopleHere, requestPeople } from '../../lists/people.ts';
import type { List } from '../../lists/use-list.ts';
import { currentDatabase } from '../../local/current.ts';
import { dayOf } from '../../local/days.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useSyncStatus } from '../../sync/use-sync-status.ts';
import { useFormatTotal } from '../../text/totals.ts';
import { useRefusalText } from '../../text/refusals.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { saveCsv } from '../../ui/save-file.ts';
import { useBusy } from '../../ui/use-busy.ts';
import { orderRows } from './admin-orders-list.tsx';
import { useCsvRows } from './export-orders-rows.ts';

/** The orders of a file and their customers; `failure` is why those that only the server has could not be requested. */
interface Found {
  orders: Order[];
  people: ReadonlyMap<number, DirectoryUser>;
  /** All orders that match are here. */
  hasOrders: boolean;
  /** All customers are here that the server has. */
  hasPeople: boolean;
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
    const hasRequested = Array.isArray(found);
    const orders = hasRequested ? found : await orderRows.all.here(list.query);
    const customers = await readCustomers(orders, { online, signal: progress.signal });
    return {
      orders,
      hasOrders: hasRequested || hasAll,
      ...customers,
      failure: hasRequested ? customers.failure : (found ?? customers.failure),
    };
  };
  return (
    <>
      <CsvExport
        disabled={!list.total || list.onDevice === 0 || (online && total === undefined)}
        load={load}
        onLoaded={(found) => (found.hasOrders && found.hasPeople ? void save(found) : setIncomplete(found))}
      />
      {incomplete ? (
        <IncompleteFile
          found={incomplete}
          onDevice={list.onDevice}
          total={total}
          onSave={() => save(incomplete)}
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
function IncompleteFile({ found: { orders, hasOrders, failure }, onDevice, total, onSave, onClose }: IncompleteProps) {
  const { failure: sentenceOf } = useRefusalText();
  const { busy, whileBusy } = useBusy();
  const formatTotal = useFormatTotal();
  const count = orders.length;
  const [here, all] = [formatTotal(onDevice), total === undefined ? null : formatTotal(total)];
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
          {hasOrders ? (
            <Trans>Some e-mail addresses of customers are missing.</Trans>
          ) : all === null ? (
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
function useSaveOrders(): (found: Pick<Found, 'orders' | 'people'>) => Promise<void> {
  const toRows = useCsvRows();
  return async ({ orders, people }) => saveCsv(`orders-${dayOf(new Date().toISOString())}`, toRows(orders, people));
}

/** Reads the customers of orders; requests those that this device does not store. */
async function readCustomers(
  orders: readonly Order[],
  { online, signal }: { online: boolean; signal: AbortSignal },
): Promise<Pick<Found, 'people' | 'hasPeople' | 'failure'>> {
  const ids = [...new Set(orders.map((order) => order.user_id))];
  const people = await readPeopleHere(currentDatabase(), ids);
  const missing = may('people') ? ids.filter((id) => !people.has(id)) : [];
  if (!online || missing.length === 0) return { people, hasPeople: true, failure: null };
  const requested = await requestPeople(missing, signal).catch(asFailure);
  if (!Array.isArray(requested)) return { people, hasPeople: false, failure: requested };
  for (const person of requested) people.set(person.id, person);
  return { people, hasPeople: true, failure: null };
}
