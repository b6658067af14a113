import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnsOf, index, type Kind } from './columns.ts';

/**
 * Lets users have the role of agents. SQLite cannot change the check of a column, so the column is replaced there, with
 * its index.
 */
export const agents = (kind: Kind): Migration => ({
  async up(db) {
    const { number } = columnsOf(db, kind);
    if (kind === 'postgres') {
      await sql`alter table users drop constraint users_role_id_check`.execute(db);
      await sql`alter table users add constraint users_role_id_check check (role_id in (1, 2, 3))`.execute(db);
      return;
    }
    await db.schema
      .alterTable('users')
      .addColumn('new_role_id', number, (column) =>
        column
          .notNull()
          .defaultTo(1)
          .check(sql`new_role_id in (1, 2, 3)`),
      )
      .execute();
    await sql`update users set new_role_id = role_id`.execute(db);
    await db.schema.dropIndex('users_role').execute();
    await db.schema.alterTable('users').dropColumn('role_id').execute();
    await db.schema.alterTable('users').renameColumn('new_role_id', 'role_id').execute();
    await index(db, 'users_role', { table: 'users', columns: ['role_id', 'id'] });
  },
});
