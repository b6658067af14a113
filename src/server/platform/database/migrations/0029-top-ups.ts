import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import {
  columnsOf,
  defaultOne,
  flag,
  foreignKey,
  index,
  nullableForeignKey,
  primaryKey,
  required,
  type Columns,
  type Kind,
} from './columns.ts';

/** Adds top-up methods, requests and their files, and to each row of the ledger the request whose payment it credits. */
export const topups = (kind: Kind): Migration => ({
  async up(db) {
    const columns = columnsOf(db, kind);
    await createMethods(columns);
    await createRequests(columns);
    await createFiles(columns);
    await extendLedger(columns);
  },
});

async function createMethods({ db, number, text, idType, id }: Columns): Promise<void> {
  await db.schema
    .createTable('topup_methods')
    .addColumn('id', idType, id)
    .addColumn('name', text, required)
    .addColumn('steps', text, required)
    .addColumn('accounts', text, required)
    .addColumn('min_cents', number, (column) => column.notNull().check(sql`min_cents >= 1`))
    .addColumn('max_cents', number, (column) => column.notNull().check(sql`max_cents >= min_cents`))
    .addColumn('proof', text, required)
    .addColumn('is_active', number, flag('is_active'))
    .addColumn('position', number, required)
    .addColumn('created_at', number, required)
    .addColumn('updated_at', number, required)
    .addColumn('rev', number, defaultOne)
    .execute();
}

async function createRequests({ db, number, text }: Columns): Promise<void> {
  await db.schema
    .createTable('topups')
    .addColumn('id', text, primaryKey)
    .addColumn('number', number, (column) => column.notNull().unique())
    .addColumn('user_id', number, foreignKey('users.id'))
    .addColumn('user_name', text, required)
    .addColumn('method_id', number, foreignKey('topup_methods.id'))
    .addColumn('method_name', text, required)
    .addColumn('amount_cents', number, (column) => column.notNull().check(sql`amount_cents > 0`))
    .addColumn('credited_cents', number, (column) => column.check(sql`credited_cents > 0`))
    .addColumn('slip_number', text)
    .addColumn('slip_number_key', text)
    .addColumn('paid_on', text)
    .addColumn('note', text)
    .addColumn('status', text, (column) =>
      column.notNull().check(sql`status in ('waiting', 'approved', 'refused', 'cancelled')`),
    )
    .addColumn('reason', text)
    .addColumn('decision_note', text)
    .addColumn('decided_by', number, nullableForeignKey('users.id'))
    .addColumn('decided_by_name', text)
    .addColumn('decided_at', number)
    .addColumn('alike', text, required)
    .addColumn('search_text', text, required)
    .addColumn('created_at', number, required)
    .addColumn('updated_at', number, required)
    .addColumn('rev', number, defaultOne)
    .addCheckConstraint('topups_credited', sql`(status = 'approved') = (credited_cents is not null)`)
    .execute();
  const table = 'topups';
  await index(db, 'topups_user', { table, columns: ['user_id', 'number'] });
  await index(db, 'topups_status', { table, columns: ['status', 'number'] });
  await index(db, 'topups_created', { table, columns: ['created_at', 'number'] });
  await index(db, 'topups_amount', { table, columns: ['amount_cents', 'number'] });
  await index(db, 'topups_slip_number', {
    table,
    columns: ['slip_number_key', 'method_id'],
    where: 'slip_number_key is not null',
  });
}

async function createFiles({ db, number, text }: Columns): Promise<void> {
  await db.schema
    .createTable('topup_files')
    .addColumn('file_id', text, (column) => column.primaryKey().notNull().references('files.id'))
    .addColumn('topup_id', text, foreignKey('topups.id'))
    .addColumn('position', number, required)
    .execute();
  await index(db, 'topup_files_topup', { table: 'topup_files', columns: ['topup_id', 'position'] });
  await index(db, 'files_digest', { table: 'files', columns: ['digest'] });
}

async function extendLedger({ db, text }: Columns): Promise<void> {
  await db.schema.alterTable('ledger').addColumn('topup_id', text, nullableForeignKey('topups.id')).execute();
  await index(db, 'ledger_topup', {
    table: 'ledger',
    columns: ['topup_id'],
    unique: true,
    where: 'topup_id is not null',
  });
}
