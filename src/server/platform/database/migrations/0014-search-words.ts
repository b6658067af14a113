import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnsOf, type Kind } from './columns.ts';

/**
 * Adds the words by which products are found besides their titles. They are empty at first, so neither the search column
 * nor the rows on devices need an update.
 */
export const searchWords = (kind: Kind): Migration => ({
  async up(db) {
    const { text } = columnsOf(db, kind);
    await db.schema
      .alterTable('products')
      .addColumn('search_words', text, (column) => column.check(sql`length(search_words) <= 200`))
      .execute();
  },
});
