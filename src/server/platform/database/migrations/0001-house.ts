import type { Migration } from 'kysely/migration';
import { columnsOf, type Kind } from './columns.ts';
import { createDesk } from './0001-desk.ts';
import { createPeople } from './0001-people.ts';
import { createShop } from './0001-shop.ts';
import { createSync } from './0001-sync.ts';

/** The first tables. */
export const house = (kind: Kind): Migration => ({
  async up(db) {
    const columns = columnsOf(db, kind);
    await createPeople(columns);
    await createShop(columns);
    await createDesk(columns);
    await createSync(columns);
  },
});
