import type { sync, SyncAnswer, SyncRequest } from '../../contract/sync.ts';
import { effectsOf } from '../actions/all.ts';
import { addresses } from '../api/addresses.ts';
import { asFailure, CallFailure } from '../api/failure.ts';
import type { LocalDatabase } from '../local/database.ts';
import { applyAnswer } from './apply.ts';
import { collect, type Collected } from './collect.ts';
import { blamesContent, endOf, errorOfContent, type PassEnd } from './error-table.ts';
import { sendFiles } from './files.ts';
import { waits } from './fold.ts';
import { deviceOutside, type Line, type Outside } from './line.ts';
import { alone } from './lock.ts';
import { writeLog } from './log.ts';
import { noteServerTime } from './server-time.ts';
import { rebuild } from './view.ts';

/*
 * collect ──▶ send ──▶ apply ──▶ more? ──no──▶ idle
 *    ▲          │ failed           │ yes, or somebody else was faster
 *    │          ▼                  │
 *    │      offline · busy · …     │
 *    └─────────────────────────────┘
 * No transaction is open while a request is under way. Correctness comes from ids and from the compare-and-set on the
 * position; the lock only saves work.
 */

/** Milliseconds. */
const answerWithin = 30_000;
/** Exchanges in one pass at most: a server that always has more must not hold the lock for ever. */
const exchangesMax = 1_000;

/** Pushes what waits and pulls what is new, until nothing is left or the line, the server or the session says stop. */
export const runPass = (
  db: LocalDatabase,
  outside: Outside = deviceOutside,
  { patience, signal }: Turn = {},
): Promise<PassEnd> => alone(`sync:${db.name}`, () => pass(db, outside), patience, signal);

/** How a pass waits for the one of another tab: see `alone`. */
interface Turn {
  /** Milliseconds. */
  patience?: number;
  signal?: AbortSignal;
}

/** `runPass` without the lock. */
export async function pass(db: LocalDatabase, { line, means }: Outside): Promise<PassEnd> {
  let held: ReadonlySet<string> = new Set();
  for (let exchanges = 0; exchanges < exchangesMax; exchanges++) {
    const token = await line.token(db.userId);
    if (!token) return rest(db, { kind: 'signIn' });
    const collected = await collect(db, held);
    const began = means.now();
    const exchanged = await exchange(db, { line, token, collected });
    if (exchanged instanceof CallFailure) return rest(db, endOf(exchanged), means.now());
    if (exchanged === 'again') continue;
    const { sent, answer } = exchanged;
    const ended = means.now();
    // A time that cannot be read is never equal to itself, so every pass would look like news.
    const at = Date.parse(answer.now) || ended;
    const applied = await applyAnswer(db, sent, answer, { at, ms: ended - began });
    await noteServerTime(db, { now: answer.now, began, ended });
    if (!applied) continue;
    held = applied.held;
    if (applied.outdated) return rest(db, { kind: 'outdated' });
    if (!applied.more) return finish(db, held, at);
  }
  return { kind: 'busy' };
}

interface Exchange {
  line: Line;
  token: string;
  collected: Collected;
}

interface Exchanged {
  /** What was sent in the end: without the lanes whose files were not taken. */
  sent: Collected;
  answer: SyncAnswer;
}

/** Sends the batch's files, then the batch. `again`: the pass may go on at once, with fewer items. */
async function exchange(db: LocalDatabase, parts: Exchange): Promise<Exchanged | CallFailure | 'again'> {
  const { line, token, collected } = parts;
  const { notSent, held } = await sendFiles(db, line, token, collected.request.mutations);
  if (notSent) return blamesContent(notSent.failure) ? blame(db, parts, notSent) : notSent.failure;
  const sent = without(collected, held);
  const answer = await send(line, token, sent.request).catch(asFailure);
  if (!(answer instanceof CallFailure)) return { sent, answer };
  return blamesContent(answer) ? narrow(db, { ...parts, collected: sent }, answer) : answer;
}

function without({ request, held, at }: Collected, lanes: ReadonlySet<string>): Collected {
  const mutations = request.mutations.filter(({ lane }) => !lanes.has(lane));
  return { at, held: new Set([...held, ...lanes]), request: { ...request, mutations } };
}

const send = (line: Line, token: string, request: SyncRequest): Promise<SyncAnswer> =>
  line.call<typeof sync>(addresses.sync, request, { token, timeout: answerWithin });

/** After a refusal of the whole request: halves the batch, until one item is left that may be at fault. */
async function narrow(db: LocalDatabase, parts: Exchange, failure: CallFailure): Promise<CallFailure | 'again'> {
  const { mutations } = parts.collected.request;
  if (mutations.length === 0) return failure;
  if (mutations.length === 1) return blame(db, parts, { id: mutations[0]!.id, failure });
  await db.setFact('batch', Math.ceil(mutations.length / 2));
  return 'again';
}

/**
 * Parks an item, if the server takes the request without it: a server or something in front of it that refuses
 * everything says nothing about any item.
 */
async function blame(
  db: LocalDatabase,
  { line, token, collected }: Exchange,
  { id, failure }: { id: string; failure: CallFailure },
): Promise<CallFailure | 'again'> {
  const control = await send(line, token, { ...collected.request, mutations: [] }).catch(asFailure);
  if (!(control instanceof CallFailure)) return park(db, id, failure);
  await db.setFact('batch', null);
  return control;
}

async function park(db: LocalDatabase, id: string, failure: CallFailure): Promise<'again'> {
  await db.transaction('rw', db.syncTables, async () => {
    const item = await db.outbox.get({ id });
    if (!item || !waits(item)) return;
    await db.outbox.put({ ...item, state: 'failed', error: errorOfContent(failure) });
    await rebuild(db, effectsOf(item), await db.outbox.orderBy('seq').toArray());
  });
  return 'again';
}

/** Everything went through, except for what the server broke on. */
async function finish(db: LocalDatabase, held: ReadonlySet<string>, now: number): Promise<PassEnd> {
  await db.transaction('rw', db.meta, async () => {
    await db.setFact('lastSyncAt', now);
    await db.setFact('batch', null);
  });
  return { kind: held.size > 0 ? 'busy' : 'idle' };
}

async function rest(db: LocalDatabase, end: PassEnd, at: number = Date.now()): Promise<PassEnd> {
  await db.transaction('rw', db.synclog, () => writeLog(db, { at, what: end.kind }));
  return end;
}
