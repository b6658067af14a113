import type { Loaded } from './page/loading.ts';
import type { Times } from './page/measure.ts';
import type { Readings } from './page/reading.ts';
import type { Size } from './page/rows.ts';
import type { Writings } from './page/writing.ts';
import { median, printTable, quantile, show, type Line } from './table.ts';

/** What one run has measured: milliseconds, bytes. A part that was left out has no figures. */
export interface Figures extends Partial<Readings>, Partial<Writings> {
  size: Size;
  loaded?: Loaded;
  cold?: Times;
  firstFilter?: Times;
  heap?: { before: number; after: number };
}

const frame = 1000 / 60;

/** Prints the table with the targets of the design beside each figure; gives whether all were met. */
export function printReport(figures: Figures): boolean {
  const { orders, tickets, products } = figures.size;
  console.log(
    `\n${orders.toLocaleString('en')} orders, ${tickets.toLocaleString('en')} tickets with 3 responses each, ${products.toLocaleString('en')} products; medians, ms unless said\n`,
  );
  return printTable({ floor: 'raw IndexedDB', others: ['plain Dexie', 'SQLite-WASM'] }, linesOf(figures));
}

const linesOf = (figures: Figures): Line[] =>
  reports.flatMap((report) => report(figures)).filter((line) => line !== null);

/** The lines of the table, in their order; null where nothing was measured. */
const reports: ((figures: Figures) => Line[] | Line | null)[] = [
  ({ loaded }) => (loaded ? loadLines(loaded) : null),
  ({ cold }) => within('cold open + first page', cold, 1.3),
  ({ orderPage }) => within('page of 10 orders by status', orderPage, 2),
  ({ farPage }) => within('the 50th page of it', farPage, 2),
  ({ firstFilter }) => atMost('first ticket filter of a visit, with total', firstFilter, 50),
  ({ ticketPage }) => within('tickets by status × type, with total', ticketPage, 2),
  ({ categoryPage }) => within('category page', categoryPage, 2),
  ({ search }) => atMost('search 2,000 products + 20,000 tickets', search, 5),
  ({ orderSearch }) => atMost('search 50,000 orders of a status', orderSearch, 5),
  ({ intoMemory }) => (intoMemory ? intoMemoryLines(intoMemory) : null),
  ({ enqueue }) => within('enqueue a reply, strict', enqueue, 3),
  ({ enqueue }) => (enqueue ? p99Line(enqueue) : null),
  ({ live }) => (live ? liveLine(live) : null),
  ({ delta }) => within('apply 100 rows under 3 live queries', delta, 2),
  ({ heap }) => (heap ? heapLine(heap) : null),
];

function loadLines({ rows, ms, firstAnswer, longTasks }: Loaded): Line[] {
  const share = ms.floor / ms.ours;
  const perSecond = (taken: number) => Math.round((rows / taken) * 1000).toLocaleString('en');
  return [
    {
      what: 'first load, rows/s',
      floor: perSecond(ms.floor),
      others: [perSecond(ms.dexie), perSecond(ms.sqlite)],
      ours: perSecond(ms.ours),
      ratio: share.toFixed(2),
      target: '≥ 0.85 × raw',
      isMet: share >= 0.85,
    },
    longTasksLine('its tasks over 50 ms on the main thread', longTasks),
    { ...empty, what: 'its first answer on the device', ours: show(firstAnswer) },
  ];
}

const empty: Omit<Line, 'what'> = { floor: '', ours: '', ratio: '', target: '', isMet: null };

function longTasksLine(what: string, longTasks: readonly number[]): Line {
  const longest = Math.max(0, ...longTasks);
  return {
    ...empty,
    what,
    ours: String(longTasks.length),
    target: `none (longest ${longest.toFixed(0)} ms)`,
    isMet: longTasks.length === 0,
  };
}

const intoMemoryLines = ({ ms, longTasks }: Readings['intoMemory']): Line[] => [
  { ...empty, what: 'texts for search into memory, once', ours: show(ms) },
  longTasksLine('its tasks over 50 ms on the main thread', longTasks),
];

/** Ours may take `most` times what the raw store takes. */
const within = (what: string, times: Times | undefined, most: number): Line | null =>
  times
    ? { ...plain(what, times), target: `≤ ${most} × raw`, isMet: median(times.ours) <= most * median(times.floor) }
    : null;

/** Ours may take `most` milliseconds. */
const atMost = (what: string, times: Times | undefined, most: number): Line | null =>
  times ? { ...plain(what, times), target: `≤ ${most} ms`, isMet: median(times.ours) <= most } : null;

const plain = (what: string, { floor, dexie, sqlite, ours }: Times): Line => ({
  ...empty,
  what,
  floor: show(median(floor)),
  others: [show(median(dexie)), show(median(sqlite))],
  ours: show(median(ours)),
  ratio: (median(ours) / median(floor)).toFixed(2),
});

function p99Line(times: Times): Line {
  const [floor, ours, ...others] = [times.floor, times.ours, times.dexie, times.sqlite].map((values) =>
    quantile(values, 0.99),
  );
  return {
    what: 'its 99th percentile',
    floor: show(floor!),
    others: others.map(show),
    ours: show(ours!),
    ratio: (ours! / floor!).toFixed(2),
    target: '≤ 30 ms',
    isMet: ours! <= 30,
  };
}

function liveLine(times: Times): Line {
  const most = 2 * median(times.floor) + frame;
  return {
    ...plain('reply → the list shows it', times),
    target: `≤ 2 × raw + frame (${show(most)})`,
    isMet: median(times.ours) <= most,
  };
}

function heapLine({ before, after }: NonNullable<Figures['heap']>): Line {
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
  return {
    ...empty,
    what: 'JavaScript heap with everything cached, MB',
    floor: megabytes(before),
    ours: megabytes(after),
    target: '≤ 15 MB',
    isMet: after <= 15e6,
  };
}
