import { changeHeads, changeLine, firstLine } from '../screen/samples.ts';
import { printTable } from '../table.ts';
import type { Held } from './held.ts';
import type { ShopTimes } from './measure-shop.ts';

/** Prints the table of figures and targets; returns whether every target was met. */
export function printShopReport({ held, times }: { held: Held; times: ShopTimes }): boolean {
  const [orders, tickets, products] = [held.orders, held.tickets, held.products].map((count) =>
    count.toLocaleString('en'),
  );
  console.log(
    `\nA customer's device with ${orders} orders, ${tickets} tickets and ${products} products; ms from the key or click to the painted result\n`,
  );
  return printTable(changeHeads, [
    changeLine('a character in the search of the catalogue, p95', times.typing),
    changeLine('filter of the catalogue, p95', times.filters),
    changeLine('next page of a category, p95', times.categoryPages),
    changeLine('order popup, p95', times.popups),
    firstLine('the first of a visit', times.popups.first),
    changeLine('another view of the orders, p95', times.views),
    changeLine('next page of the orders, p95', times.orderPages),
    changeLine('a ticket, p95', times.tickets),
    firstLine('the first of a visit', times.tickets.first),
  ]);
}
