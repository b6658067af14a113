import { sql } from 'kysely';
import { flag, index, primaryKey, defaultOne, foreignKey, required, defaultZero, type Columns } from './columns.ts';

/** Creates users, sessions, the mail queue and throttles. */
export async function createPeople(columns: Columns): Promise<void> {
  await createUsers(columns);
  await createSessions(columns);
  await createEmails(columns);
  await createThrottles(columns);
}

async function createUsers({ db, number, text, idType, id }: Columns): Promise<void> {
  await db.schema
    .createTable('users')
    .addColumn('id', idType, id)
    .addColumn('name', text, required)
    .addColumn('email', text, required)
    .addColumn('username', text)
    .addColumn('password_hash', text)
    .addColumn('pin_hash', text)
    .addColumn('role_id', number, (column) => column.notNull().check(sql`role_id in (1, 2)`))
    .addColumn('is_active', number, flag('is_active'))
    .addColumn('confirmed_at', number)
    .addColumn('locale', text, required)
    .addColumn('balance_cents', number, (column) =>
      column
        .notNull()
        .defaultTo(0)
        .check(sql`balance_cents >= 0`),
    )
    .addColumn('login_times', number, defaultZero)
    .addColumn('last_login_at', number)
    .addColumn('last_action_at', number)
    .addColumn('search_text', text, required)
    .addColumn('sort_key', text, required)
    .addColumn('created_at', number, required)
    .addColumn('updated_at', number, required)
    .addColumn('deleted_at', number)
    .addColumn('rev', number, defaultOne)
    .execute();
  await index(db, 'users_email', { table: 'users', columns: ['email'], unique: true });
  await index(db, 'users_username', { table: 'users', columns: ['username'], unique: true });
  await index(db, 'users_sort', { table: 'users', columns: ['sort_key', 'id'] });
  await index(db, 'users_role', { table: 'users', columns: ['role_id', 'id'] });
  await index(db, 'users_created', { table: 'users', columns: ['created_at'] });
}

async function createSessions({ db, number, text, idType, id }: Columns): Promise<void> {
  await db.schema
    .createTable('sessions')
    .addColumn('id', idType, id)
    .addColumn('token_hash', text, required)
    .addColumn('user_id', number, foreignKey('users.id'))
    .addColumn('user_agent', text)
    .addColumn('address', text)
    .addColumn('created_at', number, required)
    .addColumn('used_at', number, required)
    .addColumn('revoked_at', number)
    .execute();
  await index(db, 'sessions_token', { table: 'sessions', columns: ['token_hash'], unique: true });
  await index(db, 'sessions_user', { table: 'sessions', columns: ['user_id', 'created_at'] });
}

async function createEmails({ db, number, text, idType, id }: Columns): Promise<void> {
  await db.schema
    .createTable('letters')
    .addColumn('id', idType, id)
    .addColumn('recipient', text, required)
    .addColumn('subject', text, required)
    .addColumn('body_text', text, required)
    .addColumn('body_html', text, required)
    .addColumn('locale', text, required)
    .addColumn('attempts', number, defaultZero)
    .addColumn('next_at', number, required)
    .addColumn('leased_until', number)
    .addColumn('sent_at', number)
    .addColumn('error', text)
    .addColumn('created_at', number, required)
    .execute();
  await index(db, 'letters_due', { table: 'letters', columns: ['next_at'], where: 'sent_at is null' });
  await db.schema
    .createTable('mail_tokens')
    .addColumn('token_hash', text, primaryKey)
    .addColumn('kind', text, required)
    .addColumn('user_id', number, foreignKey('users.id'))
    .addColumn('expires_at', number, required)
    .addColumn('used_at', number)
    .addColumn('created_at', number, required)
    .execute();
  await index(db, 'mail_tokens_user', { table: 'mail_tokens', columns: ['user_id', 'kind'] });
}

async function createThrottles({ db, number, text }: Columns): Promise<void> {
  await db.schema
    .createTable('throttles')
    .addColumn('bucket', text, required)
    .addColumn('window_start', number, required)
    .addColumn('count', number, required)
    .addPrimaryKeyConstraint('throttles_key', ['bucket', 'window_start'])
    .execute();
}
