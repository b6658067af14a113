import { memo, type MouseEvent } from 'react';
import { Checkbox } from './checkbox.tsx';
import type { Column } from './data-table-column.ts';
import { groupStyles, rowStyles } from './data-table-styles.ts';
import { SkeletonBlock } from './skeleton-lines.tsx';
import { Box, chakra } from './theme/styled.tsx';

/** A change of the selection by the user. */
export interface RowToggle {
  /** The row's key; null for all rows of the page. */
  key: string | null;
  isSelected: boolean;
  /** Also the rows between this one and the one that was toggled before. */
  isRange?: boolean;
}

/** The column of the checkboxes; `DataTable` and `DataRow` render its cells. */
export const selectColumn: Column<unknown> = {
  id: 'select',
  header: null,
  cell: () => null,
  cardSlot: 'actions',
  width: '2.5rem',
};

/** Returns the columns, after that of the checkboxes where rows can be selected. */
export const withSelectColumn = <Row,>(columns: readonly Column<Row>[], isSelectable: boolean) =>
  isSelectable ? [selectColumn, ...columns] : columns;

/** The parts of the table that its rows use. */
interface TableParts<Row> {
  /** Those of the content. */
  columns: readonly Column<Row>[];
  onRowOpen: ((row: Row) => void) | undefined;
  openLabel: ((row: Row) => string) | undefined;
  /** Returns the name of a row's checkbox; undefined where rows cannot be selected. */
  labelOf: ((row: Row) => string) | undefined;
  onToggle: ((change: RowToggle) => void) | undefined;
  returnedFromRow: string | number | undefined;
}

interface RowProps<Row extends object> {
  row: Row;
  id: string;
  isSelected: boolean;
  table: TableParts<Row>;
}

/** One row, as a line of the table or as a card. Rendered again only when its record or a part of the table changes. */
export const DataRow = memo(RowOfTable, isSameRow) as typeof RowOfTable;

function isSameRow<Row extends object>(before: RowProps<Row>, now: RowProps<Row>): boolean {
  const parts = Object.keys(now.table) as (keyof TableParts<Row>)[];
  return (
    before.row === now.row &&
    before.id === now.id &&
    before.isSelected === now.isSelected &&
    parts.every((part) => before.table[part] === now.table[part])
  );
}

function RowOfTable<Row extends object>({ row, id, isSelected, table }: RowProps<Row>) {
  const { columns, onRowOpen, openLabel, labelOf, onToggle, returnedFromRow } = table;
  const opener = columns.find(({ opens }) => opens) ?? columns.find(({ cardSlot }) => cardSlot === 'lead');
  const open = onRowOpen && ((event: MouseEvent<HTMLElement>) => (isControl(event) ? undefined : onRowOpen(row)));
  return (
    <DataLine
      role="row"
      data-open={onRowOpen ? '' : undefined}
      data-left={id === String(returnedFromRow) ? '' : undefined}
      aria-selected={labelOf ? isSelected : undefined}
      onClick={open}
    >
      {withSelectColumn(columns, labelOf !== undefined).map((column) => (
        <td key={column.id} {...cellAttributes(column)}>
          {column === selectColumn ? (
            <Checkbox
              label={labelOf?.(row)}
              hideLabel
              checked={isSelected}
              onChange={(checked, { nativeEvent }) =>
                onToggle?.({ key: id, isSelected: checked, isRange: (nativeEvent as globalThis.MouseEvent).shiftKey })
              }
            />
          ) : onRowOpen && column === opener ? (
            <Opener type="button" data-opener="" aria-label={openLabel?.(row)} onClick={() => onRowOpen(row)}>
              {column.cell(row)}
            </Opener>
          ) : (
            column.cell(row)
          )}
          {column.below?.(row)}
        </td>
      ))}
    </DataLine>
  );
}

/** The placeholder of a row. */
export function SkeletonRow<Row>({ columns, index }: { columns: readonly Column<Row>[]; index: number }) {
  return (
    <DataLine role="row" aria-hidden="true">
      {columns.map((column, at) => (
        <td key={column.id} {...cellAttributes(column)} data-unnamed="" data-blank={column.placeholder ?? ''}>
          {column === selectColumn ? (
            // As far from the corner of a card as the checkbox.
            <SkeletonBlock boxSize="4.5" m={{ base: '3.5', sm: '0' }} ms={{ base: '3', sm: '0' }} />
          ) : (
            <SkeletonCell column={column} width={`${48 + ((index * 3 + at * 5) % 5) * 10}%`} />
          )}
        </td>
      ))}
    </DataLine>
  );
}

interface SkeletonProps<Row> {
  column: Column<Row>;
  width: string;
}

function SkeletonCell<Row>({ column, width }: SkeletonProps<Row>) {
  const { placeholder, cardSlot, below } = column;
  const text = <SkeletonText column={column} width={width} />;
  if (placeholder !== 'picture' && placeholder !== 'cardPicture') {
    if (cardSlot !== 'lead' || !below) return text;
    return (
      <>
        <Centered data-opener="">{text}</Centered>
        <SkeletonBlock h="3" maxW="44" mt="1" hideFrom="sm" />
      </>
    );
  }
  const isOnCards = placeholder === 'cardPicture';
  return (
    <Centered>
      <SkeletonBlock
        boxSize={{ base: '9', sm: '8' }}
        display={{ sm: 'none', lg: isOnCards ? 'none' : 'block' }}
        data-lead-picture={isOnCards ? undefined : ''}
      />
      <Box flex="1">
        {text}
        {isOnCards ? <SkeletonBlock h="3" w="16" mt="1.5" hideFrom="sm" /> : null}
      </Box>
    </Centered>
  );
}

/** The title has the width that the other columns leave, as in rows with content. */
function SkeletonText<Row>({ column: { align, cardSlot }, width }: SkeletonProps<Row>) {
  const isTitle = cardSlot === 'lead';
  return (
    <Box flex="1" minW={isTitle ? { sm: '40', xl: '56' } : undefined}>
      <SkeletonBlock
        h="3.5"
        ms={align === 'end' ? { sm: 'auto', _rtl: '0' } : undefined}
        w={width}
        maxW={isTitle ? '56' : '40'}
        minW="6"
      />
    </Box>
  );
}

/** Cards are no table cells to a browser, so that they need the role. */
const groupCell = { role: 'cell' } as const;

/** The name of a group of cards, above its first one; without a name its placeholder. */
export function GroupRow({ columns, name }: { columns: number; name?: string | undefined }) {
  return (
    <GroupLine role="row" aria-hidden={name === undefined || undefined}>
      <td {...groupCell} colSpan={columns}>
        {name ?? <SkeletonBlock h="3" w="20" />}
      </td>
    </GroupLine>
  );
}

/** Cells are plain elements, styled by their row: a table has some hundred of them. */
const cellAttributes = <Row,>(column: Column<Row>) =>
  ({
    role: 'cell',
    'data-priority': column.cardSlot ?? 'fact',
    'data-align': column.align,
    'data-unnamed': column.hideLabelOnCard ? '' : undefined,
    'data-shrinks': column.shrinks ? '' : undefined,
    'data-name': column.name ?? (typeof column.header === 'string' ? column.header : undefined),
    className: column.numbers ? 'numbers' : undefined,
  }) as const;

/** Returns whether a press does not open the row: it was on a control inside the row, or outside the row. */
const isControl = (event: MouseEvent<HTMLElement>) =>
  (event.target as HTMLElement).closest(
    'a, button, input, select, label, textarea, [role^=menuitem], [popover], dialog',
  ) !== null || !event.currentTarget.contains(event.target as Node);

const DataLine = chakra('tr', { base: rowStyles });
const Centered = chakra('div', { base: { display: 'flex', alignItems: 'center', gap: '2.5' } });
const GroupLine = chakra('tr', { base: groupStyles });
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
