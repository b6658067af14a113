import type { PageMeta } from '../../contract/answers.ts';

/** The paging fields of a list answer; `url` is the request's own path with its query. */
export function pageMeta(url: string, asked: { page: number; per_page: number }, total: number): PageMeta {
  const last = Math.max(1, Math.ceil(total / asked.per_page));
  return {
    current_page: asked.page,
    per_page: asked.per_page,
    total,
    next_page_url: asked.page < last ? at(url, asked.page + 1) : null,
    prev_page_url: asked.page > 1 ? at(url, Math.min(asked.page - 1, last)) : null,
  };
}

/** Rows to skip before a page. */
export const offsetOf = (asked: { page: number; per_page: number }): number => (asked.page - 1) * asked.per_page;

/** Text as a LIKE pattern that finds it anywhere; write `… like ${pattern} escape '\\'`: `%` and `_` are text. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

function at(url: string, page: number): string {
  const [path, query] = url.split('?');
  const params = new URLSearchParams(query);
  params.set('page', String(page));
  return `${path}?${params.toString()}`;
}
