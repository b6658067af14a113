import type { Endpoint, InputOf, OutputOf } from '../../contract/endpoint.ts';
import { asFailure, CallFailure } from '../api/failure.ts';
import type { LocalDatabase } from '../local/database.ts';
import type { Pledge } from '../local/stored.ts';
import { backOff } from './backoff.ts';
import { isDefinite } from './error-table.ts';
import type { Means } from '../local/means.ts';
import { deviceLine, deviceOutside, type Line, type Outside } from './line.ts';
import { unlessHeld } from './lock.ts';
import { markSeen } from './outcomes.ts';
import { isPageSeen } from './platform.ts';
import { seal } from './seal.ts';
import { NotSaved, storing } from './storage.ts';

/*
 * Money never queues. A pledge is written before the call leaves; a definite answer that the person sees removes it;
 * without one it stays until `settle` has the server decide: applied, or sealed for ever. The outcome then stays until
 * the person has seen it (`outcomes.ts`).
 */

/** Milliseconds. */
const answerWithin = 20_000;
const retryFor = 60_000;
const shortest = 500;

export interface PledgeOptions<Answer = unknown> {
  /** The Idempotency-Key, made when the dialog opened: a double click or a reload sends the same one. */
  key: string;
  /** What the call is about, for the message that tells its outcome. Never a PIN. */
  about: Record<string, unknown>;
  /** Aborts when the dialog closes: then nothing retries any more. */
  signal?: AbortSignal;
  /** The first answer got lost: the same key is being asked again. */
  onDoubt?: () => void;
  /** The records that an answer names, as `entity:key`: for an outcome that comes while nobody sees the page. */
  touched?: (answer: Answer) => string[];
}

/** Keys whose first request is under way in this tab: they are not in doubt yet. */
const underWay = new Set<string>();

/** `unknown`: the pledge stays, and `settle` finds the outcome out. After `refused` a new attempt needs a new key. */
export type PledgeOutcome<Answer> =
  | { kind: 'done'; answer: Answer }
  | { kind: 'refused'; failure: CallFailure }
  | { kind: 'unknown' };

/**
 * Makes a call that moves money, so that its outcome is known in the end whatever gets lost. Throws NotSaved when the
 * storage fails before anything was sent.
 */
export async function pledgeCall<E extends Endpoint>(
  db: LocalDatabase,
  endpoint: E,
  input: InputOf<E>,
  options: PledgeOptions<OutputOf<E>>,
  { line, means }: Outside = deviceOutside,
): Promise<PledgeOutcome<OutputOf<E>>> {
  const { key, about } = options;
  underWay.add(key);
  const pledge: Pledge = { key, state: 'asked', call: endpoint.name, about, createdAt: means.now() };
  await storing(db, () => db.pledges.put(pledge)).catch((thrown: unknown) => {
    underWay.delete(key);
    throw thrown;
  });
  const once = async () => {
    const asked = await ask(db, endpoint, input, options, line);
    if (asked.kind === 'unknown') await noteDoubt(db, key);
    return asked;
  };
  const outcome = await unlessHeld(lockOf(db, key), () => insist(once, options, means)).catch(
    async (thrown: unknown) => {
      await noteDoubt(db, key);
      throw thrown;
    },
  );
  if (!outcome || outcome.kind === 'unknown') {
    await noteDoubt(db, key);
    return { kind: 'unknown' };
  }
  underWay.delete(key);
  await storeIfPossible(db, async () => {
    if (isPageSeen()) await db.pledges.delete(key);
    else await db.pledges.update(key, settledAs(outcome, options));
  });
  return outcome;
}

/** From now on every screen shows the pledge as in doubt; writing it tells all tabs. */
async function noteDoubt(db: LocalDatabase, key: string): Promise<void> {
  if (underWay.delete(key)) await storeIfPossible(db, () => db.pledges.update(key, { unanswered: true }));
}

/** Changes a pledge; gives false where the storage fails: the pledge stays as it was, and `settle` asks again. */
async function storeIfPossible(db: LocalDatabase, change: () => Promise<unknown>): Promise<boolean> {
  try {
    await storing(db, change);
    return true;
  } catch (thrown) {
    if (thrown instanceof NotSaved) return false;
    throw thrown;
  }
}

function settledAs<Answer>(
  outcome: Exclude<PledgeOutcome<Answer>, { kind: 'unknown' }>,
  { touched }: PledgeOptions<Answer>,
): Partial<Pledge> {
  if (outcome.kind === 'done')
    return { state: 'settled', outcome: 'applied', touched: touched?.(outcome.answer) ?? [] };
  return { state: 'settled', outcome: 'refused', refusal: outcome.failure.code ?? 'ERROR' };
}

/**
 * Has the server decide what a pledge became, and keeps the answer until the person has seen it. `unknown` also where
 * the device cannot keep the answer.
 */
export async function settle(
  db: LocalDatabase,
  key: string,
  line: Line = deviceLine,
): Promise<'applied' | 'refused' | 'cancelled' | 'unknown'> {
  const sealed = await seal(db, key, line);
  if (sealed === 'unknown') return 'unknown';
  const { state, ...rest } = sealed;
  const isKept = await storeIfPossible(db, () => db.pledges.update(key, { state: 'settled', outcome: state, ...rest }));
  return isKept ? state : 'unknown';
}

/** Settles what is in doubt and not being asked right now; at start and whenever the line is back. */
export async function settleAll(db: LocalDatabase, line: Line = deviceLine): Promise<void> {
  for (const { key } of await db.pledges.where('state').equals('asked').toArray()) {
    await unlessHeld(lockOf(db, key), () => settle(db, key, line));
  }
}

/**
 * Cancels every call in doubt, before its pledge is forgotten. Gives the keys of those that were not done, whose
 * outcomes count as seen; null when the server could not say. What was applied after all stays to be seen.
 */
export async function cancelDoubts(db: LocalDatabase, line: Line = deviceLine): Promise<string[] | null> {
  const canceled: string[] = [];
  for (const key of await db.pledges.where('state').equals('asked').primaryKeys()) {
    const outcome = await settle(db, key, line);
    if (outcome === 'unknown') return null;
    if (outcome !== 'applied') canceled.push(key);
  }
  await markSeen(db, canceled);
  return canceled;
}

/** Pledges whose outcome is not known, oldest first; one that this tab is asking for the first time is not among them. */
export async function readDoubts(db: LocalDatabase): Promise<Pledge[]> {
  const open = await db.pledges.where('state').equals('asked').sortBy('createdAt');
  return open.filter(({ key }) => !underWay.has(key));
}

/** Asks with the same key again, for a minute at most and while the dialog is open, until the answer is definite. */
async function insist<Answer>(
  once: () => Promise<Asked<Answer>>,
  { signal, onDoubt }: Pick<PledgeOptions, 'signal' | 'onDoubt'>,
  means: Means,
): Promise<Asked<Answer>> {
  const until = means.now() + retryFor;
  for (let tries = 0; ; tries++) {
    const asked = await once();
    if (asked.kind !== 'unknown' || asked.isOver || signal?.aborted) return asked;
    const wait = Math.max(shortest, backOff(tries, asked.retryAfter, means.random));
    if (means.now() + wait > until) return asked;
    onDoubt?.();
    await means.wait(wait);
  }
}

/** `isOver`: asking again is of no use before the person has signed in. */
type Asked<Answer> =
  | Exclude<PledgeOutcome<Answer>, { kind: 'unknown' }>
  | { kind: 'unknown'; isOver?: boolean; retryAfter?: number };

async function ask<E extends Endpoint>(
  db: LocalDatabase,
  endpoint: E,
  input: InputOf<E>,
  { key, signal }: Pick<PledgeOptions, 'key' | 'signal'>,
  line: Line,
): Promise<Asked<OutputOf<E>>> {
  const token = await line.token(db.userId);
  if (!token) return { kind: 'unknown', isOver: true };
  const call = line.call<E>(endpoint, input, { key, token, timeout: answerWithin, ...(signal && { signal }) });
  const answer = await call.catch(asFailure);
  if (!(answer instanceof CallFailure)) return { kind: 'done', answer };
  if (isDefinite(answer)) return { kind: 'refused', failure: answer };
  const { kind, retryAfter } = answer;
  return { kind: 'unknown', isOver: kind === 'signedOut', ...(retryAfter !== undefined && { retryAfter }) };
}

const lockOf = (db: LocalDatabase, key: string): string => `pledge:${db.name}:${key}`;
