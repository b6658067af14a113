import { nearMatcher, type Closeness } from '../../../contract/near-search.ts';
import { nearText } from '../../../contract/search.ts';
import { offsetOf } from '../../platform/base/paging.ts';

interface Searchable {
  id: number;
  search_text: string;
  /** The folded title. */
  sort_key: string;
  search_words: string | null;
}

/**
 * Returns the ids of one page of the products that match a search, out of sorted rows: those that match it exactly before
 * those that match nearly. Devices search with the same function.
 */
export function pageOfMatches(
  rows: readonly Searchable[],
  request: { search: string; page: number; per_page: number },
): { ids: number[]; total: number } {
  const closenessOf = nearMatcher(request.search);
  const groups: Record<Closeness, number[]> = { 0: [], 1: [], 2: [] };
  for (const { id, search_text: text, sort_key: title, search_words: words } of rows) {
    // The number of a product is part of what devices search.
    const closeness = closenessOf(`${id} ${text}`, nearText(title, words));
    if (closeness !== null) groups[closeness].push(id);
  }
  const matching = [...groups[0], ...groups[1], ...groups[2]];
  const offset = offsetOf(request);
  return { ids: matching.slice(offset, offset + request.per_page), total: matching.length };
}
