import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnsOf, type Kind } from './columns.ts';

/** Adds the currency to each row of the ledger. Until now every shop was in euros. */
export const ledgerCurrency = (kind: Kind): Migration => ({
  async up(db) {
    const { text } = columnsOf(db, kind);
    await db.schema
      .alterTable('ledger')
      .addColumn('currency', text, (column) =>
        column
          .notNull()
          .defaultTo('EUR')
          .check(sql`length(currency) = 3`),
      )
      .execute();
  },
});
