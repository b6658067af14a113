import type { LocalDatabase } from './database.ts';
import type { OpenedCode } from './rows.ts';

const keptMs = 30 * 86_400_000;

/** The codes of an order that this device has, in the order in which the server has sold them. */
export async function readOpenedCodes(db: LocalDatabase, orderId: number): Promise<OpenedCode[]> {
  const codes = await db.opened_codes.where('order_id').equals(orderId).toArray();
  return codes.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** Keeps codes that the server has opened; those of the order from before are replaced. */
export function keepOpenedCodes(db: LocalDatabase, orderId: number, codes: readonly OpenedCode[]): Promise<void> {
  return db.transaction('rw', db.opened_codes, async () => {
    await db.opened_codes.where('order_id').equals(orderId).delete();
    await db.opened_codes.bulkAdd(codes);
  });
}

/** Removes the codes of an order from this device; the order keeps them. */
export const removeOpenedCodes = (db: LocalDatabase, orderId: number): Promise<number> =>
  db.opened_codes.where('order_id').equals(orderId).delete();

/** Removes the codes that were opened more than 30 days ago. */
export const removeOldCodes = (db: LocalDatabase, now: number = Date.now()): Promise<number> =>
  db.opened_codes.filter(({ at }) => at < now - keptMs).delete();
