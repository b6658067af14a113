import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { fold } from '../../../contract/search.ts';
import { containing } from '../paging.ts';

/** Says whether every word of a search is somewhere in a folded column (`tickets.search_text`), as the device does. */
export function matching(column: string, search: string): RawBuilder<SqlBool> {
  const words = fold(search).split(' ').filter(Boolean);
  if (words.length === 0) return sql<SqlBool>`1 = 1`;
  return sql<SqlBool>`(${sql.join(
    words.map((word) => contains(column, word)),
    sql` and `,
  )})`;
}

/** The same for records that people also find by their number, which is not part of the column. */
export function matchingOrId(column: string, id: string, search: string): RawBuilder<SqlBool> {
  const words = fold(search).split(' ').filter(Boolean);
  if (words.length === 0) return sql<SqlBool>`1 = 1`;
  const tests = words.map((word) =>
    /^#?\d+$/.test(word) ? sql`(${contains(column, word)} or ${holds(id, word)})` : contains(column, word),
  );
  return sql<SqlBool>`(${sql.join(tests, sql` and `)})`;
}

const contains = (column: string, word: string) => sql`${sql.ref(column)} like ${containing(word)} escape '\\'`;

const holds = (id: string, word: string) => sql`cast(${sql.ref(id)} as text) like ${containing(word.replace('#', ''))}`;
