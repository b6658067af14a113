/**
 * Folds text for search and sorting, on the server (columns `search_text`, `sort_key`) and on devices, so that both
 * filter and sort alike: case, accents and Arabic letter forms make no difference.
 */
export function fold(value: string): string {
  const lower = isPlain(value) ? value.toLowerCase() : foldLetters(value);
  return (/\s\s|[^\S ]/.test(lower) ? lower.replace(/\s+/g, ' ') : lower).trim();
}

/** Returns whether a text is ASCII, as most are: it only needs lower case, which makes a first load much faster. */
const isPlain = (value: string): boolean => /^[\0-\x7f]*$/.test(value);

const foldLetters = (value: string): string =>
  value
    .normalize('NFKD')
    .replace(/[\p{M}\u0640]/gu, '')
    .toLowerCase()
    .replace(/[آأإٱىةؤئœæß٠-٩]/g, (letter) => letters[letter]!);

const letters: Record<string, string> = {
  آ: 'ا',
  أ: 'ا',
  إ: 'ا',
  ٱ: 'ا',
  ى: 'ي',
  ة: 'ه',
  ؤ: 'و',
  ئ: 'ي',
  œ: 'oe',
  æ: 'ae',
  ß: 'ss',
  '٠': '0',
  '١': '1',
  '٢': '2',
  '٣': '3',
  '٤': '4',
  '٥': '5',
  '٦': '6',
  '٧': '7',
  '٨': '8',
  '٩': '9',
};

/** Joins the fields by which a record is found into one folded text. */
export const searchText = (parts: readonly (string | number | null | undefined)[]): string =>
  fold(parts.filter((part) => part !== null && part !== undefined).join(' '));

/**
 * Returns the folded text in which a search of products looks for near matches: the title and the search words.
 * `sortKey` is the folded title.
 */
export const nearText = (sortKey: string, searchWords: string | null | undefined): string =>
  searchWords ? `${sortKey} ${fold(searchWords)}` : sortKey;

/** Returns whether every word of the query occurs in a folded text. */
export const matches = (folded: string, query: string): boolean => matcher(query)(folded);

/** `matches` for a whole list: the query is folded once. */
export function matcher(query: string): (folded: string) => boolean {
  const words = fold(query).split(' ');
  return (folded) => words.every((word) => folded.includes(word));
}

/** Orders folded texts by code unit, as both databases do with binary collation. */
export const compareFolded = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
