import {
  index,
  primaryKey,
  defaultOne,
  foreignKey,
  required,
  defaultZero,
  nullableForeignKey,
  type Columns,
} from './columns.ts';

/** Creates tickets, responses and notifications. */
export async function createSupport(columns: Columns): Promise<void> {
  await createTickets(columns);
  await createResponses(columns);
  await createNotifications(columns);
}

async function createTickets({ db, number, text }: Columns): Promise<void> {
  await db.schema
    .createTable('tickets')
    .addColumn('id', text, primaryKey)
    .addColumn('number', number, required)
    .addColumn('user_id', number, foreignKey('users.id'))
    .addColumn('user_name', text, required)
    .addColumn('user_email', text, required)
    .addColumn('subject', text, required)
    .addColumn('content', text, required)
    .addColumn('type', text, required)
    .addColumn('priority', text, required)
    .addColumn('status', text, required)
    .addColumn('order_id', number, nullableForeignKey('orders.id'))
    .addColumn('responses_count', number, defaultZero)
    .addColumn('last_response_by', text)
    .addColumn('last_response_at', number)
    .addColumn('status_by', text)
    .addColumn('status_at', number)
    .addColumn('search_text', text, required)
    .addColumn('created_at', number, required)
    .addColumn('updated_at', number, required)
    .addColumn('deleted_at', number)
    .addColumn('rev', number, defaultOne)
    .execute();
  await index(db, 'tickets_number', { table: 'tickets', columns: ['number'], unique: true });
  await index(db, 'tickets_user', { table: 'tickets', columns: ['user_id', 'number'] });
  await index(db, 'tickets_status', { table: 'tickets', columns: ['status', 'number'] });
  await index(db, 'tickets_created', { table: 'tickets', columns: ['created_at'] });
}

async function createResponses({ db, number, text }: Columns): Promise<void> {
  await db.schema
    .createTable('responses')
    .addColumn('id', text, primaryKey)
    .addColumn('ticket_id', text, foreignKey('tickets.id'))
    .addColumn('user_id', number, foreignKey('users.id'))
    .addColumn('type', text, required)
    .addColumn('author_name', text, required)
    .addColumn('content', text, required)
    .addColumn('created_at', number, required)
    .addColumn('deleted_at', number)
    .addColumn('rev', number, defaultOne)
    .execute();
  await index(db, 'responses_ticket', { table: 'responses', columns: ['ticket_id', 'created_at', 'id'] });
}

async function createNotifications({ db, number, text }: Columns): Promise<void> {
  await db.schema
    .createTable('notifications')
    .addColumn('id', text, primaryKey)
    .addColumn('user_id', number, foreignKey('users.id'))
    .addColumn('kind', text, required)
    .addColumn('about', text, required)
    .addColumn('read_at', number)
    .addColumn('created_at', number, required)
    .addColumn('rev', number, defaultOne)
    .execute();
  await index(db, 'notifications_user', { table: 'notifications', columns: ['user_id', 'id'] });
}
