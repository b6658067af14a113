import type { MessageDescriptor } from '@lingui/core';
import type { ComponentType, ReactNode } from 'react';
import type { Column } from '../ui/data-table.tsx';
import type { SelectOption } from '../ui/fields.tsx';
import type { ListRow, RowsSource } from './list-source.ts';

/** A list page, declared: rows, address, toolbar, columns and empty states. `ListPage` shows it. */
export interface ListDefinition<Row extends ListRow, Context = undefined> {
  source: RowsSource<Row>;
  title: MessageDescriptor;
  searchLabel: MessageDescriptor;
  filters: readonly ListFilter[];
  /** The filters are in a panel that a button opens, and are applied together. */
  hasFilterPanel?: boolean;
  /** Tabs over the list, each with the values of its filters; a tab without values shows all rows. */
  views?: readonly ListView[];
  /**
   * The page sizes to choose from; a single size is fixed. The default is `pageSizeDefault` if included, else the
   * first.
   */
  pageSizes: readonly number[];
  columns: readonly ListColumn<Row, Context>[];
  /** A hook that the page calls once; every cell receives its result. */
  useContext: () => Context;
  /** The name of a row's opener for screen readers: "Open order 1042". */
  openLabel: (row: Row) => MessageDescriptor;
  /** The name of a row's checkbox: "Select #1042". Rows can be selected where it is given. */
  selectLabel?: (row: Row) => MessageDescriptor;
  /** Shown when the user has no rows at all. */
  Empty: ComponentType;
  /** Shown when the search and the filters match no row. */
  nothingFound: MessageDescriptor;
  /** What the rows are, for the note that says offline how many of them are on this device; absent: no note. */
  records?: 'orders' | 'tickets';
}

/** A filter of the source; its name is also its parameter in the address. */
export type ListFilter = ChoiceFilter | DayFilter;

/** A filter by the values of one column. */
export interface ChoiceFilter {
  kind?: 'choice';
  name: string;
  label: MessageDescriptor;
  /** The values that the filter accepts from the address; absent: any value. */
  values?: readonly string[];
  /** A hook that returns the choices to show. */
  useChoices: () => readonly SelectOption[];
  /** Offers a search over the choices, for long lists. */
  isSearchable?: boolean;
}

/** A filter by one day, such as `2026-11-20`. */
export interface DayFilter {
  kind: 'day';
  name: string;
  label: MessageDescriptor;
}

export interface ListView {
  label: MessageDescriptor;
  /** The values of the filters that the view sets; it clears the other filters. */
  values: Readonly<Record<string, readonly string[]>>;
  /** This device keeps all rows of the view, although it may keep only the newest rows of the list. */
  isCompleteOnDevice?: boolean;
}

/** A column of the table, and its place on a phone's card (`Column.cardPlace`). */
export interface ListColumn<Row, Context> extends Pick<
  Column<Row>,
  'id' | 'align' | 'cardPlace' | 'hideName' | 'opens' | 'width' | 'numbers'
> {
  header: MessageDescriptor;
  hideHeader?: boolean;
  cell: (row: Row, context: Context) => ReactNode;
  /** Content under the cell that is not part of the opener's name. */
  below?: (row: Row, context: Context) => ReactNode;
}

/** Declares a list; infers the types of its rows and of its cells' context. */
export const defineList = <Row extends ListRow, Context = undefined>(
  definition: ListDefinition<Row, Context>,
): ListDefinition<Row, Context> => definition;
