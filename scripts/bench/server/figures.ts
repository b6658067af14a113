import { median, printTable, quantile, show, type Line } from '../table.ts';
import type { FirstLoad } from './first-load.ts';
import { unexpectedStatuses, type LoadResult } from './load.ts';
import { crowd } from './mixed.ts';
import type { OrderRounds } from './orders.ts';
import type { ReadRounds } from './reads.ts';
import type { Logins, Starts } from './idle-and-logins.ts';

/** What was measured in one run: answers per second, milliseconds, megabytes. */
export interface Figures extends Partial<ReadFigures> {
  orders?: OrderRounds;
  /** Null where this machine has no PostgreSQL. */
  postgres?: OrderRounds | null;
  mixed?: LoadResult;
  starts?: Starts;
  logins?: Logins;
  /** In a shop with few users, and in one with many. */
  firstLoads?: [FirstLoad, FirstLoad];
}

export interface ReadFigures {
  /** Pages of a customer's own orders, and of all orders, that were requested before and have not changed since. */
  own: ReadRounds;
  all: ReadRounds;
  /** The same pages, none of which was requested before. */
  ownUncached: ReadRounds;
  allUncached: ReadRounds;
  pull: number[];
}

/** Prints the size of the shop and the table of figures and targets; returns whether every target was met. */
export function printServerReport(figures: Figures, shop: string): boolean {
  const { orders, postgres, mixed, starts, logins, firstLoads } = figures;
  console.log(`\n${shop}; medians of rounds in turns; keep-alive clients\n`);
  return printTable({ floor: 'floor' }, [
    ...(orders
      ? [ratioLine(`orders/s, ${orders.clients} clients; floor: bare SQLite`, orders, 0.35), ...codesLines(orders)]
      : []),
    ...(postgres
      ? [ratioLine('orders/s, 32 clients; floor: bare PostgreSQL', postgres, 0.5), ...codesLines(postgres, 0.16)]
      : []),
    ...(postgres === null ? [{ ...empty, what: 'orders on PostgreSQL', target: 'NOT RUN: no PostgreSQL here' }] : []),
    ...(isComplete(figures) ? readLines(figures) : []),
    ...(mixed ? mixedLines(mixed) : []),
    ...(starts ? startLines(starts) : []),
    ...(logins ? [loginLine(logins)] : []),
    ...(firstLoads ? firstLoadLines(firstLoads) : []),
  ]);
}

const isComplete = (figures: Partial<ReadFigures>): figures is ReadFigures => figures.pull !== undefined;

/**
 * Orders of codes beside other orders. All orders of one product wait for its stock; `ofOneMin` is the least ratio of
 * their rate to the bare database, where they are to reach one.
 */
const codesLines = ({ floor, ours, codes, codesOfOne }: OrderRounds, ofOneMin: number | null = null): Line[] => [
  ratioLine('  of codes, of 50 products; floor: orders without codes', { floor: ours, ours: codes }, 0.6),
  ratioLine('  of codes, of one product; floor: the bare database', { floor, ours: codesOfOne }, ofOneMin),
];

const readLines = ({ own, ownUncached, all, allUncached, pull }: ReadFigures): Line[] => [
  ratioLine(`10 orders of one’s own/s (${own.bytes} bytes); node:http`, own, 0.5),
  ratioLine('  pages that were never requested before', ownUncached, null),
  ratioLine('10 of all orders/s, admins’ filters; the same', all, 0.5),
  ratioLine('  pages that were never requested before', allUncached, null),
  limitLine('pull of 500 changed rows, ms', median(pull), 5),
];

const empty: Line = { what: '', floor: '', ours: '', ratio: '', target: '', isMet: null };

function ratioLine(what: string, { floor, ours }: { floor: number[]; ours: number[] }, min: number | null): Line {
  const ratio = median(ours) / median(floor);
  return {
    what,
    floor: perSecond(median(floor)),
    ours: perSecond(median(ours)),
    ratio: ratio.toFixed(2),
    target: min === null ? '' : `≥ ${min} × floor`,
    isMet: min === null ? null : ratio >= min,
  };
}

function limitLine(what: string, value: number | null, max: number): Line {
  if (value === null) return { ...empty, what, target: 'NOT RUN: not reported by this system' };
  return { ...empty, what, ours: show(value), target: `≤ ${max}`, isMet: value <= max };
}

function mixedLines(mixed: LoadResult): Line[] {
  const failed = [...mixed.statuses].reduce((sum, [status, count]) => sum + (status >= 500 ? count : 0), 0);
  const p99 = (...kinds: string[]) =>
    quantile(
      kinds.flatMap((kind) => mixed.latencies.get(kind) ?? []),
      0.99,
    );
  return [
    {
      ...empty,
      what: `${crowd.users} people, thinking ${crowd.think} ms, calls/s`,
      ours: perSecond(mixed.rate),
      target: unexpectedStatuses(mixed) ?? 'all 200',
    },
    limitLine('  answers with status 500 and above', failed, 0),
    limitLine('  reads, p99 ms', p99('read', 'admins’ list'), 150),
    limitLine('    lists of admins, p99 ms', p99('admins’ list'), 150),
    limitLine('  replies, p99 ms', p99('reply'), 200),
    limitLine('  orders, p99 ms', p99('order'), 300),
  ];
}

const startLines = (starts: Starts): Line[] => [
  { ...empty, what: 'warm start to the first answer, ms', ours: show(median(starts.warm)) },
  limitLine('kill → first answer again, ms', median(starts.killed), 3_000),
  limitLine('memory with nothing to do, MB', starts.memory, 120),
];

function loginLine(logins: Logins): Line {
  const p99 = ({ latencies }: LoadResult) => quantile(latencies.get('read') ?? [], 0.99);
  const [quiet, busy] = [p99(logins.quiet), p99(logins.busy)];
  return {
    ...limitLine('reads, p99 ms, while others sign in', busy - quiet, 50),
    floor: show(quiet),
    ours: show(busy),
    target: `≤ floor + 50 (${perSecond(logins.rate)} logins/s)`,
  };
}

const perSecond = (rate: number): string => Math.round(rate).toLocaleString('en');

/** P4: the first load does not grow with the number of users. */
function firstLoadLines([few, many]: [FirstLoad, FirstLoad]): Line[] {
  const line = (what: string, valueOf: (load: FirstLoad) => number): Line => {
    const ratio = valueOf(many) / valueOf(few);
    return {
      what,
      floor: show(valueOf(few)),
      ours: show(valueOf(many)),
      ratio: ratio.toFixed(2),
      target: '≤ 1.2 × floor',
      isMet: ratio <= 1.2,
    };
  };
  const count = ({ users }: FirstLoad) => users.toLocaleString('en');
  return [
    line(`an admin’s first load, ${count(many)} users, ms; floor: ${count(few)}`, ({ ms }) => median(ms)),
    line('  MB of its answers', ({ bytes }) => bytes / 1e6),
    line('  MB compressed', ({ compressed }) => compressed / 1e6),
    {
      ...empty,
      what: '  rows; of these users',
      floor: `${few.rows}; ${few.people}`,
      ours: `${many.rows}; ${many.people}`,
    },
  ];
}
