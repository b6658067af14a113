import type { LocalDatabase } from '../local/database.ts';

/** Ms by which a measured difference may deviate from the stored one: a slow answer may be the cause. */
const toleranceMs = 2_000;

interface TimedExchange {
  /** ISO 8601; the server's time in the answer. */
  now: string;
  /** Milliseconds by this device's clock: when the request left and when its answer arrived. */
  sentAt: number;
  arrivedAt: number;
}

/** The stored difference, by database, so that queueing a change does not read it. */
const cachedAhead = new WeakMap<LocalDatabase, number>();

/** Returns the ms by which the server's clock is ahead of this device's; 0 until a pass has measured it. */
export async function serverClockLead(db: LocalDatabase): Promise<number> {
  const ahead = cachedAhead.get(db) ?? (await db.fact('serverAhead')) ?? 0;
  cachedAhead.set(db, ahead);
  return ahead;
}

/**
 * Stores by how many milliseconds the server's clock is ahead of this device's, where that differs from the stored
 * value. Assumes that the answer was written half-way between the request and its arrival.
 */
export async function noteServerTime(db: LocalDatabase, { now, sentAt, arrivedAt }: TimedExchange): Promise<void> {
  const measured = Math.round(Date.parse(now) - (sentAt + arrivedAt) / 2);
  if (Number.isNaN(measured) || Math.abs(measured - (await serverClockLead(db))) <= toleranceMs) return;
  cachedAhead.set(db, measured);
  await db.setFact('serverAhead', measured);
}
