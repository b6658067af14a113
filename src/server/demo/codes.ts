import type { Insertable } from 'kysely';
import { returnedStatuses } from '../../contract/order-rules.ts';
import type { OrderStatus } from '../../contract/orders.ts';
import { levelOf } from '../../contract/stock-rules.ts';
import type { CodeBatches, Codes, Stock, StockWatches } from '../platform/database/schema-shop.ts';
import { neverExpires } from '../shared/codes.ts';
import type { CatalogueEntry } from './catalogue.ts';
import type { DemoOrder } from './orders.ts';
import { namedPeople, type UserRow } from './people.ts';
import type { Random } from './random.ts';
import { day, minute } from './times.ts';

export type BatchRow = Insertable<CodeBatches>;
export type StockRow = Insertable<Stock>;
export type WatchRow = Insertable<StockWatches>;
/** A code before it is encrypted. */
export type CodeDraft = Omit<Insertable<Codes>, 'ciphertext' | 'key_id' | 'mark'> & { id: number; text: string };

export interface DemoCodes {
  code_batches: BatchRow[];
  stock: StockRow[];
  stock_watches: WatchRow[];
  codes: CodeDraft[];
}

/** Free codes of the variants of a product, in their order; the last ones repeat. With fewer than `lowAt` it is low. */
const freeCodes = [22, 3, 0];
const lowAt = 5;

/** Completes an order of a product that sells codes: it was delivered at once, unless it was returned later. */
export function deliverCodes({ row, item }: DemoOrder): void {
  item.has_codes = 1;
  row.notes = null;
  if (returnedStatuses.includes(row.status as OrderStatus)) return;
  Object.assign(row, { status: 'completed', status_at: null, updated_at: row.created_at, rev: 1 });
}

/**
 * Makes the codes of all products that sell some: those of their orders, which customers have opened unless they ordered
 * in the last hour, and a few free ones. Amina waits for the first variant that is sold out.
 */
export function makeCodes(
  orders: readonly DemoOrder[],
  entries: readonly CatalogueEntry[],
  { admins, now }: { admins: readonly UserRow[]; now: number },
  random: Random,
): DemoCodes {
  const made: DemoCodes = { code_batches: [], stock: [], stock_watches: [], codes: [] };
  for (const { row, variants } of entries.filter((entry) => entry.row.sells_codes)) {
    const parts = row.has_variants ? variants : [{ id: 0, cost_cents: row.cost_cents }];
    for (const [at, { id: variant_id, cost_cents }] of parts.entries()) {
      const ref = { product_id: row.id, variant_id };
      const sold = orders.filter(
        ({ item }) => item.product_id === row.id && (item.product_variant_id ?? 0) === variant_id,
      );
      const free = freeCodes[Math.min(at, freeCodes.length - 1)]!;
      addStock(made, { ref, sold, free, cost_cents, admin: admins[0]!, now }, random);
    }
  }
  const out = made.stock.find(({ level }) => level === 'out');
  if (out)
    made.stock_watches.push({
      user_id: namedPeople.amina.id,
      product_id: out.product_id,
      variant_id: out.variant_id,
      created_at: now - day,
    });
  return made;
}

interface Part {
  ref: { product_id: number; variant_id: number };
  sold: readonly DemoOrder[];
  free: number;
  cost_cents: number;
  admin: UserRow;
  now: number;
}

function addStock(made: DemoCodes, { ref, sold, free, cost_cents, admin, now }: Part, random: Random): void {
  const charged = sold.filter(({ row }) => !returnedStatuses.includes(row.status as OrderStatus));
  const batch_id = made.code_batches.length + 1;
  const created_at = Math.min(now - 3 * day, ...sold.map(({ row }) => row.created_at - day));
  made.code_batches.push({
    ...ref,
    id: batch_id,
    cost_cents,
    note: null,
    count: charged.length + free,
    created_by: admin.id,
    created_by_name: admin.name,
    created_at,
  });
  made.stock.push({ ...ref, free, low_at: lowAt, level: levelOf(free, lowAt), rev: 1 });
  const add = (state: Pick<CodeDraft, 'state' | 'order_item_id' | 'sold_at' | 'revealed_at' | 'revealed_by_name'>) =>
    made.codes.push({
      ...ref,
      ...state,
      id: made.codes.length + 1,
      uid: random.uuid(created_at),
      batch_id,
      text: textOf(random),
      replaced_by: null,
      fence: 0,
      expires_at: neverExpires,
      created_at,
    });
  for (const { row, item, customer } of charged) {
    const isOpened = now - row.created_at > 60 * minute;
    add({
      state: isOpened ? 'shown' : 'sold',
      order_item_id: item.id,
      sold_at: row.created_at,
      revealed_at: isOpened ? row.created_at + minute : null,
      revealed_by_name: isOpened ? customer.row.name : null,
    });
  }
  for (let at = 0; at < free; at += 1)
    add({ state: 'free', order_item_id: null, sold_at: null, revealed_at: null, revealed_by_name: null });
}

const characters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** "K7QM-2XWD-9RTA" */
const textOf = (random: Random): string =>
  Array.from({ length: 3 }, () =>
    Array.from({ length: 4 }, () => characters[random.int(0, characters.length - 1)]!).join(''),
  ).join('-');
