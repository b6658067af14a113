import type { Migration } from 'kysely/migration';
import { columnsOf, defaultZero, type Kind } from './columns.ts';

/**
 * Adds the columns that count a user's wrong PINs: a lock then outlives a restart and applies on every server (D-7).
 */
export const pinLocks = (kind: Kind): Migration => ({
  async up(db) {
    const { number } = columnsOf(db, kind);
    await db.schema.alterTable('users').addColumn('pin_failures', number, defaultZero).execute();
    await db.schema.alterTable('users').addColumn('pin_locked_until', number).execute();
  },
});
