import { changeHeads, changeLine, firstLine, framesLine } from '../screen/samples.ts';
import { printTable } from '../table.ts';
import type { ListTimes } from './measure-list.ts';

/** Prints the table of figures and targets; returns whether every target was met. */
export function printListReport(times: ListTimes): boolean {
  console.log(`\nThe admin's list of orders with 10,000 of them on the device; ms until the rows are painted\n`);
  return printTable(changeHeads, [
    changeLine('another view, p95', times.views),
    changeLine('filter by status, p95', times.statuses),
    changeLine('filter by product, customer, day, p95', times.columns),
    firstLine('the first of them in a visit', times.columns.first),
    changeLine('sort by another column, p95', times.sorts),
    firstLine('the first of them in a visit', times.firstSort),
    changeLine('next page, p95', times.pages),
    changeLine('search, p95', times.search),
    firstLine('the first search of a visit', times.search.first),
    framesLine('a search', times.frames),
  ]);
}
