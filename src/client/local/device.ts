import { Dexie, type DexieOptions, type EntityTable } from 'dexie';
import type { Factory } from './database.ts';

/** Who is signed in, where a service worker can read it too. */
export interface StoredSession {
  userId: number;
  token: string;
}

/** Somebody who has a database on this device. */
export interface DeviceAccount {
  userId: number;
  name: string;
  /** Changes that wait to be sent, and money calls in doubt: what the login page says. */
  waiting: number;
}

/** `cod_device`: what the device knows before anybody's database is open. */
export class DeviceDatabase extends Dexie {
  declare session: EntityTable<StoredSession & { k: 'current' }, 'k'>;
  declare accounts: EntityTable<DeviceAccount, 'userId'>;

  constructor(factory?: Factory) {
    super('cod_device', { chromeTransactionDurability: 'strict', ...(factory as DexieOptions | undefined) });
    this.version(1).stores({ session: 'k', accounts: 'userId' });
  }
}

let opened: DeviceDatabase | null = null;

/** This device's database, opened once. */
export const deviceDatabase = (): DeviceDatabase => (opened ??= new DeviceDatabase());

/** The session every tab and the service worker send with, or null. */
export async function readSession(device: DeviceDatabase = deviceDatabase()): Promise<StoredSession | null> {
  const kept = await device.session.get('current');
  return kept ? { userId: kept.userId, token: kept.token } : null;
}

export async function saveSession(session: StoredSession, device: DeviceDatabase = deviceDatabase()): Promise<void> {
  await device.session.put({ k: 'current', ...session });
}

/** Forgets this person's session; somebody else's stays. */
export async function clearSession(userId: number, device: DeviceDatabase = deviceDatabase()): Promise<void> {
  await device.session
    .where('k')
    .equals('current')
    .and((session) => session.userId === userId)
    .delete();
}

/** Everybody with a database on this device. */
export const listAccounts = (device: DeviceDatabase = deviceDatabase()): Promise<DeviceAccount[]> =>
  device.accounts.toArray();

export async function rememberAccount(
  account: DeviceAccount,
  device: DeviceDatabase = deviceDatabase(),
): Promise<void> {
  await device.accounts.put(account);
}

export async function forgetAccount(userId: number, device: DeviceDatabase = deviceDatabase()): Promise<void> {
  await device.accounts.delete(userId);
}
