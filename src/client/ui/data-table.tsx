import { chakra } from '@chakra-ui/react/styled-system';
import type { MouseEvent, ReactNode } from 'react';
import { rowStyles, tableStyles } from './data-table-styles.ts';
import { SkeletonBlock } from './skeleton-lines.tsx';

export interface Column<Row> {
  id: string;
  header: ReactNode;
  /** The column's name on cards, where a header is not plain text. */
  name?: string;
  cell: (row: Row) => ReactNode;
  /** Under the cell, and not part of the opener's name: a preview, a second line. */
  below?: (row: Row) => ReactNode;
  align?: 'start' | 'end' | 'center';
  /**
   * Its place on a phone's card: `lead` is the title, `side` stands at the end of the title's line, `actions` in
   * the corner, `plain` is a full line without its name; the rest are facts with their names. `extra` is a fact
   * that the table leaves out under 1024 px.
   */
  priority?: 'lead' | 'side' | 'fact' | 'extra' | 'plain' | 'actions';
  width?: string;
  /** For figures, ids and dates. */
  numbers?: boolean;
}

interface Props<Row> {
  /** What the table lists, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  /** `undefined` while nothing is there yet: skeleton rows. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string | number;
  onRowOpen?: (row: Row) => void;
  /** What opening a row does, for screen readers: "Open order 1042". */
  openLabel?: (row: Row) => string;
  isSelected?: (row: Row) => boolean;
  skeletonRows?: number;
  /** Instead of the table when there are no rows. */
  empty?: ReactNode;
}

/** A table that turns into a list of cards under 640 px, with the same facts and roles. */
export function DataTable<Row>(props: Props<Row>) {
  const { label, columns, rows, rowKey, skeletonRows = 10, empty } = props;
  if (rows?.length === 0 && empty) return <>{empty}</>;
  return (
    <Table role="table" aria-label={label} aria-busy={rows ? undefined : true}>
      <Head role="rowgroup">
        <HeadRow role="row">
          {columns.map((column) => (
            <HeadCell
              key={column.id}
              role="columnheader"
              scope="col"
              data-priority={column.priority}
              textAlign={column.align ?? 'start'}
              width={column.width}
            >
              {column.header}
            </HeadCell>
          ))}
        </HeadRow>
      </Head>
      <Body role="rowgroup">
        {rows
          ? rows.map((row) => <DataRow key={rowKey(row)} row={row} table={props} />)
          : Array.from({ length: skeletonRows }, (_, index) => (
              <SkeletonRow key={index} columns={columns} index={index} />
            ))}
      </Body>
    </Table>
  );
}

function DataRow<Row>({ row, table }: { row: Row; table: Props<Row> }) {
  const { columns, onRowOpen, openLabel, isSelected } = table;
  const open = onRowOpen && ((event: MouseEvent<HTMLElement>) => (isControl(event) ? undefined : onRowOpen(row)));
  const selected = isSelected?.(row);
  return (
    <TableRow role="row" data-open={onRowOpen ? '' : undefined} aria-selected={selected} onClick={open}>
      {columns.map((column) => {
        const isOpener = onRowOpen && column.priority === 'lead';
        return (
          <Cell key={column.id} {...placeOf(column)} textAlign={column.align ?? 'start'}>
            {isOpener ? (
              <Opener type="button" data-opener="" aria-label={openLabel?.(row)} onClick={() => onRowOpen(row)}>
                {column.cell(row)}
              </Opener>
            ) : (
              column.cell(row)
            )}
            {column.below?.(row)}
          </Cell>
        );
      })}
    </TableRow>
  );
}

function SkeletonRow<Row>({ columns, index }: { columns: readonly Column<Row>[]; index: number }) {
  return (
    <TableRow role="row" aria-hidden="true">
      {columns.map((column, at) => (
        <Cell key={column.id} {...placeOf(column)}>
          <SkeletonBlock h="3.5" w={`${48 + ((index * 3 + at * 5) % 5) * 10}%`} maxW="40" minW="6" />
        </Cell>
      ))}
    </TableRow>
  );
}

const placeOf = <Row,>(column: Column<Row>) =>
  ({
    role: 'cell',
    'data-priority': column.priority ?? 'fact',
    'data-name': column.name ?? (typeof column.header === 'string' ? column.header : undefined),
    className: column.numbers ? 'numbers' : undefined,
  }) as const;

/** A press on a link, button or field inside a row is not a press on the row. */
const isControl = (event: MouseEvent<HTMLElement>) =>
  (event.target as HTMLElement).closest(
    'a, button, input, select, label, textarea, [role^=menuitem], [popover], dialog',
  ) !== null || !event.currentTarget.contains(event.target as Node);

const Table = chakra('table', { base: tableStyles });
const Head = chakra('thead', { base: { srOnly: { base: true, sm: false } } });
const HeadRow = chakra('tr');
const Body = chakra('tbody');
const HeadCell = chakra('th', {
  base: {
    px: '3',
    py: '2.5',
    fontWeight: 'medium',
    textStyle: 'xs',
    color: 'fg.muted',
    whiteSpace: 'nowrap',
    '&[data-priority=extra]': { sm: { display: 'none' }, lg: { display: 'table-cell' } },
  },
});
const TableRow = chakra('tr', { base: rowStyles });
const Cell = chakra('td');
const Opener = chakra('button', {
  base: {
    textAlign: 'start',
    font: 'inherit',
    cursor: 'pointer',
    maxW: 'full',
    borderRadius: 'xs',
    focusVisibleRing: 'outside',
    // On a card the whole card answers.
    smDown: { position: 'static', _after: { content: '""', position: 'absolute', inset: '0', borderRadius: 'xl' } },
  },
});
