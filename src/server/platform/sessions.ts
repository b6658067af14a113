import type { Kysely } from 'kysely';
import { roleIds } from '../../contract/limits.ts';
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

/** Makes a session and returns its token, which is stored nowhere. */
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
  return token;
}

export interface LiveSession {
  person: Person;
  usedAt: number;
}

/** The person of a token, asked anew for each request: a revoked session or a person switched off is out at once. */
export async function findSession(db: Kysely<Database>, token: string, now: number): Promise<LiveSession | null> {
  const since = { usedAfter: now - sessionIdle, madeAfter: now - sessionLife };
  const [row] = await liveSession(db, { tokenHash: hashToken(token), ...since });
  if (!row) return null;
  const role = row.role_id === roleIds.admin ? 'admin' : 'user';
  const person: Person = { id: row.id, role, name: row.name, email: row.email, sessionId: row.session_id };
  return { person, usedAt: row.used_at };
}

/** Asked by every request. */
const liveSession = prepared((db, value: { tokenHash: string; usedAfter: number; madeAfter: number }) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id as session_id', 'sessions.used_at', 'users.id', 'users.name', 'users.email', 'users.role_id'])
    .where('sessions.token_hash', '=', value.tokenHash)
    .where('sessions.revoked_at', 'is', null)
    .where('sessions.used_at', '>', value.usedAfter)
    .where('sessions.created_at', '>', value.madeAfter)
    .where('users.is_active', '=', 1)
    .where('users.deleted_at', 'is', null),
);

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

/** Ends one session. */
export async function revokeSession(db: Kysely<Database>, sessionId: number, now: number): Promise<void> {
  await db.updateTable('sessions').set({ revoked_at: now }).where('id', '=', sessionId).execute();
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
