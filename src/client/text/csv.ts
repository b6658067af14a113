/** A value of a CSV file; null leaves its cell empty. */
export type CsvValue = string | number | null;

/**
 * Returns rows as CSV for spreadsheets: with a byte order mark, and with an apostrophe before texts that a spreadsheet
 * would run as a formula.
 */
export const csvOf = (rows: readonly (readonly CsvValue[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(cellOf).join(',')).join('\r\n')}\r\n`;

function cellOf(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = /^\s*[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
