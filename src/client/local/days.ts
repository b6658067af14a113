/** Days of this device's calendar, as `2026-11-20`. Lists filter by them, because screens show times in this calendar. */

/** Returns the day of a moment (ISO text). */
export function dayOf(moment: string): string {
  const date = new Date(moment);
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

/** Returns the first moment of a day, as ISO text. */
export const startOfDay = (day: string): string => new Date(`${day}T00:00:00`).toISOString();

/** Returns the last moment of a day, as ISO text. */
export const endOfDay = (day: string): string => new Date(`${day}T23:59:59.999`).toISOString();

/** Returns whether a text is a day of the calendar. */
export const isDay = (text: string): boolean =>
  /^[1-9]\d{3}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text);

const twoDigits = (value: number): string => String(value).padStart(2, '0');
