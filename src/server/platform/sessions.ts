import { PostgresAdapter, type Kysely, type Transaction } from 'kysely';
import { roleIds } from '../../contract/limits.ts';
import type { RoleName } from '../../contract/people.ts';
import type { Person } from './context.ts';
import { prepared } from './database/prepared.ts';
import type { Database } from './database/schema.ts';
import { within } from './deadline.ts';
import { hashToken, newToken } from './secrets/tokens.ts';

const day = 86_400_000;
/** Ms a session lives without being used, and at most (D-6). */
const sessionIdle = 30 * day;
export const sessionLife = 90 * day;
/** Ms between two notes that a session is used. */
const noted = 300_000;
/** Live sessions of one user at most. */
const liveMax = 100;

/** Makes a session and returns its token, which is stored nowhere. Of more than 100 the least recently used one ends. */
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
  await revokeBeyond(db, session.userId, session.now);
  return token;
}

/** Ends the sessions of a user that are not among the most recently used ones. */
async function revokeBeyond(db: Kysely<Database>, userId: number, now: number): Promise<void> {
  const live = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy('used_at', 'desc')
    .orderBy('id', 'desc')
    .offset(liveMax)
    .limit(liveMax)
    .execute();
  const ids = live.map(({ id }) => id);
  if (ids.length > 0) await db.updateTable('sessions').set({ revoked_at: now }).where('id', 'in', ids).execute();
}

export interface LiveSession {
  person: Person;
  usedAt: number;
}

/** The person of a token, asked anew for each request: a revoked session or a person switched off is out at once. */
export async function findSession(db: Kysely<Database>, token: string, now: number): Promise<LiveSession | null> {
  const [row] = await liveSession(db, { tokenHash: hashToken(token), ...liveSince(now) });
  if (!row) return null;
  const { id, name, email } = row;
  return { person: { id, role: roleOf(row), name, email, sessionId: row.session_id }, usedAt: row.used_at };
}

/** The sessions that were used and made after these moments may still be live, in ms since epoch. */
const liveSince = (now: number): Since => ({ usedAfter: now - sessionIdle, madeAfter: now - sessionLife });

const roleOf = (user: { role_id: number }): RoleName => (user.role_id === roleIds.admin ? 'admin' : 'user');

interface Since {
  usedAfter: number;
  madeAfter: number;
}

/** The sessions that work, each with its user. */
const liveSessions = (db: Kysely<Database>, since: Since) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('sessions.revoked_at', 'is', null)
    .where('sessions.used_at', '>', since.usedAfter)
    .where('sessions.created_at', '>', since.madeAfter)
    .where('users.is_active', '=', 1)
    .where('users.deleted_at', 'is', null);

/** Asked by every request. */
const liveSession = prepared((db, value: Since & { tokenHash: string }) =>
  liveSessions(db, value)
    .select(['sessions.id as session_id', 'sessions.used_at', 'users.id', 'users.name', 'users.email', 'users.role_id'])
    .where('sessions.token_hash', '=', value.tokenHash),
);

/** Whom a session gives rights to, and which role. */
export interface Rights {
  id: number;
  role: RoleName;
}

/** The rights of a live session as they are now; null when it ended or its user was switched off or deleted. */
export async function readRights(db: Kysely<Database>, sessionId: number, now: number): Promise<Rights | null> {
  return rightsOf(await readRightsRow(db, { sessionId, ...liveSince(now) }));
}

/** The same inside a transaction: on PostgreSQL the session cannot end before the transaction does. */
export async function lockRights(tx: Transaction<Database>, sessionId: number, now: number): Promise<Rights | null> {
  return rightsOf(await lockRightsRow(tx, { sessionId, ...liveSince(now) }));
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

/** The roles that these sessions give now, by the session's id; those that are not live are missing. */
export async function rolesOfSessions(
  db: Kysely<Database>,
  ids: readonly number[],
  now: number,
): Promise<Map<number, RoleName>> {
  const rows = await liveSessions(db, liveSince(now))
    .select(['sessions.id', 'users.role_id'])
    .where('sessions.id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, roleOf(row)]));
}

/**
 * Notes that a session is used, at most every five minutes. Reading goes on while the database takes no changes, so
 * this waits for the note for 50 ms at most, and one that fails is left to the next request.
 */
export async function noteUse(db: Kysely<Database>, session: LiveSession, now: number): Promise<void> {
  const { sessionId, id } = session.person;
  const noting = notes.get(db) ?? new Set();
  if (now - session.usedAt < noted || noting.has(sessionId)) return;
  notes.set(db, noting.add(sessionId));
  const note = async () => {
    await db.updateTable('sessions').set({ used_at: now }).where('id', '=', sessionId).execute();
    await db.updateTable('users').set({ last_action_at: now }).where('id', '=', id).execute();
  };
  const written = note().finally(() => noting.delete(sessionId));
  await within(50, written).catch(() => undefined);
}

/** The sessions whose use is being noted. */
const notes = new WeakMap<Kysely<Database>, Set<number>>();

/** The sessions of a person that still work, the last used first. */
export async function liveSessionsOf(db: Kysely<Database>, userId: number, now: number) {
  return db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'address', 'created_at', 'used_at'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('used_at', '>', now - sessionIdle)
    .where('created_at', '>', now - sessionLife)
    .orderBy('used_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Ends one session; false when it had ended before. */
export async function revokeSession(db: Kysely<Database>, sessionId: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Ends all sessions of a person, as a change of role, password or standing does; `except` stays. */
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

/** Says whether a person has signed in from this address before, on a session that has not been cleaned up yet. */
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
