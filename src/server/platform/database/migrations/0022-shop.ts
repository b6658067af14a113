import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the settings of the shop: its name, and no opening hours. */
export const shop: Migration = {
  async up(db) {
    const settings = { name: 'Comptoir', hours: Array.from({ length: 7 }, () => null), rev: 1 };
    await sql`insert into house (name, value) values ('shop', ${JSON.stringify(settings)})`.execute(db);
  },
};
