import type { Migration } from 'kysely/migration';
import { columnsOf, index, type Kind } from './columns.ts';

/**
 * Makes an Idempotency-Key in the ledger unique for the user who acted, not for the changed account: two admins may use
 * the same key on one account. No existing row violates the new index: an outcome of a ledger row is never deleted, is
 * unique per actor and key, and has one ledger row. Adds an index of orders for lists within a range of dates. The
 * stored name of the migration is historical: it changes no ticket.
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
