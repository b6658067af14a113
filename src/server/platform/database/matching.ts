import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { fold } from '../../../contract/search.ts';
import { containing } from '../paging.ts';

/** Says whether every word of a search is somewhere in a folded column (`tickets.search_text`), as the device does. */
export function matching(column: string, search: string): RawBuilder<SqlBool> {
  return every(wordsOf(search).map((word) => contains(column, word)));
}

/** The same for records that people also find by their number, which is not part of the column. */
export function matchingOrId(column: string, id: string, search: string): RawBuilder<SqlBool> {
  return every(
    wordsOf(search).map((word) =>
      /^\d+$/.test(word) ? sql`(${contains(column, word)} or ${holds(id, word)})` : contains(column, word),
    ),
  );
}

/** `#1042` means the number. */
const wordsOf = (search: string): string[] =>
  fold(search)
    .split(' ')
    .filter(Boolean)
    .map((word) => word.replace(/^#(?=\d+$)/, ''));

const every = (tests: RawBuilder<unknown>[]): RawBuilder<SqlBool> =>
  tests.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`(${sql.join(tests, sql` and `)})`;

const contains = (column: string, word: string) => sql`${sql.ref(column)} like ${containing(word)} escape '\\'`;

const holds = (id: string, digits: string) => sql`cast(${sql.ref(id)} as text) like ${containing(digits)}`;
