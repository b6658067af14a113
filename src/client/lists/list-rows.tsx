import { Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck, SearchX } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { skeletonRows } from '../../contract/limits.ts';
import { serverNow, useDates } from '../text/dates.ts';
import type { Column } from '../ui/data-table-column.ts';
import { DataTable } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import type { ColumnSort } from '../ui/sort-button.tsx';
import { cardWidths, useMedia } from '../ui/use-media.ts';
import type { ListColumn, ListDefinition, ListSort } from './define-list.ts';
import type { ListRow } from './list-source.ts';
import type { List } from './use-list.ts';
import type { ListSelection } from './use-selection.ts';
import { Box, chakra } from '../ui/theme/styled.tsx';
import { Button } from '../ui/button.tsx';

interface PartProps<Row extends ListRow, Context> {
  definition: ListDefinition<Row, Context>;
  list: List<Row>;
}

interface RowsProps<Row extends ListRow, Context> extends PartProps<Row, Context> {
  onOpen: ((row: Row) => void) | undefined;
  /** Absent: rows cannot be selected. */
  selection: ListSelection<Row> | undefined;
  density: 'compact' | 'comfortable';
}

/** The rows as a table or cards. */
export function ListRows<Row extends ListRow, Context>(props: RowsProps<Row, Context>) {
  const { definition, list, selection, density, onOpen } = props;
  const { i18n } = useLingui();
  const dayOf = useDayOf(definition, list);
  const columns = useColumns(definition, list.rows ?? noRows, dayOf !== undefined);
  const { returnedFromRow, leave, height, element } = useLastVisit(definition);
  const { selectLabel, openLabel } = definition;
  // Not inside of `selection`, which changes with each selected row.
  const label = selectLabel && ((row: Row) => i18n._(selectLabel(row)));
  return (
    <Box ref={element} minH={list.rows ? undefined : height}>
      <DataTable
        label={i18n._(definition.title)}
        columns={columns}
        sorts={sortsOf(definition, list)}
        rows={list.rows}
        rowKey={({ id }) => id}
        {...(onOpen &&
          openLabel && {
            onRowOpen: (row: Row) => {
              leave(row);
              onOpen(row);
            },
            openLabel: (row: Row) => i18n._(openLabel(row)),
          })}
        returnedFromRow={returnedFromRow}
        groupOf={dayOf}
        density={density}
        selection={selection && label && { ...selection, label }}
        skeletonRows={skeletonRows.table}
        empty={hasNoRows(list) && <EmptyList definition={definition} list={list} />}
      />
    </Box>
  );
}

const noRows: readonly never[] = [];

/** Returns the columns in the user's language, their cells bound to the list's context. */
function useColumns<Row extends ListRow, Context>(
  definition: ListDefinition<Row, Context>,
  rows: readonly Row[],
  isUnderDay: boolean,
): Column<Row>[] {
  const { i18n } = useLingui();
  const context = useContextOf(definition, rows);
  const offered = definition.columns.filter(({ isOffered }) => isOffered?.() ?? true);
  return offered.map(({ header, hideHeaderInTable, cell, below, ...column }: ListColumn<Row, Context>) => ({
    ...column,
    name: i18n._(header),
    header: hideHeaderInTable ? <Hidden>{i18n._(header)}</Hidden> : i18n._(header),
    cell: (row) => cell(row, context, isUnderDay),
    ...(below && { below: (row: Row) => below(row, context) }),
  }));
}

/** Returns the name of a row's day, for cards in the order of that day; undefined where the rows have no days. */
function useDayOf<Row extends ListRow, Context>(
  { days }: ListDefinition<Row, Context>,
  { sort, isUnsorted }: List<Row>,
): ((row: Row) => string) | undefined {
  const dates = useDates();
  const hasCards = useMedia(cardWidths);
  if (!days || !hasCards || isUnsorted || days.sort !== sort?.by) return undefined;
  return (row) => dates.heading(days.of(row), serverNow());
}

/** Calls the definition's hook, which is the same at every render. The React Compiler cannot see that. */
function useContextOf<Row extends ListRow, Context>(
  definition: ListDefinition<Row, Context>,
  rows: readonly Row[],
): Context {
  'use no memo';
  return definition.useContext(rows);
}

const Hidden = chakra('span', { base: { srOnly: true } });

/** Returns how the heads of columns sort, by the id of the column. They change with the list, the columns do not. */
const sortsOf = <Row extends ListRow, Context>(
  { columns, sorts = [] }: ListDefinition<Row, Context>,
  list: List<Row>,
): Record<string, ColumnSort> =>
  Object.fromEntries(
    columns.flatMap(({ id, sort: name }) => {
      const sort = sorts.find(({ by }) => by === name);
      return sort ? [[id, columnSort(sort, list)]] : [];
    }),
  );

function columnSort<Row>({ by, firstDirection }: ListSort, { sort, setSort, isUnsorted }: List<Row>): ColumnSort {
  const now = sort?.by === by ? sort.direction : null;
  const next = now === null ? firstDirection : now === 'asc' ? 'desc' : 'asc';
  return {
    direction: now === null || isUnsorted ? undefined : ariaSorts[now],
    onPress: () => setSort({ by, direction: next }),
  };
}

const ariaSorts = { asc: 'ascending', desc: 'descending' } as const;

interface LastVisit {
  row?: string | number | undefined;
  height?: string;
}

/** What the last visit of each list left: the row that the user opened, and how high the rows were. */
const lastVisits = new WeakMap<object, LastVisit>();

/**
 * Returns the row that the user opened during the last visit of the list, and a function that remembers another one. It
 * also returns the height of the rows at that time, for the moment before they are read again: the page is then long
 * enough to be scrolled where the user left it. The rows are measured in `element`.
 */
function useLastVisit(definition: object) {
  const [{ row: returnedFromRow, height }] = useState<LastVisit>(() => lastVisits.get(definition) ?? {});
  const opened = useRef(returnedFromRow);
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const rows = element.current;
    return () => {
      lastVisits.set(definition, { row: opened.current, height: `${rows?.offsetHeight ?? 0}px` });
    };
  }, [definition]);
  const leave = ({ id }: ListRow) => {
    opened.current = id;
  };
  return { returnedFromRow, leave, height, element };
}

const hasNoRows = ({ rows }: List<ListRow>): boolean => rows?.length === 0;

/** The list without rows: because there are none, or because none match. */
function EmptyList<Row extends ListRow, Context>(props: PartProps<Row, Context>) {
  const { Empty } = props.definition;
  return props.list.isNarrowed ? <NothingFound {...props} /> : <Empty />;
}

function NothingFound<Row extends ListRow, Context>({ definition, list }: PartProps<Row, Context>) {
  const { i18n } = useLingui();
  if (list.view?.empty && list.query.search === '')
    return <EmptyState icon={CircleCheck} title={i18n._(list.view.empty)} />;
  return (
    <EmptyState
      icon={SearchX}
      title={i18n._(definition.nothingFound)}
      action={
        <Button variant="outline" onClick={list.clear}>
          <Trans>Clear All</Trans>
        </Button>
      }
    />
  );
}
