import type { MessageDescriptor } from '@lingui/core';
import type { ComponentType, ReactNode } from 'react';
import type { Direction } from '../../contract/sorts.ts';
import type { ViewsFact } from '../local/meta.ts';
import type { RowFilter, RowSort } from '../local/rows-in-memory/row-columns.ts';
import type { Column } from '../ui/data-table-column.ts';
import type { Moment } from '../text/dates.ts';
import type { MoreSource, SelectOption } from '../ui/fields.tsx';
import type { ListRow, RowsSource } from './list-source.ts';

/** A list page, declared: rows, address, toolbar, columns and empty states. `ListPage` shows it. */
export interface ListDefinition<Row extends ListRow, Context = undefined> {
  source: RowsSource<Row>;
  title: MessageDescriptor;
  /** Absent: the list has no search. */
  searchLabel?: MessageDescriptor;
  filters: readonly ListFilter[];
  /** The filters are in a panel that a button opens, and are applied together; on phones also where several are beside a search. */
  hasFilterPanel?: boolean;
  /**
   * Tabs over the list, each with the values of its filters; a tab without values shows all rows. A function where they
   * depend on the signed-in user.
   */
  views?: readonly ListView[] | (() => readonly ListView[]);
  /** The user can save views. `Control` is `OwnViews`: its code and texts are loaded with the lists that have it. */
  ownViews?: { storedAs: ViewsFact; Control: ComponentType<OwnViewsProps> };
  /**
   * The page sizes to choose from; a single size is fixed. The default is `pageSizeDefault` if included, else the
   * first.
   */
  pageSizes: readonly number[];
  columns: readonly ListColumn<Row, Context>[];
  /** The sorts of the source; the first one in its usual direction is the default order. Absent: rows keep one order. */
  sorts?: readonly ListSort[];
  /** Returns the time of a row: while the rows are in the order of this sort, the cards of phones are grouped by its day. */
  days?: { sort?: string; of: (row: Row) => Moment };
  /** Returns the default order where the filters decide it; it is an order of `sorts`. */
  defaultSort?: (values: RowFilter['values']) => RowSort | undefined;
  /** A hook that the page calls once, with the rows shown; every cell receives its result. */
  useContext: (rows: readonly Row[]) => Context;
  /** The name of a row's opener for screen readers: "Open order 1042". Absent: a row has nothing to open. */
  openLabel?: (row: Row) => MessageDescriptor;
  /** The name of a row's checkbox: "Select #1042". Rows can be selected where it is given. */
  selectLabel?: (row: Row) => MessageDescriptor;
  /** Shown when the user has no rows at all. */
  Empty: ComponentType;
  /** Shown when the search and the filters match no row. */
  nothingFound: MessageDescriptor;
  /** What the rows are, for the note that says offline how many of them are on this device; absent: no note. */
  records?: 'orders' | 'tickets' | 'movements' | 'users' | 'topups';
}

/** An order of the rows by one value, with its words in a list of choices: "Total: high to low". */
export interface ListSort extends Record<Direction, MessageDescriptor> {
  /** The name of the sort in the source, and in the address. */
  by: string;
  /** The direction at the first press of the column's head. */
  firstDirection: Direction;
  /** Returns whether the list can be in this order with these filters; absent: with all. */
  isOffered?: (values: RowFilter['values']) => boolean;
}

/** A filter of the source; its name is also its parameter in the address. */
export type ListFilter = ChoiceFilter | DaysFilter | ViewFilter;

/** A filter by the values of one column. */
export interface ChoiceFilter {
  kind?: 'choice';
  name: string;
  label: MessageDescriptor;
  /** The values that the filter accepts from the address; absent: every value. */
  values?: readonly string[];
  /** A hook that returns the choices to show; it gets the chosen ones, which may be others. */
  useChoices: (chosen: readonly string[]) => readonly SelectOption[];
  /** Searches further choices, where this device does not have all. */
  source?: MoreSource;
  /** Offers a search over the choices, for long lists. */
  isSearchable?: boolean;
  /** Returns whether the signed-in user has the filter; absent: every user has it. */
  isOffered?: () => boolean;
}

/** A filter by a range of days, such as `2026-11-20`; either end may be open. */
export interface DaysFilter {
  kind: 'days';
  /** The filter of the first day, and its parameter in the address. */
  name: string;
  /** The filter of the last day, and its parameter in the address. */
  endName: string;
  label: MessageDescriptor;
  /** The control, `DateRange` of `ui/`: its code and texts are loaded with the lists that have it. */
  Control: ComponentType<{
    label: string;
    value: { from: string; to: string };
    onChange: (range: { from: string; to: string }) => void;
  }>;
}

/** A filter without a control: only views set it. */
interface ViewFilter {
  kind: 'view';
  name: string;
  values: readonly string[];
}

export interface ListView {
  label: MessageDescriptor;
  /** The values of the filters that the view sets; it clears the other filters. */
  values: Readonly<Record<string, readonly string[]>>;
  /** This device keeps all rows of the view, although it may keep only the newest rows of the list. */
  isCompleteOnDevice?: boolean;
  /** Shown when the view has no rows, instead of `nothingFound`. */
  empty?: MessageDescriptor;
}

/** The views that the user has saved, and the list whose search, filters and order they keep. */
export interface OwnViewsProps {
  /** The name of the device fact that has the views. */
  storedAs: ViewsFact;
  /** The parameters of the list in the address that a view keeps. */
  names: readonly string[];
  /** The rows shown are neither all of them in the default order nor those of one of the list's own views. */
  isSaveable: boolean;
}

/** A column of the table, and its place on a phone's card (`Column.cardSlot`). */
export interface ListColumn<Row, Context> extends Pick<
  Column<Row>,
  'id' | 'align' | 'cardSlot' | 'hideLabelOnCard' | 'shrinks' | 'opens' | 'width' | 'placeholder' | 'numbers'
> {
  header: MessageDescriptor;
  hideHeaderInTable?: boolean;
  /** Returns whether the user has it, such as buttons that need a permission; absent: all users have it. */
  isOffered?: () => boolean;
  /** The name of the sort that the head of the column makes. */
  sort?: string;
  /** `isUnderDay`: the day of the row stands above it. */
  cell: (row: Row, context: Context, isUnderDay: boolean) => ReactNode;
  /** Content under the cell that is not part of the opener's name. */
  below?: (row: Row, context: Context) => ReactNode;
}

/** Declares a list; infers the types of its rows and of its cells' context. */
export const defineList = <Row extends ListRow, Context = undefined>(
  definition: ListDefinition<Row, Context>,
): ListDefinition<Row, Context> => definition;
