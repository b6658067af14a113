/** A moment of the database (ms since epoch) as the wire has it (ISO 8601, UTC). */
export const toWhen = (ms: number): string => new Date(ms).toISOString();

/** The same for a moment that may be missing. */
export const toWhenOrNull = (ms: number | null): string | null => (ms === null ? null : toWhen(ms));
