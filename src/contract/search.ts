/**
 * One folding of text for search and sorting, used by the server (columns `search_text`, `sort_key`) and by the
 * device, so that both filter and order alike: case, accents and Arabic letter forms make no difference.
 */
export function fold(value: string): string {
  return value
    .normalize('NFKD')
    .replace(/[\p{M}\u0640]/gu, '')
    .toLowerCase()
    .replace(/[آأإٱ]/g, 'ا')
    .replace(/ى/g, 'ي')
    .replace(/ة/g, 'ه')
    .replace(/ؤ/g, 'و')
    .replace(/ئ/g, 'ي')
    .replace(/œ/g, 'oe')
    .replace(/æ/g, 'ae')
    .replace(/ß/g, 'ss')
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/\s+/g, ' ')
    .trim();
}

/** Joins what a record is found by into one folded text. */
export const searchText = (parts: readonly (string | number | null | undefined)[]): string =>
  fold(parts.filter((part) => part !== null && part !== undefined).join(' '));

/** Says whether every word of the query is somewhere in a folded text. */
export function matches(folded: string, query: string): boolean {
  return fold(query)
    .split(' ')
    .every((word) => folded.includes(word));
}

/** Orders folded texts by code unit, as both databases do with binary collation. */
export const compareFolded = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
