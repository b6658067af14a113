import type { ReactNode } from 'react';
import { headCellStyles } from './data-table-styles.ts';
import { SortButton, type ColumnSort } from './sort-button.tsx';
import { chakra } from './theme/styled.tsx';

interface HeadColumn {
  id: string;
  header: ReactNode;
  align?: 'start' | 'end' | 'center';
  cardSlot?: string;
  width?: string;
}

interface Props<Column extends HeadColumn> {
  columns: readonly Column[];
  /** How the heads of columns sort, by the id of the column. */
  sorts: Readonly<Record<string, ColumnSort>> | undefined;
  /** Returns content instead of a column's name; undefined for none. */
  contentOf: (column: Column) => ReactNode | undefined;
}

/** The names of a table's columns; on cards only screen readers read them. */
export function DataTableHead<Column extends HeadColumn>({ columns, sorts, contentOf }: Props<Column>) {
  return (
    <Head role="rowgroup">
      <HeadRow role="row">
        {columns.map((column) => (
          <HeadCell
            key={column.id}
            role="columnheader"
            scope="col"
            aria-sort={sorts?.[column.id]?.direction}
            data-priority={column.cardSlot}
            textAlign={column.align === 'end' ? { base: 'end', _rtl: 'start' } : (column.align ?? 'start')}
            width={column.width}
          >
            {contentOf(column) ?? <Name {...column} sort={sorts?.[column.id]} />}
          </HeadCell>
        ))}
      </HeadRow>
    </Head>
  );
}

function Name({ header, align, sort }: Pick<HeadColumn, 'header' | 'align'> & { sort: ColumnSort | undefined }) {
  return sort ? (
    <SortButton {...sort} align={align}>
      {header}
    </SortButton>
  ) : (
    header
  );
}

const Head = chakra('thead', { base: { srOnly: { base: true, sm: false } } });
const HeadRow = chakra('tr');
const HeadCell = chakra('th', { base: headCellStyles });
