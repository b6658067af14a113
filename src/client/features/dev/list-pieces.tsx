import { CallFailure } from '../../api/failure.ts';
import { defineList, type ListDefinition } from '../../lists/define-list.ts';
import { ListPage } from '../../lists/list-page.tsx';
import type { ListQuery, ListRows, RowsSource } from '../../lists/list-source.ts';
import { DateRange } from '../../ui/date-range.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FloatingBar, FloatingBars, onBar } from '../../ui/floating-bar.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { fewChoices, statusesForDev } from './samples.ts';
import { Box } from '../../ui/theme/styled.tsx';
import { Button } from '../../ui/button.tsx';

interface Row {
  id: number;
  rev: number;
}

const rows: Row[] = Array.from({ length: 57 }, (_, at) => ({ id: 1057 - at, rev: 1 }));
const now = Date.now();
const word = (message: string) => ({ id: `dev ${message}`, message });

const pageOf = ({ page, perPage }: ListQuery): ListRows<Row> => ({
  rows: rows.slice((page - 1) * perPage, page * perPage),
  page,
  total: rows.length,
  isEmpty: false,
  onDevice: rows.length,
  totalIfPartial: null,
});

const noRows = { page: 1, onDevice: 0, totalIfPartial: null };

const sources: Record<string, RowsSource<Row>> = {
  filled: { useRows: pageOf, useCount: () => 12 },
  loading: { useRows: () => ({ ...noRows, rows: undefined, total: undefined, isEmpty: false }), useCount: () => null },
  empty: { useRows: () => ({ ...noRows, rows: [], total: 0, isEmpty: true }), useCount: () => 0 },
  refused: {
    useRows: (query) => ({ ...pageOf(query), rows: [], failure: new CallFailure('unreachable'), retry: () => {} }),
    useCount: () => null,
  },
};

/** A list page in each of its states: header, views, toolbar, table or cards, selection, pages. */
export function ListPieces() {
  return (
    <>
      {lists.map(([state, list]) => (
        <Panel key={state} title={`List, ${state}`}>
          <Box mt="3">
            <ListPage
              list={list}
              onOpen={() => {}}
              actions={<Button>New order</Button>}
              renderBulkActions={(selection) =>
                selection.rows.length > 0 ? <Bulk onCancel={selection.clear} /> : null
              }
            />
          </Box>
        </Panel>
      ))}
    </>
  );
}

function Bulk({ onCancel }: { onCancel: () => void }) {
  return (
    <FloatingBars>
      <FloatingBar role="region" aria-label="Selected orders">
        <Button size="sm" {...onBar}>
          Update status
        </Button>
        <Button size="sm" {...onBar} onClick={onCancel}>
          Cancel
        </Button>
      </FloatingBar>
    </FloatingBars>
  );
}

const listFrom = (source: RowsSource<Row>): ListDefinition<Row> =>
  defineList<Row>({
    source,
    title: word('Orders'),
    searchLabel: word('Search orders'),
    filters: [
      { name: 'status', label: word('Status'), useChoices: () => fewChoices },
      { kind: 'days', name: 'from', endName: 'to', label: word('Date'), Control: DateRange },
    ],
    views: [
      { label: word('Open'), values: { status: ['1'] } },
      { label: word('All'), values: {} },
    ],
    pageSizes: [10, 20],
    useContext: () => undefined,
    columns: [
      { id: 'id', header: word('ID'), cell: ({ id }) => `#${id}`, opens: true, numbers: true, hideLabelOnCard: true },
      { id: 'what', header: word('Products'), cell: () => 'Netflix 1 month × 2', cardSlot: 'lead' },
      {
        id: 'status',
        header: word('Status'),
        cell: ({ id }) => <StatusBadge {...statusesForDev[id % statusesForDev.length]!} />,
        cardSlot: 'side',
      },
      {
        id: 'date',
        header: word('Date'),
        cell: ({ id }) => <RelativeTime at={now - id * 99_000} />,
        hideLabelOnCard: true,
      },
      {
        id: 'total',
        header: word('Total'),
        cell: ({ id }) => <MoneyText amount={id / 10} />,
        align: 'end',
        numbers: true,
        cardSlot: 'amount',
      },
    ],
    openLabel: ({ id }) => word(`Open order ${id}`),
    selectLabel: ({ id }) => word(`Select order ${id}`),
    Empty: () => <EmptyState title="There are no orders yet." />,
    nothingFound: word('No orders found.'),
  });

const lists = Object.entries(sources).map(([state, source]) => [state, listFrom(source)] as const);
