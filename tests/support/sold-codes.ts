import type { RevealedCode, StockRow } from '../../src/contract/codes.ts';
import type { Order } from '../../src/contract/orders.ts';
import type { CodeState, StockLevel } from '../../src/contract/stock-rules.ts';
import { anOrder, aProduct } from './storefront.tsx';

/** A product that sells codes, at most ten in an order. */
export const voucher = aProduct(8, 'Voucher', { price: 10, sells_codes: true, quantity_max: 10 });

export const aStock = (product_id: number, level: StockLevel, more: Partial<StockRow> = {}): StockRow => ({
  id: `${product_id}:${more.variant_id ?? 0}`,
  product_id,
  variant_id: null,
  level,
  rev: 1,
  ...more,
});

/** An order of vouchers; `shown` of its codes were opened. */
export const anOrderOfCodes = (id: number, { count = 2, shown = 0 } = {}, more: Partial<Order> = {}): Order =>
  anOrder(id, {
    items: [
      {
        product_id: 8,
        product_name: 'Voucher',
        product_variant_id: null,
        variant_name: null,
        price: 10,
        ...(count > 1 && { quantity: count }),
        codes: { count, shown, faulty: 0 },
      },
    ],
    status: 'completed',
    ...more,
  });

const idOfCode = (at: number): string => `01a20000-0000-7000-8000-00000000000${at}`;

/** The first, second … code of an order, opened. */
export const anOpenedCode = (at: number, more: Partial<RevealedCode> = {}): RevealedCode => ({
  id: idOfCode(at),
  code: `AAAA-BBBB-000${at}`,
  serial: null,
  pin: null,
  expires_at: null,
  state: 'shown',
  opened_by: 'Amina Haddad',
  ...more,
});

/** The same code as support lists it. */
export const aListedCode = (at: number, state: CodeState = 'sold', opened_by: string | null = null) => ({
  id: idOfCode(at),
  state,
  expires_at: null,
  opened_by,
  opened_at: opened_by === null ? null : '2026-11-21T10:02:00.000Z',
});
