import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import { matching, matchingOrId, wordsOf } from './matching.ts';
import type { Database } from './schema.ts';
import { hasStatistics, withoutIndex } from './sorting.ts';

/**
 * The tables whose texts are indexed: the number of a row, whether its digits are searched besides the text, and the
 * indexed text as SQL.
 */
export const searchedTables = {
  orders: { number: 'id', hasDigits: true, text: `search_text || ' ' || id` },
  tickets: { number: 'number', hasDigits: false, text: 'search_text' },
  users: { number: 'id', hasDigits: true, text: `search_text || ' ' || id` },
} as const;

export type SearchedTable = keyof typeof searchedTables;

/** The conditions of a search. */
export interface TextSearch {
  /** The column with the number of a row. */
  number: RawBuilder<number>;
  /** Every word occurs in the row's text. */
  matches: RawBuilder<SqlBool>;
  /** There is no word, so every row matches. */
  isBlank: boolean;
  /** How SQLite's index of texts helps; null where it does not. PostgreSQL uses its own for `matches`. */
  indexed: IndexedSearch | null;
}

interface IndexedSearch {
  /** Holds for every row that matches, and for some others: few such rows are found directly. */
  isFound: RawBuilder<SqlBool>;
  /** The same for many rows: the index of an order is followed, and each row looked up among those found. */
  isAmongFound: RawBuilder<SqlBool>;
  /** The numbers of exactly those rows that match and are not deleted; null where the index alone does not show it. */
  exactly: RawBuilder<unknown> | null;
}

/** The shortest word that the index finds. */
const indexedLength = 3;

/**
 * Returns the conditions under which a row matches a search. The rows of one user (`isOfAll` is false) are few: they are
 * read without the index of all texts, which may find very many.
 */
export function textSearch(
  db: Kysely<Database>,
  table: SearchedTable,
  { search, isOfAll }: { search: string; isOfAll: boolean },
): TextSearch {
  const { number: column, hasDigits } = searchedTables[table];
  const [text, id] = [`${table}.search_text`, `${table}.${column}`];
  const number = sql.ref<number>(id);
  const matches = hasDigits ? matchingOrId(text, id, search) : matching(text, search);
  const words = wordsOf(search);
  const conditions = { number, matches, isBlank: words.length === 0 };
  const long = words.filter((word) => [...word].length >= indexedLength);
  if (long.length === 0 || !isOfAll || hasStatistics(db)) return { ...conditions, indexed: null };
  const isExact = long.length === words.length;
  return { ...conditions, indexed: indexedBySqlite(table, { number, matches, words: long, isExact }) };
}

interface SqliteSearch {
  number: RawBuilder<number>;
  matches: RawBuilder<SqlBool>;
  words: readonly string[];
  /** All words of the search are indexed. */
  isExact: boolean;
}

/** The rows whose indexed text has the words, and those whose text is not indexed yet. */
function indexedBySqlite(table: SearchedTable, { number, matches, words, isExact }: SqliteSearch): IndexedSearch {
  const index = sql.table(`${table}_texts`);
  const found = sql`select rowid as number from ${index} where ${index} match ${words.map(quoted).join(' ')}`;
  const waiting = sql`select number from unindexed_texts where list = ${table}`;
  const all = sql`${found} union all ${waiting}`;
  return {
    isFound: sql`${number} in (${all})`,
    isAmongFound: sql`${withoutIndex(number)} in (${all})`,
    exactly: isExact
      ? sql`${found} and rowid not in (${waiting}) union all
          select ${number} from ${sql.table(table)} where ${number} in (${waiting}) and ${matches} and deleted_at is null`
      : null,
  };
}

/** A word as the index looks it up: as it is, anywhere in a text. */
const quoted = (word: string): string => `"${word.replaceAll('"', '""')}"`;
