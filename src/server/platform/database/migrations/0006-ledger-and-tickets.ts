import type { Migration } from 'kysely/migration';
import { columnsOf, index, type Kind } from './columns.ts';

/**
 * An Idempotency-Key in the ledger belongs to the person who acted, not to the account that changed: two admins may use
 * the same one on one account. No existing row can be in the way: an outcome is unique for actor and key, writes one
 * ledger row at most, and is kept for ever.
 * Orders get an index for the range of dates that lists of them are asked for.
 */
export const ledgerAndTickets = (kind: Kind): Migration => ({
  async up(db) {
    const columns = columnsOf(db, kind);
    await columns.db.schema.dropIndex('ledger_key').execute();
    await index(columns.db, 'ledger_key_of_actor', { table: 'ledger', columns: ['actor_id', 'key'], unique: true });
    await index(columns.db, 'orders_of_time', {
      table: 'orders',
      columns: ['created_at', 'id'],
      where: 'deleted_at is null',
    });
  },
});
