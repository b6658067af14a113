import { changeOf, changesFor, numericKeys } from '../../platform/changes/changes.ts';
import type { SyncedEntity } from '../../platform/changes/synced.ts';
import { readWindow } from '../../platform/database/windows.ts';
import { accountOf, countLedger, ledgerOf } from './rows.ts';

const account: SyncedEntity = {
  entity: 'account',
  async read(db, person, keys) {
    return changesFor('account', keys, [await accountOf(db, person.id)]);
  },
  async page(db, person) {
    return { changes: [changeOf('account', person.id, await accountOf(db, person.id))], next: null };
  },
  async count() {
    return 1;
  },
};

const ledger: SyncedEntity = {
  entity: 'ledger',
  async read(db, person, keys) {
    return changesFor('ledger', keys, await ledgerOf(db, person.id, { ids: numericKeys(keys) }));
  },
  async page(db, person) {
    const rows = await ledgerOf(db, person.id, { newest: await readWindow(db, person, 'movements') });
    return { changes: rows.map((row) => changeOf('ledger', row.id, row)), next: null };
  },
  count: async (db, person) => countLedger(db, person.id, { max: await readWindow(db, person, 'movements') }),
};

/** The user's account and the newest rows of their ledger. */
export const synced: readonly SyncedEntity[] = [account, ledger];
