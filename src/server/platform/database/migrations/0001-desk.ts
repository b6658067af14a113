import { index, key, one, refers, required, zero, type Columns } from './columns.ts';

/** Tickets, responses and notices. */
export async function createDesk(columns: Columns): Promise<void> {
  await tickets(columns);
  await responses(columns);
  await notifications(columns);
}

async function tickets({ db, number, text }: Columns): Promise<void> {
  await db.schema
    .createTable('tickets')
    .addColumn('id', text, key)
    .addColumn('number', number, required)
    .addColumn('user_id', number, refers('users.id'))
    .addColumn('user_name', text, required)
    .addColumn('user_email', text, required)
    .addColumn('subject', text, required)
    .addColumn('content', text, required)
    .addColumn('type', text, required)
    .addColumn('priority', text, required)
    .addColumn('status', text, required)
    .addColumn('order_id', number, refers('orders.id', false))
    .addColumn('responses_count', number, zero)
    .addColumn('last_response_by', text)
    .addColumn('last_response_at', number)
    .addColumn('status_by', text)
    .addColumn('status_at', number)
    .addColumn('search_text', text, required)
    .addColumn('created_at', number, required)
    .addColumn('updated_at', number, required)
    .addColumn('deleted_at', number)
    .addColumn('rev', number, one)
    .execute();
  await index(db, 'tickets_number', { table: 'tickets', columns: ['number'], unique: true });
  await index(db, 'tickets_user', { table: 'tickets', columns: ['user_id', 'number'] });
  await index(db, 'tickets_status', { table: 'tickets', columns: ['status', 'number'] });
  await index(db, 'tickets_created', { table: 'tickets', columns: ['created_at'] });
}

async function responses({ db, number, text }: Columns): Promise<void> {
  await db.schema
    .createTable('responses')
    .addColumn('id', text, key)
    .addColumn('ticket_id', text, refers('tickets.id'))
    .addColumn('user_id', number, refers('users.id'))
    .addColumn('type', text, required)
    .addColumn('author_name', text, required)
    .addColumn('content', text, required)
    .addColumn('created_at', number, required)
    .addColumn('deleted_at', number)
    .addColumn('rev', number, one)
    .execute();
  await index(db, 'responses_ticket', { table: 'responses', columns: ['ticket_id', 'created_at', 'id'] });
}

async function notifications({ db, number, text }: Columns): Promise<void> {
  await db.schema
    .createTable('notifications')
    .addColumn('id', text, key)
    .addColumn('user_id', number, refers('users.id'))
    .addColumn('kind', text, required)
    .addColumn('about', text, required)
    .addColumn('read_at', number)
    .addColumn('created_at', number, required)
    .addColumn('rev', number, one)
    .execute();
  await index(db, 'notifications_user', { table: 'notifications', columns: ['user_id', 'id'] });
}
