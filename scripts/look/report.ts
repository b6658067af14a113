import type { Look } from './pictures.ts';

/** Prints each fault once, with the pictures it is on; gives whether there are none. */
export function printFaults({ pictures, faults }: Look): boolean {
  const places = new Map<string, string[]>();
  for (const { picture, what } of faults) places.set(what, [...(places.get(what) ?? []), picture.replace('.png', '')]);
  const sorted = [...places].toSorted(([a], [b]) => (a < b ? -1 : 1));
  for (const [what, where] of sorted)
    console.log(
      `${what}\n    ${where.slice(0, 3).join(', ')}${where.length > 3 ? ` and ${where.length - 3} more` : ''}`,
    );
  console.log(
    `\n${pictures} pictures in look/, ${sorted.length} different faults on ${new Set(faults.map(({ picture }) => picture)).size} of them`,
  );
  return sorted.length === 0;
}
