import { Button } from '@chakra-ui/react/button';
import { chakra } from '@chakra-ui/react/styled-system';
import { Trans, useLingui } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import type { DirectoryUser } from '../../../contract/people.ts';
import type { Order } from '../../../contract/orders.ts';
import { currentDatabase } from '../../local/current.ts';
import type { LocalDatabase } from '../../local/database.ts';
import { dayOf } from '../../local/days.ts';
import type { RowFilter } from '../../local/row-columns.ts';
import { orderIndexOf } from '../../local/row-indexes.ts';
import { useRows } from '../../sync/use-live-query.ts';
import type { CsvValue } from '../../text/csv.ts';
import { useDates } from '../../text/dates.ts';
import { useMoney } from '../../text/money.ts';
import { useStatuses } from '../../text/statuses.ts';
import { saveCsv } from '../../ui/save-file.ts';
import { useBusy } from '../../ui/use-busy.ts';

/** Saves the orders on this device that match the list's search and filters as a CSV file. */
export function ExportOrders({ filter }: { filter: RowFilter }) {
  const db = currentDatabase();
  const { busy, whileBusy } = useBusy();
  const toRows = useCsvRows();
  const index = orderIndexOf(db);
  const ids = useRows(index, index.partOf(filter)).find(filter);
  const save = async () => {
    const orders = (await db.orders.bulkGet([...(ids ?? [])])).filter((order) => order !== undefined);
    saveCsv(`orders-${dayOf(new Date().toISOString())}`, toRows(orders, await readPeople(db, orders)));
  };
  return (
    <Button
      size="sm"
      variant="outline"
      minW="11"
      loading={busy}
      disabled={!ids?.length}
      onClick={() => void whileBusy(save)}
    >
      <Download aria-hidden="true" />
      <chakra.span srOnly={{ base: true, sm: false }}>
        <Trans>Export CSV</Trans>
      </chakra.span>
    </Button>
  );
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
      statuses.orderChoice(order.status),
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
