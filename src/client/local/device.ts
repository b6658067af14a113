import { Dexie, type DexieOptions, type EntityTable } from 'dexie';
import type { DatabaseFactory } from './database.ts';
import { newDeviceKey } from './peek.ts';
import type { Author } from './stored.ts';

/** The session, stored where the service worker can read it too. */
export interface StoredSession {
  userId: number;
  token: string;
  /** Absent when a build without this field stored the session. */
  person?: Author;
}

/** A user with a database on this device. */
export interface DeviceAccount {
  userId: number;
  name: string;
  /** Number of unfinished changes and money calls when this row was written; later ones are not counted. */
  waiting: number;
}

/**
 * By its key `k`:
 * - `current`: the session;
 * - `ended <token>`: a session that has ended here, but not yet on the server;
 * - `new`: without the other fields; it exists until the first session on this device is stored or ended.
 */
type SessionRow = StoredSession & { k: string };

const endedPrefix = 'ended ';

/** Files that another app has shared with this one, until the form for a top-up request takes them over. */
export interface SharedEntry {
  /** A UUID, which the form's address has. */
  id: string;
  /** When they were shared: Unix time in ms. */
  at: number;
  files: { name: string; type: string; bytes: ArrayBuffer }[];
}

/** `cod_device`: data that is needed before a user's database is open. */
export class DeviceDatabase extends Dexie {
  declare session: EntityTable<SessionRow, 'k'>;
  declare accounts: EntityTable<DeviceAccount, 'userId'>;
  declare shared: EntityTable<SharedEntry, 'id'>;

  constructor(factory?: DatabaseFactory) {
    super('cod_device', { chromeTransactionDurability: 'strict', ...(factory as DexieOptions | undefined) });
    this.version(2).stores({ session: 'k', accounts: 'userId', shared: 'id, at' });
    this.on('populate', (transaction) => transaction.table('session').put({ k: newDeviceKey }));
  }
}

let opened: DeviceDatabase | null = null;

/** Returns this device's database, opened once. */
export const deviceDatabase = (): DeviceDatabase => (opened ??= new DeviceDatabase());

/** Closes the device's database, so that the next use opens it again, in the IndexedDB that Dexie uses then. */
export function reopenDeviceDatabase(): void {
  opened?.close();
  opened = null;
}

/** Returns the session of all tabs and the service worker, without its `person`; null when there is none. */
export async function readSession(device: DeviceDatabase = deviceDatabase()): Promise<StoredSession | null> {
  const stored = await device.session.get('current');
  return stored ? { userId: stored.userId, token: stored.token } : null;
}

/** Stores the session, so that it survives a crash of the browser. */
export async function saveSession(session: StoredSession, device: DeviceDatabase = deviceDatabase()): Promise<void> {
  await device.transaction('rw', device.session, async () => {
    await device.session.delete(newDeviceKey);
    await device.session.put({ k: 'current', ...session });
  });
}

/** Deletes this user's session; with `token` only the one that has it. Another user's session stays. */
export async function clearSession(
  userId: number,
  token: string | null = null,
  device: DeviceDatabase = deviceDatabase(),
): Promise<void> {
  const isDeleted = (session: SessionRow) =>
    session.k === newDeviceKey || (session.userId === userId && (token === null || session.token === token));
  await device.session.where('k').anyOf('current', newDeviceKey).and(isDeleted).delete();
}

/**
 * Deletes this user's session and keeps its token for `endedSessions`, in one transaction: the server must still revoke
 * the session.
 */
export async function endSession(session: StoredSession, device: DeviceDatabase = deviceDatabase()): Promise<void> {
  const { userId, token } = session;
  await device.transaction('rw', device.session, async () => {
    await clearSession(userId, null, device);
    await device.session.put({ k: `${endedPrefix}${token}`, userId, token });
  });
}

/** Returns the tokens of sessions that ended on this device and are not revoked at the server yet. */
export async function endedSessions(device: DeviceDatabase = deviceDatabase()): Promise<string[]> {
  const rows = await device.session.where('k').startsWith(endedPrefix).toArray();
  return rows.map(({ token }) => token);
}

/** Deletes the token of an ended session that the server has revoked or refused. */
export async function forgetEndedSession(token: string, device: DeviceDatabase = deviceDatabase()): Promise<void> {
  await device.session.delete(`${endedPrefix}${token}`);
}

/** Returns the users with a database on this device. */
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
