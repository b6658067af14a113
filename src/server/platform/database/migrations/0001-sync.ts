import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { flag, index, primaryKey, foreignKey, required, defaultZero, type Columns } from './columns.ts';

/** Creates the outcomes of keys, the audit log, the feed, and facts about this database. */
export async function createSync(columns: Columns): Promise<void> {
  await createOutcomes(columns);
  await createAuditLog(columns);
  await createFeed(columns);
  await createFacts(columns);
}

async function createOutcomes({ db, number, text }: Columns): Promise<void> {
  await db.schema
    .createTable('outcomes')
    .addColumn('user_id', number, foreignKey('users.id'))
    .addColumn('key', text, required)
    .addColumn('fingerprint', text, required)
    .addColumn('state', text, (column) => column.notNull().check(sql`state in ('running', 'done', 'sealed')`))
    .addColumn('status', number, required)
    .addColumn('code', text, required)
    .addColumn('refusal', text)
    .addColumn('touched', text, required)
    .addColumn('created_at', number, required)
    .addPrimaryKeyConstraint('outcomes_key', ['user_id', 'key'])
    .execute();
  await index(db, 'outcomes_created', { table: 'outcomes', columns: ['created_at'] });
}

async function createAuditLog({ db, number, text, idType, id }: Columns): Promise<void> {
  await db.schema
    .createTable('audit')
    .addColumn('id', idType, id)
    .addColumn('actor_id', number)
    .addColumn('session_id', number)
    .addColumn('action', text, required)
    .addColumn('entity', text, required)
    .addColumn('entity_key', text, required)
    .addColumn('old_value', text)
    .addColumn('new_value', text)
    .addColumn('key', text)
    .addColumn('created_at', number, required)
    .execute();
  await index(db, 'audit_entity', { table: 'audit', columns: ['entity', 'entity_key', 'id'] });
  await index(db, 'audit_actor', { table: 'audit', columns: ['actor_id', 'id'] });
}

async function createFeed({ db, number, text, idType, id }: Columns): Promise<void> {
  await db.schema
    .createTable('feed_inbox')
    .addColumn('id', idType, id)
    .addColumn('scope', text, required)
    .addColumn('entity', text, required)
    .addColumn('key', text, required)
    .addColumn('rev', number, required)
    .addColumn('deleted', number, flag('deleted'))
    .execute();
  await db.schema
    .createTable('feed')
    .addColumn('scope', text, required)
    .addColumn('entity', text, required)
    .addColumn('key', text, required)
    .addColumn('seq', number, required)
    .addColumn('rev', number, required)
    .addColumn('deleted', number, flag('deleted'))
    .addColumn('changed_at', number, required)
    .addPrimaryKeyConstraint('feed_key', ['scope', 'entity', 'key'])
    .execute();
  await index(db, 'feed_seq', { table: 'feed', columns: ['scope', 'seq'] });
  await index(db, 'feed_tombstones', { table: 'feed', columns: ['changed_at'], where: 'deleted = 1' });
  await db.schema
    .createTable('feed_head')
    .addColumn('id', number, primaryKey)
    .addColumn('seq', number, defaultZero)
    .addColumn('floor', number, defaultZero)
    .execute();
  await sql`insert into feed_head (id, seq, floor) values (1, 0, 0)`.execute(db);
}

async function createFacts({ db, text }: Columns): Promise<void> {
  await db.schema.createTable('house').addColumn('name', text, primaryKey).addColumn('value', text, required).execute();
  await sql`insert into house (name, value) values ('epoch', ${randomUUID()}), ('ticket_number', '1000')`.execute(db);
}
