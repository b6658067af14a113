import { Dexie, type DexieOptions, type EntityTable } from 'dexie';
import type { Factory } from './database.ts';
import type { Author } from './stored.ts';

/** Who is signed in, where a service worker can read it too. */
export interface StoredSession {
  userId: number;
  token: string;
  /** Absent where a build before this field stored the session. */
  person?: Author;
}

/** Somebody who has a database on this device. */
export interface DeviceAccount {
  userId: number;
  name: string;
  /** Changes that waited, and money calls in doubt, when this was written. The login page counts the rows instead. */
  waiting: number;
}

/** The session under `current`; a session that ended here but not yet at the server under `ended <token>`. */
type SessionRow = StoredSession & { k: string };

const endedPrefix = 'ended ';

/** `cod_device`: what the device knows before anybody's database is open. */
export class DeviceDatabase extends Dexie {
  declare session: EntityTable<SessionRow, 'k'>;
  declare accounts: EntityTable<DeviceAccount, 'userId'>;

  constructor(factory?: Factory) {
    super('cod_device', { chromeTransactionDurability: 'strict', ...(factory as DexieOptions | undefined) });
    this.version(1).stores({ session: 'k', accounts: 'userId' });
  }
}

let opened: DeviceDatabase | null = null;

/** This device's database, opened once. */
export const deviceDatabase = (): DeviceDatabase => (opened ??= new DeviceDatabase());

/** Opens the device's database again with the next use, in what holds databases by then. */
export function renewDeviceDatabase(): void {
  opened?.close();
  opened = null;
}

/** The session every tab and the service worker send with, or null. */
export async function readSession(device: DeviceDatabase = deviceDatabase()): Promise<StoredSession | null> {
  const kept = await device.session.get('current');
  return kept ? { userId: kept.userId, token: kept.token } : null;
}

/** Stores the session; when this resolves, it survives a crash of the browser. */
export async function saveSession(session: StoredSession, device: DeviceDatabase = deviceDatabase()): Promise<void> {
  await device.session.put({ k: 'current', ...session });
}

/** Forgets this person's session; with `token` only while it is this one. Another person's session stays. */
export async function clearSession(
  userId: number,
  token: string | null = null,
  device: DeviceDatabase = deviceDatabase(),
): Promise<void> {
  await device.session
    .where('k')
    .equals('current')
    .and((session) => session.userId === userId && (token === null || session.token === token))
    .delete();
}

/**
 * Forgets this person's session and keeps its token for `endedSessions`, in one transaction: the session is still to be
 * revoked at the server.
 */
export async function endSession(session: StoredSession, device: DeviceDatabase = deviceDatabase()): Promise<void> {
  const { userId, token } = session;
  await device.transaction('rw', device.session, async () => {
    await clearSession(userId, null, device);
    await device.session.put({ k: `${endedPrefix}${token}`, userId, token });
  });
}

/** The tokens of sessions that ended on this device and were not revoked at the server yet. */
export async function endedSessions(device: DeviceDatabase = deviceDatabase()): Promise<string[]> {
  const rows = await device.session.where('k').startsWith(endedPrefix).toArray();
  return rows.map(({ token }) => token);
}

/** Forgets the token of an ended session: the server has revoked or refused it. */
export async function forgetEndedSession(token: string, device: DeviceDatabase = deviceDatabase()): Promise<void> {
  await device.session.delete(`${endedPrefix}${token}`);
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
