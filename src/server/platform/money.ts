/** Euros of the wire in whole cents. Throws a RangeError for anything that is not a number with at most two decimals. */
export function toCents(euros: number): number {
  const cents = Math.round(euros * 100);
  if (!Number.isSafeInteger(cents) || Math.abs(cents / 100 - euros) > 1e-9 * Math.max(1, Math.abs(euros))) {
    throw new RangeError('not an amount of money');
  }
  return cents === 0 ? 0 : cents;
}

/** Cents of the database in euros of the wire: the nearest number with two decimals. */
export const toEuros = (cents: number): number => cents / 100;
