import { csvOf, type CsvValue } from '../text/csv.ts';

/** Milliseconds after which the browser has certainly begun to read a saved file. */
const keptForMs = 10_000;

/** Saves a file on this device, through a link that is pressed at once. */
export function saveFile(name: string, content: Blob): void {
  const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(content), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), keptForMs);
}

/** Saves rows as a CSV file; `name` is without its ending. */
export function saveCsv(name: string, rows: readonly (readonly CsvValue[])[]): void {
  saveFile(`${name}.csv`, new Blob([csvOf(rows)], { type: 'text/csv;charset=utf-8' }));
}
