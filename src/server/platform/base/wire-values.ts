/** Converts ms since epoch, as in the database, to ISO 8601 in UTC, as on the wire. */
export const toIsoTime = (ms: number): string => new Date(ms).toISOString();

/** As `toIsoTime`, but null stays null. */
export const toIsoTimeOrNull = (ms: number | null): string | null => (ms === null ? null : toIsoTime(ms));

/** Converts an amount in the shop's currency, as on the wire, to whole cents. Throws a RangeError unless they have at most two decimals. */
export function toCents(euros: number): number {
  const cents = Math.round(euros * 100);
  if (!Number.isSafeInteger(cents) || Math.abs(cents / 100 - euros) > 1e-9 * Math.max(1, Math.abs(euros))) {
    throw new RangeError('not an amount of money');
  }
  return cents === 0 ? 0 : cents;
}

/** Converts cents, as in the database, to an amount in the shop's currency, as on the wire: the nearest number with two decimals. */
export const toEuros = (cents: number): number => cents / 100;

/** Parses ids. An invalid one becomes 0, which no record has, so that it matches nothing. */
export const idsOf = (texts: readonly string[]): number[] =>
  texts.map(Number).map((value) => (Number.isSafeInteger(value) && value > 0 ? value : 0));
