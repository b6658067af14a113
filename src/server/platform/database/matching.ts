import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { fold } from '../../../contract/search.ts';
import { containing } from '../base/paging.ts';

/**
 * The condition that every word of a search occurs in a folded column (`tickets.search_text`). The search on the device
 * finds the same rows.
 */
export function matching(column: string, search: string): RawBuilder<SqlBool> {
  return allOf(wordsOf(search).map((word) => contains(column, word)));
}

/** Like `matching`, for records that are also found by their number, which is not part of the column. */
export function matchingOrId(column: string, id: string, search: string): RawBuilder<SqlBool> {
  return allOf(
    wordsOf(search).map((word) =>
      /^\d+$/.test(word) ? sql`(${contains(column, word)} or ${containsDigits(id, word)})` : contains(column, word),
    ),
  );
}

/** The words of a search, with `1042` for `#1042`. */
export const wordsOf = (search: string): string[] =>
  fold(search)
    .split(' ')
    .filter(Boolean)
    .map((word) => word.replace(/^#(?=\d+$)/, ''));

const allOf = (conditions: RawBuilder<unknown>[]): RawBuilder<SqlBool> =>
  conditions.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;

const contains = (column: string, word: string) => sql`${sql.ref(column)} like ${containing(word)} escape '\\'`;

const containsDigits = (id: string, digits: string) => sql`cast(${sql.ref(id)} as text) like ${containing(digits)}`;
