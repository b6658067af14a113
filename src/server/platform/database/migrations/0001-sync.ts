import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { flag, index, key, refers, required, zero, type Columns } from './columns.ts';

/** Outcomes of keys, the audit log, the feed, and facts about this database. */
export async function createSync(columns: Columns): Promise<void> {
  await outcomes(columns);
  await auditLog(columns);
  await feed(columns);
  await facts(columns);
}

async function outcomes({ db, number, text }: Columns): Promise<void> {
  await db.schema
    .createTable('outcomes')
    .addColumn('user_id', number, refers('users.id'))
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

async function auditLog({ db, number, text, idType, id }: Columns): Promise<void> {
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

async function feed({ db, number, text, idType, id }: Columns): Promise<void> {
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
    .addColumn('id', number, key)
    .addColumn('seq', number, zero)
    .addColumn('floor', number, zero)
    .execute();
  await db.insertInto('feed_head').values({ id: 1, seq: 0, floor: 0 }).execute();
}

async function facts({ db, text }: Columns): Promise<void> {
  await db.schema.createTable('house').addColumn('name', text, key).addColumn('value', text, required).execute();
  await db
    .insertInto('house')
    .values([
      { name: 'epoch', value: randomUUID() },
      { name: 'ticket_number', value: '1000' },
    ])
    .execute();
}
