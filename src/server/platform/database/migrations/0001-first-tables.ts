import type { Migration } from 'kysely/migration';
import { columnsOf, type Kind } from './columns.ts';
import { createSupport } from './0001-support.ts';
import { createPeople } from './0001-people.ts';
import { createShop } from './0001-shop.ts';
import { createSync } from './0001-sync.ts';

/** Creates the first tables. */
export const firstTables = (kind: Kind): Migration => ({
  async up(db) {
    const columns = columnsOf(db, kind);
    await createPeople(columns);
    await createShop(columns);
    await createSupport(columns);
    await createSync(columns);
  },
});
