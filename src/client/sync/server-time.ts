import type { LocalDatabase } from '../local/database.ts';

/** Milliseconds: what the time of an answer on its way may make of two clocks that agree. */
const tolerance = 2_000;

interface Exchanged {
  /** ISO 8601; the server's time as the answer says it. */
  now: string;
  /** Milliseconds by this device's clock; when the request went out and when its answer was there. */
  began: number;
  ended: number;
}

/** What each database holds, so that queueing a change need not read it. */
const known = new WeakMap<LocalDatabase, number>();

/** Milliseconds by which the server's clock is ahead of this device's; 0 until a pass has measured it. */
export async function serverAheadOf(db: LocalDatabase): Promise<number> {
  const ahead = known.get(db) ?? (await db.fact('serverAhead')) ?? 0;
  known.set(db, ahead);
  return ahead;
}

/**
 * Stores by how many milliseconds the server's clock is ahead of this device's, where that differs from the stored
 * value. Assumes that the answer was written half-way between the request and its arrival.
 */
export async function noteServerTime(db: LocalDatabase, { now, began, ended }: Exchanged): Promise<void> {
  const measured = Math.round(Date.parse(now) - (began + ended) / 2);
  if (Number.isNaN(measured) || Math.abs(measured - (await serverAheadOf(db))) <= tolerance) return;
  known.set(db, measured);
  await db.setFact('serverAhead', measured);
}
