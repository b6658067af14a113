import { changeHeads, changeLine, firstLine, framesLine } from '../screen/samples.ts';
import type { Held } from '../shop/held.ts';
import { printTable } from '../table.ts';
import type { TicketTimes } from './measure-tickets.ts';

/** Prints the table of figures and targets; returns whether every target was met. */
export function printTicketsReport({ held, times }: { held: Held; times: TicketTimes }): boolean {
  const tickets = held.tickets.toLocaleString('en');
  console.log(`\nAn admin's device with ${tickets} open tickets; ms from the key or click to the painted result\n`);
  return printTable(changeHeads, [
    changeLine('next ticket by key, p95', times.keys),
    firstLine('the first of a visit', times.keys.first),
    changeLine('next ticket by a click in the queue, p95', times.clicks),
    changeLine('another view of the queue, p95', times.queueViews),
    firstLine('the first of a visit', times.queueViews.first),
    changeLine('another view of the table, p95', times.tableViews),
    framesLine('a reply', times.frames),
  ]);
}
