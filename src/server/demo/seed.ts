import { Client } from 'pg';
import { existsSync, rmSync } from 'node:fs';
import type { Services } from '../platform/context.ts';
import { refuseOthers } from '../platform/database/migrate.ts';
import { openWithoutMigrating } from '../platform/database/open.ts';
import { analyzeTables, tableNames } from '../platform/database/tables.ts';
import { indexTexts } from '../platform/database/text-index.ts';
import { demoPassword, requireDemoAllowed, type DemoAccounts } from '../platform/demo-accounts.ts';
import { openFiles } from '../platform/services.ts';
import { OperatorError } from '../platform/base/operator-error.ts';
import { keyedPin } from '../shared/pins.ts';
import type { Settings } from '../platform/base/settings.ts';
import { demoData } from './data.ts';
import { namedPeople } from './people.ts';
import { makePictures } from './pictures.ts';
import { defaultSize, makeShop, type DemoSize } from './shop.ts';
import { makeSlips } from './slips.ts';
import { storeShop } from './store.ts';

/** The PIN of every demo admin. */
const demoPin = '7391';

/** Thrown when the database already has users. */
export class NotEmptyError extends OperatorError {
  constructor() {
    super('The database is not empty. With --fresh everything in it is deleted first.');
  }
}

/**
 * Fills an empty database in one transaction with a shop of the given size, and returns the accounts to sign in with.
 * The same size and time give the same data. This is the only exception to "only ledger.ts changes a balance": it writes
 * a whole consistent history. Throws NotEmptyError when there is a user, and an OperatorError when the settings do not
 * allow demo accounts.
 */
export async function seedDemo(services: Services, size: Partial<DemoSize> = {}): Promise<DemoAccounts> {
  requireDemoAllowed(services.settings);
  if (await hasUsers(services)) throw new NotEmptyError();
  const now = services.now();
  const secrets = {
    passwordHash: await services.hasher.hash(demoPassword),
    pinHash: await services.hasher.hash(keyedPin(services.settings.pepper, demoPin)),
  };
  const products = demoData.catalogue.products.slice(0, size.products);
  const files = openFiles(services.settings.files);
  const pictures = await makePictures(products, files);
  const slips = await makeSlips(files);
  const { currency, database } = services.settings;
  await storeShop(services, makeShop(completeSize(size), now, { secrets, pictures, slips, currency }));
  await indexTexts(services.db, database.kind);
  await analyzeTables(services.db, database.kind);
  return demoAccounts();
}

/** Adds the default count of each kind that the size leaves out. */
export const completeSize = (size: Partial<DemoSize>): DemoSize => ({ ...defaultSize, ...size });

/** The accounts that `npm start` prints, with their passwords and PINs. */
export function demoAccounts(): DemoAccounts {
  return Object.values(namedPeople).map(({ id, role, name, email }) => ({
    role: id === namedPeople.root.id ? 'root' : role,
    name,
    email,
    password: demoPassword,
    ...(role === 'admin' && { pin: demoPin }),
  }));
}

/**
 * Deletes all tables of the database in the settings; the next start creates them again. The database must not be in
 * use. Throws in production.
 */
export async function deleteAllTables(settings: Settings): Promise<void> {
  if (settings.production) throw new Error('a production database is never emptied');
  const { database } = settings;
  await refuseOtherVersion(database);
  if (database.kind === 'sqlite') {
    for (const ending of ['', '-wal', '-shm']) rmSync(`${database.file}${ending}`, { force: true });
    return;
  }
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    const names = [...tableNames, 'kysely_migration', 'kysely_migration_lock'];
    await client.query(`drop table if exists ${names.join(', ')} cascade`);
    await client.query(
      'drop function if exists ledger_is_kept(), confirmed_with_password(), orders_moved_with_parts(), items_with_codes()',
    );
  } finally {
    await client.end();
  }
}

/**
 * Throws an OperatorError when the tables belong to another version, whose further tables would stay. A damaged SQLite
 * file is not refused: it is deleted.
 */
async function refuseOtherVersion(database: Settings['database']): Promise<void> {
  if (database.kind === 'sqlite' && !existsSync(database.file)) return;
  const { reader, close } = await openWithoutMigrating(database, () => undefined);
  try {
    await refuseOthers(reader);
  } catch (error) {
    if (database.kind === 'postgres' || error instanceof OperatorError) throw error;
  } finally {
    await close();
  }
}

async function hasUsers({ db }: Services): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}
