import type { PageMeta } from '../../../contract/answers.ts';
import { listTotalMax } from '../../../contract/limits.ts';
import { encodeCursor, type Cursor } from './cursors.ts';

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

/**
 * The paging fields of a page that has cursors. The addresses have page numbers up to the highest number of rows that is
 * counted, and cursors beyond it, so that a program that follows them reaches every row.
 */
export function cursorPageMeta(
  url: string,
  { per_page }: { per_page: number },
  { order, page, pagesAfter, total, isCapped, next, previous }: FoundPage,
): PageMeta {
  const [nextText, previousText] = [next, previous].map((cursor) => cursor && encodeCursor(order, cursor));
  const urlOf = (cursor: Cursor | null, text: string | null | undefined) => {
    if (!cursor || !text) return null;
    const hasNumber = cursor.page > 0 && (!isCapped || (cursor.page - 1) * per_page < listTotalMax);
    return hasNumber ? urlOfPage(url, cursor.page) : urlOfCursor(url, text);
  };
  const last = Math.max(1, Math.ceil(total / per_page));
  return {
    current_page: page,
    per_page,
    total,
    next_page_url: urlOf(next, nextText),
    // A page after the last one is empty.
    prev_page_url: urlOf(previous, previousText) ?? (page > last ? urlOfPage(url, last) : null),
    next_cursor: nextText ?? null,
    prev_cursor: previousText ?? null,
    total_is_capped: isCapped,
    ...(pagesAfter !== undefined && { pages_after: pagesAfter }),
  };
}

interface FoundPage {
  /** The name of the list and its order, for cursors. */
  order: string;
  page: number;
  pagesAfter?: number;
  total: number;
  isCapped: boolean;
  next: Cursor | null;
  previous: Cursor | null;
}

/** Returns the number of rows before a page. */
export const offsetOf = (paging: { page: number; per_page: number }): number => (paging.page - 1) * paging.per_page;

/** A LIKE pattern that finds the text anywhere; write `… like ${pattern} escape '\\'`: `%` and `_` count as text. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

function urlOfPage(url: string, page: number): string {
  const [path, query] = url.split('?');
  const params = new URLSearchParams(query);
  params.set('page', String(page));
  // A blank cursor asks for the first page of a program that knows cursors.
  if (params.has('cursor')) params.set('cursor', '');
  return `${path}?${params.toString()}`;
}

function urlOfCursor(url: string, cursor: string): string {
  const [path, query] = url.split('?');
  const params = new URLSearchParams(query);
  params.delete('page');
  params.set('cursor', cursor);
  return `${path}?${params.toString()}`;
}
