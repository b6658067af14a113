import { Button } from '@chakra-ui/react/button';
import { Trans, useLingui } from '@lingui/react/macro';
import { SearchX } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { skeletonRows } from '../../contract/limits.ts';
import type { CallFailure } from '../api/failure.ts';
import type { RowFilter } from '../local/row-columns.ts';
import { useSyncStatus } from '../sync/use-sync-status.ts';
import { useRefusalText } from '../text/refusals.ts';
import { AgeNote } from '../ui/age-note.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Notice } from '../ui/notice.tsx';
import { OnDeviceNote } from '../ui/on-device-note.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Pager } from '../ui/pager.tsx';
import type { ListColumn, ListDefinition } from './define-list.ts';
import type { ListRow } from './list-source.ts';
import { ListToolbar } from './list-toolbar.tsx';
import { useList, type List } from './use-list.ts';
import { useSelection, type ListSelection } from './use-selection.ts';

interface Props<Row extends ListRow, Context> extends Pick<
  ComponentProps<typeof PageHeader>,
  'breadcrumb' | 'actions'
> {
  list: ListDefinition<Row, Context>;
  onOpen: (row: Row) => void;
  /** Content between the title and the toolbar. */
  belowTitle?: ReactNode;
  /** Returns the toolbar above the rows: actions for the selected rows, with their progress. */
  renderBulkActions?: (selection: ListSelection<Row>) => ReactNode;
  /** Returns buttons beside the title that need the search and the filters, such as an export. */
  renderActions?: (filter: RowFilter) => ReactNode;
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
  const columns = useColumns(definition);
  const selectLabel = definition.selectLabel;
  return (
    <>
      <PageHeader
        title={i18n._(definition.title)}
        count={list.total}
        breadcrumb={breadcrumb}
        actions={renderActions?.(list.query) ?? props.actions}
      />
      {belowTitle}
      {list.isEmpty ? null : <ListToolbar definition={definition} list={list} />}
      {renderBulkActions?.(selection)}
      {list.failure ? <LoadFailure failure={list.failure} onRetry={list.retry} /> : null}
      <DataTable
        label={i18n._(definition.title)}
        columns={columns}
        rows={list.rows}
        rowKey={({ id }) => id}
        onRowOpen={onOpen}
        openLabel={(row) => i18n._(definition.openLabel(row))}
        selection={selectLabel && { ...selection, label: (row) => i18n._(selectLabel(row)) }}
        skeletonRows={skeletonRows.table}
        empty={list.isNarrowed ? <NothingFound definition={definition} onClear={list.clear} /> : <definition.Empty />}
      />
      <Pages definition={definition} list={list} />
      <Notes definition={definition} list={list} />
      {children?.(rows)}
    </>
  );
}

/** Returns the columns in the user's language, their cells bound to the list's context. */
function useColumns<Row extends ListRow, Context>(definition: ListDefinition<Row, Context>): Column<Row>[] {
  const { i18n } = useLingui();
  const context = definition.useContext();
  return definition.columns.map(({ header, hideHeader, cell, below, ...column }: ListColumn<Row, Context>) => ({
    ...column,
    name: i18n._(header),
    header: hideHeader ? <Hidden>{i18n._(header)}</Hidden> : i18n._(header),
    cell: (row) => cell(row, context),
    ...(below && { below: (row: Row) => below(row, context) }),
  }));
}

const Hidden = chakra('span', { base: { srOnly: true } });

interface PartProps<Row extends ListRow, Context> {
  definition: ListDefinition<Row, Context>;
  list: List<Row>;
}

function Pages<Row extends ListRow, Context>({ definition, list }: PartProps<Row, Context>) {
  const { pageSizes } = definition;
  if (list.total === 0) return null;
  return (
    <Pager
      page={list.page}
      perPage={list.query.perPage}
      shown={list.rows?.length ?? 0}
      total={list.total}
      onPage={list.goToPage}
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
      <AgeNote at={lastSyncAt} online={online} />
    </>
  );
}

/** The server did not answer with this page (S2D-13, S8-12). */
function LoadFailure({ failure, onRetry }: { failure: CallFailure; onRetry: (() => void) | undefined }) {
  const { failure: sentenceOf } = useRefusalText();
  return (
    <Box mb="4">
      <Notice
        tone="warning"
        action={
          <Button size="sm" variant="outline" onClick={onRetry}>
            <Trans>Retry</Trans>
          </Button>
        }
      >
        {sentenceOf(failure)}
      </Notice>
    </Box>
  );
}

function NothingFound<Row extends ListRow, Context>(props: {
  definition: ListDefinition<Row, Context>;
  onClear: () => void;
}) {
  const { i18n } = useLingui();
  return (
    <EmptyState
      icon={SearchX}
      title={i18n._(props.definition.nothingFound)}
      action={
        <Button variant="outline" onClick={props.onClear}>
          <Trans>Clear All</Trans>
        </Button>
      }
    />
  );
}
