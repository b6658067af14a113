import type { RowFilter } from '../../src/client/local/rows-in-memory/row-columns.ts';
import type { RowIndex } from '../../src/client/local/rows-in-memory/row-index.ts';
import { ticketRow } from './support.ts';

let rev = 1;
/** Returns the revision of the next row that a test stores. */
export const nextRev = (): number => rev++;

export const order = (id: number, status: string) => ({
  id,
  status,
  items: [{ product_name: `Card ${id % 3}`, variant_name: null }],
  user_name: ['Zoé', 'emil', 'Émile', 'أحمد'][(id + status.length) % 4],
  total_price: status.length,
  message: status,
  created_at: `2026-11-20T10:00:${id + 10}.000Z`,
});
export const uuid = (id: number) => `0193aaaa-0000-7000-8000-${String(id).padStart(12, '0')}`;
export const ticket = (id: number, status: string, hour: number) => ({
  ...ticketRow(uuid(id)),
  status,
  content: `It came at ${hour} ${status}`,
  created_at: `2026-11-20T${hour}:00:00.000Z`,
});

export const none: RowFilter['values'] = {};

/** Loads the part of the index that a filter needs, as a list on the screen does. */
export const watch = <Id extends string | number>(index: RowIndex<Id, never>, filter: RowFilter): (() => void) =>
  index.follow(index.partOf(filter), () => undefined);
