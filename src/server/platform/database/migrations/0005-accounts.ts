import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnsOf, index, type Columns, type Kind } from './columns.ts';

/**
 * Adds the data of links in e-mails (D-19: name, password and locale of one registration; or a new address), the kinds
 * of e-mail a user has switched off, and a key with which an e-mail is queued only once.
 */
export const accounts = (kind: Kind): Migration => ({
  async up(db) {
    const columns = columnsOf(db, kind);
    await extendLinks(columns);
    await moveRegistrations(columns);
    await columns.db.schema
      .alterTable('users')
      .addColumn('muted_mail', columns.text, (column) => column.notNull().defaultTo('[]'))
      .execute();
    await columns.db.schema.alterTable('letters').addColumn('once_key', columns.text).execute();
    const where = 'once_key is not null';
    await index(columns.db, 'letters_once', { table: 'letters', columns: ['once_key'], unique: true, where });
  },
});

async function extendLinks({ db, text }: Columns): Promise<void> {
  for (const name of ['name', 'password_hash', 'locale', 'email'])
    await db.schema.alterTable('mail_tokens').addColumn(name, text).execute();
}

/** Copies the name, password and locale of unconfirmed accounts to their confirmation tokens; removes their password. */
async function moveRegistrations({ db }: Columns): Promise<void> {
  const userColumn = (name: string) =>
    sql`(select users.${sql.ref(name)} from users where users.id = mail_tokens.user_id)`;
  await sql`
    update mail_tokens
    set name = ${userColumn('name')}, password_hash = ${userColumn('password_hash')}, locale = ${userColumn('locale')}
    where kind = 'confirm' and used_at is null`.execute(db);
  await sql`update users set password_hash = null where confirmed_at is null`.execute(db);
}
