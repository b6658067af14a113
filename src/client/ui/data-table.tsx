import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  rowSelectionFeature,
  tableFeatures,
  useTable,
  type OnChangeFn,
  type Row as RowModel,
  type RowSelectionState,
} from '@tanstack/react-table';
import { useRef } from 'react';
import type { MouseEvent, ReactNode } from 'react';
import { Checkbox } from './checkbox.tsx';
import { DataTableHead } from './data-table-head.tsx';
import { rowStyles, tableStyles } from './data-table-styles.ts';
import { SkeletonBlock } from './skeleton-lines.tsx';
import type { ColumnSort } from './sort-button.tsx';
import { useKeptFocus } from './use-kept-focus.ts';
import { useRowKeys } from './use-row-keys.ts';

export interface Column<Row> {
  id: string;
  header: ReactNode;
  /** The column's name on cards, where a header is not plain text. */
  name?: string;
  cell: (row: Row) => ReactNode;
  /** Content under the cell that is not part of the opener's name: a preview, a second line. */
  below?: (row: Row) => ReactNode;
  align?: 'start' | 'end' | 'center';
  /**
   * The cell's place on a phone's card: `lead` is the title, `side` the end of the title's line, `second` the end of the
   * line under it, after the lead's `below`, `actions` the corner, `plain` a full line. The last line has the facts (`fact`, the default) one after the other, each with the column's
   * name, and at its end the `amount`. `extra` is a fact that the table leaves out under 1024 px. `none`: neither on
   * cards nor in tables under 1024 px; `wide`: only in tables from 1536 px on.
   */
  cardPlace?: 'lead' | 'side' | 'second' | 'fact' | 'extra' | 'plain' | 'amount' | 'actions' | 'none' | 'wide';
  /** On cards the value stands without the column's name, which only screen readers read: ids, times. */
  hideName?: boolean;
  /** On cards a long value is cut so that the facts stay in one line: names. */
  shrinks?: boolean;
  /**
   * This cell is the button that opens the row, instead of the lead: where the button's name does not contain the
   * text of the lead.
   */
  opens?: boolean;
  width?: string;
  /** Shows digits of equal width: for amounts, ids and dates. */
  numbers?: boolean;
}

/** The selected rows by key, on all pages. */
interface TableSelection<Row> {
  state: RowSelectionState;
  onChange: OnChangeFn<RowSelectionState>;
  /** The name of a row's checkbox: "Select #1042". */
  label: (row: Row) => string;
}

interface Props<Row> {
  /** The table's name for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  /** How the heads of columns sort the rows, by the id of the column. */
  sorts?: Readonly<Record<string, ColumnSort>>;
  /** `undefined` while loading: skeleton rows. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string | number;
  onRowOpen?: (row: Row) => void;
  /** The name of a row's opener for screen readers: "Open order 1042". */
  openLabel?: (row: Row) => string;
  /** Adds a column of checkboxes; Shift selects a range. */
  selection?: TableSelection<Row> | undefined;
  skeletonRows?: number;
  /** Rows of the table are 44 px high, or 36 px. */
  density?: 'comfortable' | 'compact';
  /** The key of the row that the user comes back from; it is highlighted for a moment. */
  leftRow?: string | number | undefined;
  /** Shown instead of the table when there are no rows. */
  empty?: ReactNode;
}

const features = tableFeatures({ rowSelectionFeature });
type Features = typeof features;
const noRows: never[] = [];
const noSelection: RowSelectionState = {};

/** A table that becomes a list of cards under 720 px, with the same content and roles; keys move through the rows. */
export function DataTable<Row extends object>(props: Props<Row>) {
  const { label, rows, skeletonRows = 10, empty } = props;
  const { onRowOpen, openLabel, selection, leftRow } = props;
  const { models, columns, selectAll } = useTableModel(props);
  const list = useRef<HTMLTableElement>(null);
  useRowKeys(list);
  useKeptFocus(list);
  if (rows?.length === 0 && empty) return <>{empty}</>;
  return (
    <>
      <Table
        ref={list}
        role="table"
        aria-label={label}
        aria-busy={rows ? undefined : true}
        data-density={props.density}
      >
        <DataTableHead
          columns={columns}
          sorts={props.sorts}
          contentOf={(column) => (selectAll && column === selectColumn ? <SelectAll {...selectAll} /> : undefined)}
        />
        <Body role="rowgroup">
          {rows
            ? models.map((row) => (
                <DataRow key={row.id} row={row} table={{ columns, onRowOpen, openLabel, selection, leftRow }} />
              ))
            : Array.from({ length: skeletonRows }, (_, index) => (
                <SkeletonRow key={index} columns={columns} index={index} />
              ))}
        </Body>
      </Table>
      {selectAll && rows?.length ? (
        <Box hideFrom="sm" mt="2">
          <Checkbox label={<Trans>Select all on this page</Trans>} {...selectAll} />
        </Box>
      ) : null}
    </>
  );
}

/** Returns the rows with their selection, the columns including the checkboxes, and the checkbox for all rows. */
function useTableModel<Row extends object>({ rows = noRows, rowKey, selection, columns }: Props<Row>) {
  const table = useTable<Features, Row>({
    features,
    columns: noRows,
    data: rows,
    getRowId: (row) => String(rowKey(row)),
    state: { rowSelection: selection?.state ?? noSelection },
    ...(selection && { onRowSelectionChange: selection.onChange }),
  });
  return {
    models: table.getRowModel().rows,
    columns: selection ? [selectColumn, ...columns] : columns,
    selectAll: selection && {
      checked: table.getIsAllRowsSelected(),
      isMixed: table.getIsSomeRowsSelected() && !table.getIsAllRowsSelected(),
      onChange: (checked: boolean) => table.toggleAllRowsSelected(checked),
    },
  };
}

/** The column of the checkboxes; `DataTable` and `DataRow` render its cells. */
const selectColumn: Column<unknown> = {
  id: 'select',
  header: null,
  cell: () => null,
  cardPlace: 'actions',
  width: '2.5rem',
};

function SelectAll(props: { checked: boolean; isMixed: boolean; onChange: (checked: boolean) => void }) {
  const { t } = useLingui();
  return <Checkbox label={t`Select all on this page`} hideLabel {...props} />;
}

/** The parts of the table that its rows use: they are rendered again only when one of these changes. */
type RowProps<Row> = Pick<Props<Row>, 'columns' | 'onRowOpen' | 'openLabel' | 'selection' | 'leftRow'>;

function DataRow<Row extends object>({ row, table }: { row: RowModel<Features, Row>; table: RowProps<Row> }) {
  const { columns, onRowOpen, openLabel, selection, leftRow } = table;
  const { original } = row;
  const opener = columns.find(({ opens }) => opens) ?? columns.find(({ cardPlace }) => cardPlace === 'lead');
  const open = onRowOpen && ((event: MouseEvent<HTMLElement>) => (isControl(event) ? undefined : onRowOpen(original)));
  return (
    <DataLine
      role="row"
      data-open={onRowOpen ? '' : undefined}
      data-left={row.id === String(leftRow) ? '' : undefined}
      aria-selected={selection ? row.getIsSelected() : undefined}
      onClick={open}
    >
      {columns.map((column) => (
        <td key={column.id} {...cellAttributes(column)}>
          {column === selectColumn ? (
            <Checkbox
              label={selection?.label(original)}
              hideLabel
              checked={row.getIsSelected()}
              onChange={(_, event) => row.getToggleSelectedHandler()(event)}
            />
          ) : onRowOpen && column === opener ? (
            <Opener type="button" data-opener="" aria-label={openLabel?.(original)} onClick={() => onRowOpen(original)}>
              {column.cell(original)}
            </Opener>
          ) : (
            column.cell(original)
          )}
          {column.below?.(original)}
        </td>
      ))}
    </DataLine>
  );
}

function SkeletonRow<Row>({ columns, index }: { columns: readonly Column<Row>[]; index: number }) {
  return (
    <DataLine role="row" aria-hidden="true">
      {columns.map((column, at) => (
        <td key={column.id} {...cellAttributes(column)}>
          <SkeletonBlock h="3.5" w={`${48 + ((index * 3 + at * 5) % 5) * 10}%`} maxW="40" minW="6" />
        </td>
      ))}
    </DataLine>
  );
}

/** Cells are plain elements, styled by their row: a table has some hundred of them. */
const cellAttributes = <Row,>(column: Column<Row>) =>
  ({
    role: 'cell',
    'data-priority': column.cardPlace ?? 'fact',
    'data-align': column.align,
    'data-unnamed': column.hideName ? '' : undefined,
    'data-shrinks': column.shrinks ? '' : undefined,
    'data-name': column.name ?? (typeof column.header === 'string' ? column.header : undefined),
    className: column.numbers ? 'numbers' : undefined,
  }) as const;

/** Returns whether a press does not open the row: it was on a control inside the row, or outside the row. */
const isControl = (event: MouseEvent<HTMLElement>) =>
  (event.target as HTMLElement).closest(
    'a, button, input, select, label, textarea, [role^=menuitem], [popover], dialog',
  ) !== null || !event.currentTarget.contains(event.target as Node);

const Table = chakra('table', { base: tableStyles });
const Body = chakra('tbody');
const DataLine = chakra('tr', { base: rowStyles });
const Opener = chakra('button', {
  base: {
    display: 'block',
    w: 'full',
    textAlign: 'start',
    font: 'inherit',
    cursor: 'pointer',
    borderRadius: 'xs',
    focusVisibleRing: 'outside',
    // On a phone the whole card opens.
    smDown: { position: 'static', _after: { content: '""', position: 'absolute', inset: '0', borderRadius: 'xl' } },
  },
});
