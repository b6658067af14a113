import type { sync, SyncAnswer, SyncRequest } from '../../contract/sync.ts';
import { effectsOf } from '../actions/all.ts';
import { addresses } from '../api/addresses.ts';
import { asFailure, CallFailure } from '../api/failure.ts';
import type { LocalDatabase } from '../local/database.ts';
import type { OutboxItem } from '../local/stored.ts';
import { applyAnswer } from './apply.ts';
import { collect } from './collect.ts';
import { aloneAtFault, blamesBatch, endOf, isTooLarge, type PassEnd } from './error-table.ts';
import { sendFiles } from './files.ts';
import { deviceOutside, type Line, type Outside } from './line.ts';
import { alone } from './lock.ts';
import { writeLog } from './log.ts';
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
export const runPass = (db: LocalDatabase, outside: Outside = deviceOutside): Promise<PassEnd> =>
  alone(`sync:${db.name}`, () => pass(db, outside));

/** `runPass` without the lock. */
export async function pass(db: LocalDatabase, { line, means }: Outside): Promise<PassEnd> {
  let held: ReadonlySet<string> = new Set();
  for (let exchanges = 0; exchanges < exchangesMax; exchanges++) {
    const token = await line.token(db.userId);
    if (!token) return rest(db, { kind: 'signIn' });
    const collected = await collect(db, held);
    const { request } = collected;
    const began = means.now();
    const answer = await exchange(db, { line, token, request });
    if (answer instanceof CallFailure) return rest(db, endOf(answer), means.now());
    if (answer === 'again') continue;
    const applied = await applyAnswer(db, collected, answer, { at: means.now(), ms: means.now() - began });
    if (!applied) continue;
    held = new Set([...held, ...applied.held]);
    if (applied.outdated) return rest(db, { kind: 'outdated' });
    if (!applied.more) return finish(db, held, means.now());
  }
  return { kind: 'busy' };
}

interface Exchange {
  line: Line;
  token: string;
  request: SyncRequest;
}

/** Sends the batch's files, then the batch. `again`: the pass may go on at once, with fewer items. */
async function exchange(
  db: LocalDatabase,
  { line, token, request }: Exchange,
): Promise<SyncAnswer | CallFailure | 'again'> {
  const notSent = await sendFiles(db, line, token, request.mutations);
  if (notSent) {
    const { id, failure } = notSent;
    if (blamesBatch(failure)) await blame(db, id, failure);
    return failure.kind === 'refused' ? 'again' : failure;
  }
  const answer = await send(line, token, request).catch(asFailure);
  return answer instanceof CallFailure && !(await isEndedBy(db, answer, request)) ? 'again' : answer;
}

/** What looks like an answer and is none (a captive portal's JSON) counts as not having arrived. */
async function send(line: Line, token: string, request: SyncRequest): Promise<SyncAnswer> {
  const answer = await line.call<typeof sync>(addresses.sync, request, { token, timeout: answerWithin });
  if (!Array.isArray(answer.results) || typeof answer.cursor !== 'string') throw new CallFailure('unreachable');
  return answer;
}

/** After a request that failed as a whole. Gives false when the pass may go on at once, with fewer items. */
async function isEndedBy(db: LocalDatabase, failure: CallFailure, { mutations }: SyncRequest): Promise<boolean> {
  if (!blamesBatch(failure) || mutations.length === 0) return true;
  if (mutations.length === 1) await blame(db, mutations[0]!.id, failure);
  else await db.setFact('batch', Math.ceil(mutations.length / 2));
  return !isTooLarge(failure);
}

async function blame(db: LocalDatabase, id: string, failure: CallFailure): Promise<void> {
  await db.transaction('rw', db.syncTables, async () => {
    const item = await db.outbox.get({ id });
    if (!item) return;
    const { verdict, error } = aloneAtFault(failure, item);
    const state: OutboxItem['state'] = verdict === 'failed' ? 'failed' : item.state;
    await db.outbox.put({ ...item, state, error, faults: (item.faults ?? 0) + 1 });
    await rebuild(db, effectsOf(item), await db.outbox.orderBy('seq').toArray());
  });
}

/** Everything went through, except for what the server broke on. */
async function finish(db: LocalDatabase, held: ReadonlySet<string>, now: number): Promise<PassEnd> {
  await db.transaction('rw', db.meta, async () => {
    await db.setFact('lastSyncAt', now);
    await db.setFact('pause', null);
    await db.setFact('batch', null);
  });
  return { kind: held.size > 0 ? 'busy' : 'idle' };
}

async function rest(db: LocalDatabase, end: PassEnd, at: number = Date.now()): Promise<PassEnd> {
  await db.transaction('rw', [db.meta, db.synclog], async () => {
    await db.setFact('pause', end.kind === 'signIn' || end.kind === 'outdated' ? end.kind : null);
    await writeLog(db, { at, what: end.kind });
  });
  return end;
}
