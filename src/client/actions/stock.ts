import { stockKey } from '../../contract/stock-rules.ts';
import type { Action } from './action.ts';

/** Starts or ends the wait for a product or variant that is sold out; the server notifies once. */
export const watchStock: Action<'stock.watch'> = {
  kind: 'stock.watch',
  v: 1,
  lane: ({ product_id, variant_id }) => `stock:${stockKey(product_id, variant_id)}`,
  effects: ({ product_id, variant_id, on }) => [
    {
      table: 'stock',
      key: stockKey(product_id, variant_id),
      apply: (row) => row && { ...row, is_watched: on },
    },
  ],
};
