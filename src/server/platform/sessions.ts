import { PostgresAdapter, type Kysely, type Transaction } from 'kysely';
import { roleOf, type RoleName } from '../../contract/permissions.ts';
import type { Person } from './base/permissions.ts';
import { prepared } from './database/prepared.ts';
import type { Database } from './database/schema.ts';
import { within } from './base/deadline.ts';
import { hashToken, newToken } from './crypto/tokens.ts';

const day = 86_400_000;
/** How long a session lives without use, and how long at most (D-6), in ms. */
const sessionIdle = 30 * day;
export const sessionLifetime = 90 * day;
/** The shortest time between two updates of a session's last use, in ms. */
const lastUseInterval = 300_000;
/** The most live sessions that a user may have. */
const liveSessionsMax = 100;

/**
 * Creates a session and returns its token, which is not stored itself. Beyond 100 sessions the least recently used one
 * ends.
 */
export async function createSession(
  db: Kysely<Database>,
  session: { userId: number; userAgent: string | null; address: string | null; now: number },
): Promise<string> {
  const token = newToken();
  await db
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      user_id: session.userId,
      user_agent: session.userAgent?.slice(0, 300) ?? null,
      address: session.address,
      created_at: session.now,
      used_at: session.now,
      revoked_at: null,
    })
    .execute();
  await revokeOldest(db, session.userId, session.now);
  return token;
}

/** Ends all sessions of a user except the 100 most recently used. */
async function revokeOldest(db: Kysely<Database>, userId: number, now: number): Promise<void> {
  const surplus = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy('used_at', 'desc')
    .orderBy('id', 'desc')
    .offset(liveSessionsMax)
    .limit(liveSessionsMax)
    .execute();
  const ids = surplus.map(({ id }) => id);
  if (ids.length > 0) await db.updateTable('sessions').set({ revoked_at: now }).where('id', 'in', ids).execute();
}

export interface LiveSession {
  person: Person;
  usedAt: number;
}

/**
 * The user of a token, read again for each request, so that a revoked session or a deactivated user loses access at
 * once.
 */
export async function findSession(db: Kysely<Database>, token: string, now: number): Promise<LiveSession | null> {
  const [row] = await findLiveSession(db, { tokenHash: hashToken(token), ...liveAfter(now) });
  if (!row) return null;
  const { id, name, email } = row;
  return { person: { id, role: roleOf(row), name, email, sessionId: row.session_id }, usedAt: row.used_at };
}

/** Sessions used and created after these moments (ms since epoch) may still be live. */
const liveAfter = (now: number): Since => ({ usedAfter: now - sessionIdle, madeAfter: now - sessionLifetime });

interface Since {
  usedAfter: number;
  madeAfter: number;
}

/** The live sessions, each with its user. */
const liveSessions = (db: Kysely<Database>, since: Since) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('sessions.revoked_at', 'is', null)
    .where('sessions.used_at', '>', since.usedAfter)
    .where('sessions.created_at', '>', since.madeAfter)
    .where('users.is_active', '=', 1)
    .where('users.deleted_at', 'is', null);

/** Runs with every request. */
const findLiveSession = prepared((db, value: Since & { tokenHash: string }) =>
  liveSessions(db, value)
    .select(['sessions.id as session_id', 'sessions.used_at', 'users.id', 'users.name', 'users.email', 'users.role_id'])
    .where('sessions.token_hash', '=', value.tokenHash),
);

/** The user and the role of a session. */
export interface Rights {
  id: number;
  role: RoleName;
}

/** The current rights of a live session; null when it has ended, or its user was deactivated or deleted. */
export async function readRights(db: Kysely<Database>, sessionId: number, now: number): Promise<Rights | null> {
  return rightsOf(await readRightsRow(db, { sessionId, ...liveAfter(now) }));
}

/** Like `readRights`, in a transaction: on PostgreSQL the session cannot end before the transaction does. */
export async function lockRights(tx: Transaction<Database>, sessionId: number, now: number): Promise<Rights | null> {
  return rightsOf(await lockRightsRow(tx, { sessionId, ...liveAfter(now) }));
}

const rightsOf = ([row]: { id: number; role_id: number }[]): Rights | null =>
  row ? { id: row.id, role: roleOf(row) } : null;

const rightsQuery = (lock: boolean) =>
  prepared((db, value: Since & { sessionId: number }) =>
    liveSessions(db, value)
      .select(['users.id', 'users.role_id'])
      .where('sessions.id', '=', value.sessionId)
      .$if(lock && hasRowLocks(db), (query) => query.forShare('sessions')),
  );
const readRightsRow = rightsQuery(false);
const lockRightsRow = rightsQuery(true);

/** SQLite has one writer and no row locks. */
const hasRowLocks = (db: Kysely<Database>): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

/** The current roles of these sessions, by session id; sessions that are not live are missing. */
export async function rolesOfSessions(
  db: Kysely<Database>,
  ids: readonly number[],
  now: number,
): Promise<Map<number, RoleName>> {
  const rows = await liveSessions(db, liveAfter(now))
    .select(['sessions.id', 'users.role_id'])
    .where('sessions.id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, roleOf(row)]));
}

/**
 * Updates the last use of a session and its user, at most every five minutes. Reads continue while the database accepts
 * no changes, so this waits 50 ms at most, and a failed update is left to the next request.
 */
export async function recordUse(db: Kysely<Database>, session: LiveSession, now: number): Promise<void> {
  const { sessionId, id } = session.person;
  const pending = pendingUpdates.get(db) ?? new Set();
  if (now - session.usedAt < lastUseInterval || pending.has(sessionId)) return;
  pendingUpdates.set(db, pending.add(sessionId));
  const update = async () => {
    await db.updateTable('sessions').set({ used_at: now }).where('id', '=', sessionId).execute();
    await db.updateTable('users').set({ last_action_at: now }).where('id', '=', id).execute();
  };
  const written = update().finally(() => pending.delete(sessionId));
  await within(50, written).catch(() => undefined);
}

/** The sessions whose last use is being updated. */
const pendingUpdates = new WeakMap<Kysely<Database>, Set<number>>();

/** The live sessions of a user, the last used first. */
export async function liveSessionsOf(db: Kysely<Database>, userId: number, now: number) {
  return db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'address', 'created_at', 'used_at'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('used_at', '>', now - sessionIdle)
    .where('created_at', '>', now - sessionLifetime)
    .orderBy('used_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Ends one session; false when it had ended before. */
export async function endSession(db: Kysely<Database>, sessionId: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Ends all sessions of a user, as a change of role, password or activation does, except the session with the id
 * `except`.
 */
export async function revokeSessionsOf(
  db: Kysely<Database>,
  userId: number,
  now: number,
  except: number | null = null,
): Promise<void> {
  const all = db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null);
  await (except === null ? all : all.where('id', '!=', except)).execute();
}

/** Returns whether a user has signed in from this address before, on a session that has not been cleaned up yet. */
export async function hasSessionFrom(db: Kysely<Database>, userId: number, address: string): Promise<boolean> {
  const session = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('address', '=', address)
    .limit(1)
    .executeTakeFirst();
  return session !== undefined;
}
