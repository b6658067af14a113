import type { Migration } from 'kysely/migration';
import { columnsOf, zero, type Kind } from './columns.ts';

/** Counts wrong PINs beside the PIN, so that a lock outlives a restart and holds on every server node (D-7). */
export const pinLocks = (kind: Kind): Migration => ({
  async up(db) {
    const { number } = columnsOf(db, kind);
    await db.schema.alterTable('users').addColumn('pin_failures', number, zero).execute();
    await db.schema.alterTable('users').addColumn('pin_locked_until', number).execute();
  },
});
