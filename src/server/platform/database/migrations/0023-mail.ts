import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Blank values stand for the sender of the operator, and for the standard texts. */
const settings = {
  sender_name: '',
  reply_to: '',
  texts: [],
  rev: 1,
};

/** Adds the settings of e-mails: their sender, and the texts that replace standard ones. */
export const mail: Migration = {
  async up(db) {
    await sql`insert into house (name, value) values ('mail', ${JSON.stringify(settings)})`.execute(db);
  },
};
