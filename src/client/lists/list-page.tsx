import { Trans, useLingui } from '@lingui/react/macro';
import type { ComponentProps, ReactNode } from 'react';
import { useState } from 'react';
import { readPreference, writePreference } from '../local/preferences.ts';
import { useSyncStatus } from '../sync/use-sync-status.ts';
import { AgeNote } from '../ui/age-note.tsx';
import { FailureNotice } from '../ui/load-state.tsx';
import { OnDeviceNote } from '../ui/on-device-note.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Pager } from '../ui/pager.tsx';
import type { ListDefinition } from './define-list.ts';
import type { ListRow } from './list-source.ts';
import { ListRows } from './list-rows.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import { useList, type List } from './use-list.ts';
import { useSelectAll, type SelectAll } from './use-select-all.ts';
import { useSelection, type ListSelection } from './use-selection.ts';
import { Box, Muted } from '../ui/theme/styled.tsx';

interface Props<Row extends ListRow, Context> extends Pick<
  ComponentProps<typeof PageHeader>,
  'breadcrumb' | 'actions'
> {
  list: ListDefinition<Row, Context>;
  /** Set it where the count would read as a value: "Balance 12". */
  hidesCount?: boolean;
  /** Opens a row, for a list with `openLabel`. */
  onOpen?: (row: Row) => void;
  /** Content between the title and the toolbar. */
  belowTitle?: ReactNode;
  /** Returns the toolbar above the rows: actions for the selected rows, with their progress. Without it none can be selected. */
  renderBulkActions?: ((selection: ListSelection<Row>, all: SelectAll | null) => ReactNode) | undefined;
  /** Returns buttons beside the title that need the list, such as an export of the rows that match. */
  renderActions?: (list: List<Row>) => ReactNode;
  /** Returns more content for the rows shown, such as the dialog of the row that the user opened. */
  children?: (rows: readonly Row[]) => ReactNode;
}

const noRows: never[] = [];

/** A list with its title, views, search and filters, rows as a table or cards, pages, and empty and partial states. */
export function ListPage<Row extends ListRow, Context>(props: Props<Row, Context>) {
  const { list: definition, breadcrumb, belowTitle, renderActions, renderBulkActions, onOpen, children } = props;
  const { i18n } = useLingui();
  const list = useList(definition);
  const rows = list.rows ?? noRows;
  const selection = useSelection<Row>(rows, JSON.stringify([list.query.search, list.query.values]));
  const selectAll = useSelectAll(definition, list, selection);
  const density = useDensity();
  return (
    <>
      <PageHeader
        title={i18n._(definition.title)}
        count={props.hidesCount ? null : knownTotal(list)}
        breadcrumb={breadcrumb}
        actions={renderActions?.(list) ?? props.actions}
        hasTabs={list.views.length > 0}
      />
      {belowTitle}
      {list.isEmpty ? null : <ListToolbar definition={definition} list={list} />}
      {renderBulkActions?.(selection, selectAll)}
      {list.failure ? (
        <Box mb="4">
          <FailureNotice failure={list.failure} onRetry={list.retry} />
        </Box>
      ) : null}
      <ListRows
        definition={definition}
        list={list}
        selection={renderBulkActions && selection}
        density={density.value}
        onOpen={onOpen}
      />
      <Pages definition={definition} list={list} density={density} />
      <Notes definition={definition} list={list} />
      {children?.(rows)}
    </>
  );
}

/** Returns the number of rows; null instead of 0 until rows are loaded. */
const knownTotal = <Row extends ListRow>({ rows, total }: List<Row>) => (rows ? total : total || null);

/** Returns the height of the rows, as this device remembers it, and a function that changes it. */
function useDensity() {
  const [isCompact, setCompact] = useState(() => readPreference('cod_rows') === 'compact');
  const toggle = () => {
    writePreference('cod_rows', isCompact ? 'comfortable' : 'compact');
    setCompact(!isCompact);
  };
  return { value: isCompact ? 'compact' : 'comfortable', isCompact, toggle } as const;
}

interface PartProps<Row extends ListRow, Context> {
  definition: ListDefinition<Row, Context>;
  list: List<Row>;
}

function Pages<Row extends ListRow, Context>({
  definition,
  list,
  density,
}: PartProps<Row, Context> & Pick<ComponentProps<typeof Pager>, 'density'>) {
  const { pageSizes } = definition;
  if (list.total === 0) return null;
  return (
    <Pager
      page={list.page}
      perPage={list.query.perPage}
      shown={list.rows?.length ?? 0}
      total={list.total}
      cursors={list.cursors && { ...list.cursors, isCurrent: list.query.cursor !== undefined }}
      onPage={list.goToPage}
      {...(density && { density })}
      {...(pageSizes.length > 1 && { perPageChoices: pageSizes, onPerPage: list.setPerPage })}
    />
  );
}

/** How many rows are on this device, and how old they are. */
function Notes<Row extends ListRow, Context>({ definition: { records }, list }: PartProps<Row, Context>) {
  const { online, lastSyncAt, firstLoad } = useSyncStatus();
  const { onDevice, totalIfPartial } = list;
  return (
    <>
      {records ? <OnDeviceNote {...{ records, onDevice, totalIfPartial, online, firstLoad }} /> : null}
      {list.isUnsorted ? (
        <Muted role="status" mt="2" textStyle="xs">
          <Trans>This order needs a connection. The newest are first.</Trans>
        </Muted>
      ) : null}
      <AgeNote at={lastSyncAt} online={online} />
    </>
  );
}
