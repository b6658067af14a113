/** One line of docs/requirements.md. */
export interface Requirement {
  id: string;
  /** The part of the id before the number, such as `S2J`. */
  group: string;
  text: string;
  /** The last column says `later`: the line belongs to an area that is not built yet. */
  isLater: boolean;
}

/** Groups that are no requirements of their own: decisions (D) and readings (C). */
export const explanations: readonly string[] = ['D', 'C'];

const row = /^\| (?<id>(?<group>[A-Z]{1,2}\d?|[A-Z]\d[A-Z])-\d{1,3}) \| (?<text>.+?) \|(?: (?<column>[^|]+) \|)?$/gm;

/** Reads the table rows of docs/requirements.md. Throws an Error that names the ids that occur twice. */
export function readRequirements(markdown: string): Requirement[] {
  const found = [...markdown.matchAll(row)].map(({ groups }) => ({
    id: groups!.id!,
    group: groups!.group!,
    text: groups!.text!,
    isLater: groups!.column === 'later',
  }));
  const ids = found.map(({ id }) => id);
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
  if (twice.length > 0) throw new Error(`docs/requirements.md has two rows for ${twice.join(', ')}`);
  return found;
}
