import type { PageMeta } from '../../../contract/answers.ts';

/** The paging fields of a list response; `url` is the request's own path with its query. */
export function pageMeta(url: string, paging: { page: number; per_page: number }, total: number): PageMeta {
  const last = Math.max(1, Math.ceil(total / paging.per_page));
  return {
    current_page: paging.page,
    per_page: paging.per_page,
    total,
    next_page_url: paging.page < last ? urlOfPage(url, paging.page + 1) : null,
    prev_page_url: paging.page > 1 ? urlOfPage(url, Math.min(paging.page - 1, last)) : null,
  };
}

/** Returns the number of rows before a page. */
export const offsetOf = (paging: { page: number; per_page: number }): number => (paging.page - 1) * paging.per_page;

/** A LIKE pattern that finds the text anywhere; write `… like ${pattern} escape '\\'`: `%` and `_` count as text. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

function urlOfPage(url: string, page: number): string {
  const [path, query] = url.split('?');
  const params = new URLSearchParams(query);
  params.set('page', String(page));
  return `${path}?${params.toString()}`;
}
