/** One line of docs/requirements.md. */
export interface Requirement {
  id: string;
  /** The part of the id before the number, such as `S2J`. */
  group: string;
  text: string;
}

/** Groups that are no requirements of their own: decisions (D) and readings (C). */
export const explanations: readonly string[] = ['D', 'C'];

const row = /^\| (?<id>(?<group>[A-Z]{1,2}\d?|[A-Z]\d[A-Z])-\d{1,3}) \| (?<text>.+?) \|/gm;

/** Reads the table rows of docs/requirements.md. Throws an Error that names the ids that occur twice. */
export function readRequirements(markdown: string): Requirement[] {
  const found = [...markdown.matchAll(row)].map(({ groups }) => ({
    id: groups!.id!,
    group: groups!.group!,
    text: groups!.text!,
  }));
  const ids = found.map(({ id }) => id);
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
  if (twice.length > 0) throw new Error(`docs/requirements.md has two rows for ${twice.join(', ')}`);
  return found;
}
