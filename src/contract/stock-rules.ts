/*
 * The stock of products that sell codes. Without zod, so that the first page may load it.
 */

/** How many codes of a product or variant are left, as customers learn it: never the number. */
export const stockLevels = ['in', 'low', 'out'] as const;
export type StockLevel = (typeof stockLevels)[number];

/** The states of a code; `held` is for orders that a device holds offline and not used yet. */
export const codeStates = ['free', 'sold', 'held', 'shown', 'faulty', 'withdrawn', 'expired'] as const;
export type CodeState = (typeof codeStates)[number];

/** Characters of a code, a serial number and a PIN. */
export const codeMax = 500;
export const serialMax = 100;
/** Lines and bytes of one import. */
export const importLinesMax = 10_000;
export const importBytesMax = 2_000_000;
/** Codes of one order, without those that replaced faulty ones. */
export const orderCodesMax = 100;
/** Characters of the note of a batch. */
export const batchNoteMax = 200;

/** Why a line of an import is refused. */
export const lineFaults = ['empty', 'too_long', 'invalid_date', 'past_date', 'unprintable', 'columns'] as const;
export type LineFault = (typeof lineFaults)[number];

/** Returns the level of a number of free codes; `lowAt` null: never low. */
export function levelOf(free: number, lowAt: number | null): StockLevel {
  if (free <= 0) return 'out';
  return lowAt !== null && free <= lowAt ? 'low' : 'in';
}

/** The key of a row of stock: a product and its variant, 0 for none. */
export const stockKey = (productId: number, variantId: number | null): string => `${productId}:${variantId ?? 0}`;
