import type { LookResult } from './pictures.ts';

/** Prints each fault once, with the first three pictures it is on; returns whether there are none. */
export function printFaults({ pictures, faults }: LookResult): boolean {
  const places = new Map<string, string[]>();
  for (const { picture, what: fault } of faults)
    places.set(fault, [...(places.get(fault) ?? []), picture.replace('.png', '')]);
  const sorted = [...places].toSorted(([a], [b]) => (a < b ? -1 : 1));
  for (const [fault, pictureNames] of sorted)
    console.log(
      `${fault}\n    ${pictureNames.slice(0, 3).join(', ')}${pictureNames.length > 3 ? ` and ${pictureNames.length - 3} more` : ''}`,
    );
  console.log(
    `\n${pictures} pictures in look/, ${sorted.length} different faults on ${new Set(faults.map(({ picture }) => picture)).size} of them`,
  );
  return sorted.length === 0;
}
