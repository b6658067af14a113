import { Trans, useLingui } from '@lingui/react/macro';
import { Fragment, useRef } from 'react';
import type { ReactNode } from 'react';
import { Checkbox } from './checkbox.tsx';
import type { Column } from './data-table-column.ts';
import { DataTableHead } from './data-table-head.tsx';
import { DataRow, GroupRow, selectColumn, SkeletonRow, withSelectColumn } from './data-table-row.tsx';
import type { RowToggle } from './data-table-row.tsx';
import { tableStyles } from './data-table-styles.ts';
import type { ColumnSort } from './sort-button.tsx';
import { useKeptFocus } from './use-kept-focus.ts';
import { useRowKeyboard } from './use-row-keyboard.ts';
import { Box, chakra } from './theme/styled.tsx';

interface TableSelection<Row> {
  /** The keys of the selected rows, on all pages. */
  keys: ReadonlySet<string>;
  /** Must be the same function at every render, else all rows are rendered again. */
  toggle: (change: RowToggle) => void;
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
  returnedFromRow?: string | number | undefined;
  /** Returns the name of a row's group, which stands above its first row. Only cards have groups, tables have none. */
  groupOf?: ((row: Row) => string) | undefined;
  /** Shown instead of the table when there are no rows. */
  empty?: ReactNode;
}

/** From this number on, the cells of a table on a laptop have less space between them. */
const manyColumns = 10;

/** A table that becomes a list of cards under 720 px, with the same content and roles; keys move through the rows. */
export function DataTable<Row extends object>(props: Props<Row>) {
  const { label, rows, empty, groupOf } = props;
  const columns = withSelectColumn(props.columns, props.selection !== undefined);
  const selectAll = selectAllProps(props);
  const list = useRef<HTMLTableElement>(null);
  useRowKeyboard(list);
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
        data-many={columns.length >= manyColumns ? '' : undefined}
      >
        <DataTableHead
          columns={columns}
          sorts={props.sorts}
          contentOf={(column) => (selectAll && column === selectColumn ? <SelectAll {...selectAll} /> : undefined)}
        />
        <Body role="rowgroup">
          {rows ? (
            <Rows {...props} rows={rows} />
          ) : (
            <Skeleton columns={columns} rows={props.skeletonRows} isGrouped={groupOf !== undefined} />
          )}
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

function Rows<Row extends object>({
  rows,
  rowKey,
  groupOf,
  selection,
  ...props
}: Props<Row> & { rows: readonly Row[] }) {
  const { columns, onRowOpen, openLabel, returnedFromRow } = props;
  const selectionProps = { labelOf: selection?.label, onToggle: selection?.toggle };
  const width = withSelectColumn(columns, selection !== undefined).length;
  return rows.map((row, index) => {
    const id = String(rowKey(row));
    return (
      <Fragment key={id}>
        {groupOf && isFirstOfGroup(groupOf, rows, index) ? <GroupRow name={groupOf(row)} columns={width} /> : null}
        <DataRow
          row={row}
          id={id}
          isSelected={selection?.keys.has(id) ?? false}
          table={{ columns, onRowOpen, openLabel, returnedFromRow, ...selectionProps }}
        />
      </Fragment>
    );
  });
}

/** Returns whether the row at this place is in another group than the one before. */
function isFirstOfGroup<Row>(groupOf: (row: Row) => string, rows: readonly Row[], at: number): boolean {
  const [before, row] = [rows[at - 1], rows[at]!];
  return !before || groupOf(before) !== groupOf(row);
}

interface SkeletonProps<Row> {
  columns: readonly Column<Row>[];
  rows: number | undefined;
  isGrouped: boolean;
}

function Skeleton<Row>({ columns, rows = 10, isGrouped }: SkeletonProps<Row>) {
  return (
    <>
      {isGrouped ? <GroupRow columns={columns.length} /> : null}
      {Array.from({ length: rows }, (_, index) => (
        <SkeletonRow key={index} columns={columns} index={index} />
      ))}
    </>
  );
}

/** Returns the props of the checkbox for all rows of the page; undefined where rows cannot be selected. */
function selectAllProps<Row>({ rows = [], rowKey, selection }: Props<Row>) {
  if (!selection) return undefined;
  const { keys, toggle } = selection;
  const isAll = rows.length > 0 && rows.every((row) => keys.has(String(rowKey(row))));
  return {
    checked: isAll,
    isMixed: keys.size > 0 && !isAll,
    // `key: null`: all rows of the page.
    onChange: (isSelected: boolean) => toggle({ key: null, isSelected }),
  };
}

function SelectAll(props: { checked: boolean; isMixed: boolean; onChange: (checked: boolean) => void }) {
  const { t } = useLingui();
  return <Checkbox label={t`Select all on this page`} hideLabel {...props} />;
}

const Table = chakra('table', { base: tableStyles });
const Body = chakra('tbody');
