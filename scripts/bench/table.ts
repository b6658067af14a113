/** One row of a report. `floor` is the lower bound of `ours`; `isMet` is null where there is no target. */
export interface Line {
  what: string;
  floor: string;
  /** Other stores or programs that do the same work, in the order of the columns' heads. */
  others?: readonly string[];
  ours: string;
  ratio: string;
  target: string;
  isMet: boolean | null;
}

/** The heads of the columns that differ between reports. */
export interface Heads {
  floor: string;
  others?: readonly string[];
}

const widths = { what: 48, floor: 18, other: 14, ours: 12, ratio: 8, target: 26 };

/** Prints the table of figures and targets; returns whether every target was met. */
export function printTable(heads: Heads, lines: readonly Line[]): boolean {
  const count = heads.others?.length ?? 0;
  const print = ({ what, floor, others = [], ours, ratio, target }: Omit<Line, 'isMet'>, note: string) => {
    const numbers: [text: string, width: number][] = [
      [floor, widths.floor],
      ...Array.from({ length: count }, (_, at): [string, number] => [others[at] ?? '', widths.other]),
      [ours, widths.ours],
      [ratio, widths.ratio],
    ];
    const cells = numbers.map(([text, width]) => `${text.padStart(width)}  `).join('');
    console.log(`${what.padEnd(widths.what)}${cells}${target.padEnd(widths.target)}${note}`);
  };
  print({ what: 'operation', ...heads, ours: 'ours', ratio: 'ratio', target: 'target' }, '');
  for (const line of lines) print(line, line.isMet === null ? '' : line.isMet ? 'ok' : 'MISSED');
  const missed = lines.filter(({ isMet }) => isMet === false).length;
  const withTarget = lines.filter(({ isMet }) => isMet !== null).length;
  console.log(`\n${missed === 0 ? 'Every target is met.' : `${missed} of ${withTarget} targets are missed.`}`);
  return missed === 0;
}

export const show = (ms: number): string => (ms < 10 ? ms.toFixed(2) : ms.toFixed(1));

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** The value below which this share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
