/*
 * Phones are minutes or days wrong. Every moment that is stored or shown is the server's time, as far as this device
 * knows it: its own clock, corrected by what the last answer showed (OF-26).
 */

let ahead = 0;

/** The server's time in milliseconds since the epoch; this device's own until an answer has shown the difference. */
export const serverNow = (): number => Date.now() + ahead;

/** Sets by how many milliseconds the server's clock is ahead of this device's. */
export function setServerAhead(ms: number): void {
  ahead = ms;
}
