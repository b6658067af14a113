/** One row of a report; `isMet` is null where there is no target. */
export interface Line {
  what: string;
  floor: string;
  ours: string;
  ratio: string;
  target: string;
  isMet: boolean | null;
}

const widths = { what: 48, floor: 18, ours: 12, ratio: 8, target: 26 };

/** Prints the lines with the targets of the design beside each figure; gives whether all were met. */
export function printTable(heads: { floor: string }, lines: readonly Line[]): boolean {
  const print = (line: Record<keyof typeof widths, string>, note: string) =>
    console.log(
      Object.entries(widths)
        .map(([key, width]) =>
          key === 'what' || key === 'target'
            ? line[key as 'what'].padEnd(width)
            : line[key as 'floor'].padStart(width) + '  ',
        )
        .join('') + note,
    );
  print({ what: 'operation', floor: heads.floor, ours: 'ours', ratio: 'ratio', target: 'target' }, '');
  for (const line of lines) print(line, line.isMet === null ? '' : line.isMet ? 'ok' : 'MISSED');
  const missed = lines.filter(({ isMet }) => isMet === false).length;
  const judged = lines.filter(({ isMet }) => isMet !== null).length;
  console.log(`\n${missed === 0 ? 'Every target is met.' : `${missed} of ${judged} targets are missed.`}`);
  return missed === 0;
}

export const show = (ms: number): string => (ms < 10 ? ms.toFixed(2) : ms.toFixed(1));

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** The value below which this share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
