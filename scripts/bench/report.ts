import type { Loaded } from './page/loading.ts';
import type { Times } from './page/measure.ts';
import type { ReadTimes } from './page/reading.ts';
import type { Size } from './page/rows.ts';
import type { WriteTimes } from './page/writing.ts';
import { median, printTable, quantile, show, type Line } from './table.ts';

/** The figures of one run: milliseconds, bytes. A part of the benchmark that was not run has no figures. */
export interface Figures extends Partial<ReadTimes>, Partial<WriteTimes> {
  size: Size;
  loaded?: Loaded;
  /** Opening the database in a new browser, and its first page. */
  cold?: Times;
  firstFilter?: Times;
  /** JavaScript heap before and after everything is cached. */
  heap?: { before: number; after: number };
}

/** The duration of a frame, in ms. */
const frame = 1000 / 60;

/** Prints the table of figures and targets; returns whether every target was met. */
export function printReport(figures: Figures): boolean {
  const { orders, tickets, products } = figures.size;
  console.log(
    `\n${counted(orders)} orders, ${counted(tickets)} tickets with 3 responses each, ${counted(products)} products; medians, ms unless said\n`,
  );
  return printTable({ floor: 'raw IndexedDB', others: ['plain Dexie', 'SQLite-WASM'] }, linesOf(figures));
}

const counted = (rows: number): string => rows.toLocaleString('en');

const linesOf = (figures: Figures): Line[] =>
  reports.flatMap((report) => report(figures)).filter((line) => line !== null);

/** The lines of the table, in their order; null where nothing was measured. */
const reports: ((figures: Figures) => Line[] | Line | null)[] = [
  ({ loaded }) => (loaded ? loadLines(loaded) : null),
  ({ cold }) => withinRatio('cold open + first page', cold, 1.3),
  ({ orderPage }) => withinRatio('page of 10 orders by status', orderPage, 2),
  ({ farPage }) => withinRatio('the 50th page of 10 orders', farPage, 2),
  ({ firstFilter }) => withinMs('first ticket filter of a visit, with total', firstFilter, 50),
  ({ ticketPage }) => withinRatio('tickets by status × type, with total', ticketPage, 2),
  ({ categoryPage }) => withinRatio('category page', categoryPage, 2),
  ({ search, size }) =>
    withinMs(`search ${counted(size.products)} products + ${counted(size.tickets)} tickets`, search, 5),
  ({ orderSearch, size }) => withinMs(`search ${counted(size.orders)} orders of a status`, orderSearch, 5),
  ({ intoMemory }) => (intoMemory ? intoMemoryLines(intoMemory) : null),
  ({ enqueue }) => withinRatio('enqueue a reply, strict', enqueue, 2),
  ({ enqueue }) => (enqueue ? p99Line(enqueue) : null),
  ({ oneRow }) =>
    oneRow
      ? {
          ...lineWithoutTarget('reply in ours, one row in the others, strict', oneRow),
          target: 'none: not the same work',
        }
      : null,
  ({ live }) => (live ? liveLine(live) : null),
  ({ delta }) => withinRatio('apply 100 rows under 3 live queries', delta, 2),
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
    longTasksLine('  first load: tasks over 50 ms, main thread', longTasks),
    { ...empty, what: '  first load: first server answer stored, ms', ours: show(firstAnswer) },
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

const intoMemoryLines = ({ ms, longTasks }: ReadTimes['intoMemory']): Line[] => [
  { ...empty, what: 'texts for search into memory, once', ours: show(ms) },
  longTasksLine('  search texts: tasks over 50 ms, main thread', longTasks),
];

/** Ours may take at most `maxRatio` times as long as raw IndexedDB. */
const withinRatio = (what: string, times: Times | undefined, maxRatio: number): Line | null =>
  times
    ? {
        ...lineWithoutTarget(what, times),
        target: `≤ ${maxRatio} × raw`,
        isMet: median(times.ours) <= maxRatio * median(times.floor),
      }
    : null;

/** Ours may take at most `maxMs` milliseconds. */
const withinMs = (what: string, times: Times | undefined, maxMs: number): Line | null =>
  times ? { ...lineWithoutTarget(what, times), target: `≤ ${maxMs} ms`, isMet: median(times.ours) <= maxMs } : null;

const lineWithoutTarget = (what: string, { floor, dexie, sqlite, ours }: Times): Line => ({
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
    what: '  enqueue a reply, 99th percentile',
    floor: show(floor!),
    others: others.map(show),
    ours: show(ours!),
    ratio: (ours! / floor!).toFixed(2),
    target: '≤ 30 ms',
    isMet: ours! <= 30,
  };
}

function liveLine(times: Times): Line {
  const maxMs = 2 * median(times.floor) + frame;
  return {
    ...lineWithoutTarget('reply → the list shows it', times),
    target: `≤ 2 × raw + frame (${show(maxMs)})`,
    isMet: median(times.ours) <= maxMs,
  };
}

function heapLine({ before, after }: NonNullable<Figures['heap']>): Line {
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
  return {
    ...empty,
    what: 'JavaScript heap, all cached (raw: before), MB',
    floor: megabytes(before),
    ours: megabytes(after),
    target: '≤ 15 MB',
    isMet: after <= 15e6,
  };
}
