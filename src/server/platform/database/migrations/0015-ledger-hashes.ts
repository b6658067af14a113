import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { hashAfter, readLedger } from '../../base/ledger-chains.ts';
import { columnsOf, type Columns, type Kind } from './columns.ts';

/**
 * Adds its hash to each row of the ledger, which covers the hash of the same user's row before. The rows that exist get
 * theirs in batches, in their order; the database refuses changes of the ledger again afterwards.
 */
export const ledgerHashes = (kind: Kind): Migration => ({
  async up(db) {
    const columns = columnsOf(db, kind);
    await db.schema
      .alterTable('ledger')
      .addColumn('hash', columns.text, (column) => column.notNull().defaultTo(''))
      .execute();
    await allowUpdates(columns);
    const lastHashes = new Map<number, string>();
    for await (const rows of readLedger(db)) {
      const hashed = rows.map((row) => {
        const hash = hashAfter(lastHashes.get(row.user_id) ?? '', row);
        lastHashes.set(row.user_id, hash);
        return { id: row.id, hash };
      });
      await storeHashes(columns, hashed);
    }
    await refuseUpdates(columns);
  },
});

async function storeHashes({ db, kind }: Columns, rows: readonly { id: number; hash: string }[]): Promise<void> {
  const json = JSON.stringify(rows);
  await (
    kind === 'sqlite'
      ? sql`update ledger set hash = hashed.value ->> 'hash' from json_each(${json}) as hashed
        where ledger.id = hashed.value ->> 'id'`
      : sql`update ledger set hash = hashed.hash from json_to_recordset(${json}) as hashed(id bigint, hash text)
        where ledger.id = hashed.id`
  ).execute(db);
}

const allowUpdates = ({ db, kind }: Columns) =>
  sql
    .raw(kind === 'sqlite' ? 'drop trigger ledger_no_update' : 'alter table ledger disable trigger ledger_kept')
    .execute(db);

const refuseUpdates = ({ db, kind }: Columns) =>
  sql
    .raw(
      kind === 'sqlite'
        ? `create trigger ledger_no_update before update on ledger begin select raise(abort, 'the ledger is append-only'); end`
        : 'alter table ledger enable trigger ledger_kept',
    )
    .execute(db);
