import type { ReactNode } from 'react';

/** A column of `DataTable`. */
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
   * line under it, after the lead's `below`, `actions` the corner, `plain` a full line. The last line has the facts
   * (`fact`, the default) one after the other, each with the column's name, and at its end the `amount`, or a small
   * fact (`end`). `extra` is a fact that the table leaves out under 1024 px. `none`: neither on cards nor in tables under
   * 1024 px; `wide`: only in tables from 1536 px on.
   */
  cardSlot?: 'lead' | 'side' | 'second' | 'fact' | 'extra' | 'plain' | 'amount' | 'end' | 'actions' | 'none' | 'wide';
  /** On cards the value stands without the column's name, which only screen readers read: ids, times. */
  hideLabelOnCard?: boolean;
  /** On cards a long value is cut so that the facts stay in one line: names. */
  shrinks?: boolean;
  /**
   * This cell is the button that opens the row, instead of the lead: where the button's name does not contain the
   * text of the lead.
   */
  opens?: boolean;
  width?: string;
  /**
   * The placeholder of the cell has the measures of what comes: `line`, a full line of a card; `picture`, a picture
   * before the text; `cardPicture`, one on cards only, with a second line under the text.
   */
  placeholder?: 'line' | 'picture' | 'cardPicture';
  /** Shows digits of equal width: for amounts, ids and dates. */
  numbers?: boolean;
}
