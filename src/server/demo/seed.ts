import type { Means } from '../platform/context.ts';
import { continueIds } from '../platform/database/sequences.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { openFiles } from '../platform/files/open.ts';
import { keyedPin } from '../platform/secrets/pins.ts';
import type { Settings } from '../platform/settings.ts';
import { demoPassword, demoPin } from './password.ts';
import { named } from './people.ts';
import { makePictures } from './pictures.ts';
import { priceList } from './catalogue.ts';
import { defaultSize, makeShop, type DemoShop, type DemoSize, type DemoTables } from './shop.ts';
import { insertRows } from './insert.ts';

/** Somebody to sign in as; `pin` is the admins'. */
interface DemoAccount {
  role: 'root' | 'admin' | 'user';
  name: string;
  email: string;
  password: string;
  pin?: string;
}

export type DemoAccounts = DemoAccount[];

/** The database has people already. */
export class NotEmptyError extends OperatorError {
  constructor() {
    super('The database is not empty. With --fresh everything in it is deleted first.');
  }
}

/**
 * Fills an empty database with a shop of the wanted size and returns the accounts to sign in with: the same data for
 * the same size and clock, all in one transaction. It is the one exception to "only ledger.ts changes a balance": it
 * writes a whole consistent history at once. Throws NotEmptyError when there is anybody, an OperatorError where demo
 * accounts may not be.
 */
export async function seedDemo(means: Means, size: Partial<DemoSize> = {}): Promise<DemoAccounts> {
  checkDemoPlace(means.settings);
  if (await hasPeople(means)) throw new NotEmptyError();
  const now = means.now();
  const secrets = {
    passwordHash: await means.hasher.hash(demoPassword),
    pinHash: await means.hasher.hash(keyedPin(means.settings.pepper, demoPin)),
  };
  const pictures = await makePictures(priceList.slice(0, size.products), openFiles(means.settings.files));
  const shop = makeShop({ ...defaultSize, ...size }, now, { secrets, pictures });
  await store(means, shop);
  return demoAccounts();
}

/** Throws an OperatorError unless demo accounts, whose password is public, may be made with these settings. */
export function checkDemoPlace({ production, demo }: Settings): void {
  if (demo && !production) return;
  throw new OperatorError('Demo data is not for production, and needs a HOST on loopback and no PUBLIC_URL.');
}

/** The accounts that `npm start` prints, with the password and PIN they were seeded with. */
export function demoAccounts(): DemoAccounts {
  return Object.values(named).map(({ id, role, name, email }) => ({
    role: id === named.root.id ? 'root' : role,
    name,
    email,
    password: demoPassword,
    ...(role === 'admin' && { pin: demoPin }),
  }));
}

async function hasPeople({ db }: Means): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** All tables in one transaction, so that half a shop never stays behind. */
async function store(means: Means, shop: DemoShop): Promise<void> {
  await inTransaction(means.db, async (tx) => {
    for (const [table, rows] of Object.entries(shop.tables)) {
      await insertRows(tx, table as keyof DemoTables, rows); // the keys of DemoTables
    }
    await tx
      .updateTable('house')
      .set({ value: String(shop.lastTicketNumber) })
      .where('name', '=', 'ticket_number')
      .execute();
    await continueIds(tx, means.settings.database.kind);
  });
}
