import type { Loaded } from './page/loading.ts';
import type { Pair } from './page/measure.ts';
import type { Readings } from './page/reading.ts';
import type { Size } from './page/rows.ts';
import type { Writings } from './page/writing.ts';
import { median, printTable, quantile, show, type Line } from './table.ts';

/** Everything measured in one run: milliseconds, bytes. */
export interface Figures extends Readings, Writings {
  size: Size;
  loaded: Loaded;
  cold: Pair;
  heap: { before: number; after: number };
}

const frame = 1000 / 60;

/** Prints the table with the targets of the design beside each figure; gives whether all were met. */
export function printReport(figures: Figures): boolean {
  const { orders, tickets, products } = figures.size;
  console.log(
    `\n${orders.toLocaleString('en')} orders, ${tickets.toLocaleString('en')} tickets with 3 responses each, ${products.toLocaleString('en')} products; medians, ms unless said\n`,
  );
  return printTable({ floor: 'raw IndexedDB' }, linesOf(figures));
}

function linesOf(figures: Figures): Line[] {
  return [
    ...loadLines(figures.loaded),
    within('cold open + first page', figures.cold, 1.3),
    within('page of 10 orders by status', figures.orderPage, 2),
    within('the 50th page of it', figures.farPage, 2),
    within('tickets by status × type, with total', figures.ticketPage, 2),
    within('category page', figures.categoryPage, 2),
    searchLine(figures.search),
    plain('texts for search into memory, once', figures.intoMemory),
    within('enqueue a reply, strict', figures.enqueue, 3),
    p99Line(figures.enqueue),
    liveLine(figures.live),
    within('apply 100 rows under 3 live queries', figures.delta, 1.5),
    heapLine(figures.heap),
  ];
}

function loadLines({ rows, floor, ours, firstAnswer, longTasks }: Loaded): Line[] {
  const share = floor / ours;
  const perSecond = (ms: number) => Math.round((rows / ms) * 1000).toLocaleString('en');
  const longest = Math.max(0, ...longTasks);
  return [
    {
      what: 'first load, rows/s',
      floor: perSecond(floor),
      ours: perSecond(ours),
      ratio: share.toFixed(2),
      target: '≥ 0.85 × raw',
      isMet: share >= 0.85,
    },
    {
      what: 'its tasks over 50 ms on the main thread',
      floor: '',
      ours: String(longTasks.length),
      ratio: '',
      target: `none (longest ${longest.toFixed(0)} ms)`,
      isMet: longTasks.length === 0,
    },
    { what: 'its first answer on the device', floor: '', ours: show(firstAnswer), ratio: '', target: '', isMet: null },
  ];
}

/** Ours may take `most` times what the raw store takes. */
function within(what: string, pair: Pair, most: number): Line {
  const line = plain(what, pair);
  return { ...line, target: `≤ ${most} × raw`, isMet: median(pair.ours) <= most * median(pair.floor) };
}

function plain(what: string, { floor, ours }: Pair): Line {
  const ratio = median(ours) / median(floor);
  return {
    what,
    floor: show(median(floor)),
    ours: show(median(ours)),
    ratio: ratio.toFixed(2),
    target: '',
    isMet: null,
  };
}

const searchLine = (pair: Pair): Line => ({
  ...plain('search 2,000 products + 20,000 tickets', pair),
  target: '≤ 5 ms',
  isMet: median(pair.ours) <= 5,
});

function p99Line({ floor, ours }: Pair): Line {
  const [raw, own] = [quantile(floor, 0.99), quantile(ours, 0.99)];
  return {
    what: 'its 99th percentile',
    floor: show(raw),
    ours: show(own),
    ratio: (own / raw).toFixed(2),
    target: '≤ 30 ms',
    isMet: own <= 30,
  };
}

function liveLine(pair: Pair): Line {
  const most = 2 * median(pair.floor) + frame;
  return {
    ...plain('reply → the list shows it', pair),
    target: `≤ 2 × raw + frame (${show(most)})`,
    isMet: median(pair.ours) <= most,
  };
}

function heapLine({ before, after }: Figures['heap']): Line {
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
  return {
    what: 'JavaScript heap with everything cached, MB',
    floor: megabytes(before),
    ours: megabytes(after),
    ratio: '',
    target: '≤ 15 MB',
    isMet: after <= 15e6,
  };
}
