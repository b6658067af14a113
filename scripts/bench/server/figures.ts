import { median, printTable, quantile, show, type Line } from '../table.ts';
import { otherThanDone, type Loaded } from './load.ts';
import { crowd } from './mixed.ts';
import type { OrderRounds } from './orders.ts';
import type { ReadRounds } from './reads.ts';
import type { Logins, Starts } from './standing.ts';

/** Everything measured in one run: answers a second, milliseconds, megabytes. */
export interface Figures {
  orders: OrderRounds;
  /** Null where this machine has no PostgreSQL. */
  postgres: OrderRounds | null;
  /** Pages that were asked before and have not changed since. */
  own: ReadRounds;
  all: ReadRounds;
  /** The same pages, none of which was asked before. */
  ownAnew: ReadRounds;
  allAnew: ReadRounds;
  pull: number[];
  mixed: Loaded;
  starts: Starts;
  logins: Logins;
}

/** Prints the table with the targets of the design beside each figure, under what shop it was; gives whether all were met. */
export function printServerReport(figures: Figures, shop: string): boolean {
  const { orders, own } = figures;
  console.log(
    `\n${shop}; medians of ${orders.ours.length} rounds in turns; keep-alive ` +
      `clients: orders ${orders.clients}, lists ${own.clients} (answers of ${own.bytes} bytes)\n`,
  );
  return printTable({ floor: 'floor' }, [
    share('orders/s; floor: bare SQLite transaction', orders, 0.35),
    ...(figures.postgres
      ? [share('orders/s, 32 clients; floor: bare PostgreSQL', figures.postgres, 0.5)]
      : [{ ...empty, what: 'orders on PostgreSQL', target: 'NOT RUN: no PostgreSQL here' }]),
    share('10 orders of one’s own/s; floor: bare node:http', own, 0.5),
    share('  pages that were never asked before', figures.ownAnew, null),
    share('10 of everybody’s, as admins filter/s; the same', figures.all, 0.5),
    share('  pages that were never asked before', figures.allAnew, null),
    atMost('pull of 500 changed rows, ms', median(figures.pull), 5),
    ...mixedLines(figures.mixed),
    ...standingLines(figures),
  ]);
}

const empty: Line = { what: '', floor: '', ours: '', ratio: '', target: '', isMet: null };

function share(what: string, { floor, ours }: { floor: number[]; ours: number[] }, least: number | null): Line {
  const ratio = median(ours) / median(floor);
  return {
    what,
    floor: perSecond(median(floor)),
    ours: perSecond(median(ours)),
    ratio: ratio.toFixed(2),
    target: least === null ? '' : `≥ ${least} × floor`,
    isMet: least === null ? null : ratio >= least,
  };
}

function atMost(what: string, value: number | null, most: number): Line {
  if (value === null) return { ...empty, what, target: 'NOT RUN: not told here' };
  return { ...empty, what, ours: show(value), target: `≤ ${most}`, isMet: value <= most };
}

function mixedLines(mixed: Loaded): Line[] {
  const failed = [...mixed.statuses].reduce((sum, [status, count]) => sum + (status >= 500 ? count : 0), 0);
  const p99 = (kind: string) => quantile(mixed.taken.get(kind) ?? [], 0.99);
  return [
    {
      ...empty,
      what: `${crowd.users} people, thinking ${crowd.think} ms, calls/s`,
      ours: perSecond(mixed.rate),
      target: otherThanDone(mixed) ?? 'all 200',
    },
    atMost('  answers of 500 and above', failed, 0),
    atMost('  reads, p99 ms', p99('read'), 150),
    atMost('  replies, p99 ms', p99('reply'), 200),
    atMost('  orders, p99 ms', p99('order'), 300),
  ];
}

function standingLines({ starts, logins }: Figures): Line[] {
  const p99 = ({ taken }: Loaded) => quantile(taken.get('read') ?? [], 0.99);
  const [quiet, busy] = [p99(logins.quiet), p99(logins.busy)];
  return [
    { ...empty, what: 'warm start to the first answer, ms', ours: show(median(starts.warm)) },
    atMost('killed → serving again, ms', median(starts.killed), 3_000),
    atMost('memory with nothing to do, MB', starts.memory, 120),
    {
      ...atMost('reads, p99 ms, while others sign in', busy - quiet, 50),
      floor: show(quiet),
      ours: show(busy),
      target: `≤ floor + 50 (${perSecond(logins.rate)} logins/s)`,
    },
  ];
}

const perSecond = (rate: number): string => Math.round(rate).toLocaleString('en');
