import { readOutcome, type SyncAnswer, type SyncRequest } from '../../../src/contract/sync.ts';
import { effectsOf } from '../../../src/client/actions/all.ts';
import { addresses } from '../../../src/client/api/addresses.ts';
import type { CallOptions } from '../../../src/client/api/call.ts';
import { CallFailure } from '../../../src/client/api/failure.ts';
import { start, type Standing } from '../../../src/client/local/meta.ts';
import type { Line } from '../../../src/client/sync/line.ts';
import { waits } from '../../../src/client/sync/fold.ts';
import { mutationOf } from '../../../src/client/sync/pick.ts';
import { rebuild } from '../../../src/client/sync/view.ts';
import { newId } from '../../../src/client/local/ids.ts';
import type { Tab } from './devices.ts';
import type { Answered, Packet, Stage } from './stage.ts';
import type { Bug } from './story.ts';

/** How a faulty device differs in its exchanges. */
interface Spoilt {
  /** Before a pass's request leaves. */
  sending?(tab: Tab, request: SyncRequest): Promise<void>;
  failed?(tab: Tab, request: SyncRequest, failure: CallFailure): Promise<void>;
  /** Before a pass's answer is applied. */
  received?(tab: Tab, request: SyncRequest, answer: SyncAnswer): Promise<SyncAnswer | void>;
}

/** Faults of the client: each must turn the simulator red. */
export const clientBugs: readonly Bug[] = [
  spoilt('an item is removed before it is sent', { sending: dropBatch }),
  spoilt('items are dropped when the session is over', {
    failed: async (tab, request, { kind }) => (kind === 'signedOut' ? dropBatch(tab, request) : undefined),
  }),
  spoilt("the server's rows are written over what waits", { received: async ({ db }) => db.shadow.clear() }),
  spoilt('starting anew empties the outbox', {
    received: async ({ db }, _request, { reset }) => {
      if (reset) await db.outbox.clear();
      if (reset) await db.shadow.clear();
    },
  }),
  {
    ...spoilt('answers are applied wherever the device stands', { sending: rememberPlace, received: applyAnywhere }),
    restless: true,
  },
  {
    name: 'what may have arrived is discarded without asking',
    spoil: (line, tab) => ({ ...line, call: sealedUnasked(line, tab) }),
  },
  spoilt('a 500 of a whole request counts against its first item', {
    failed: async (tab, request, { kind }) => (kind === 'broken' ? blameFirst(tab, request) : undefined),
  }),
  spoilt('what follows an undecided item in its lane is sent', { sending: sendPast }),
  { name: 'a change that the storage did not take is told as saved', savedAnyway: true },
  { name: 'a text and its draft change in two transactions', draftApart: true },
  { name: 'room is made with the row that is being changed', dropsRows: true },
  { name: "an order's outcome is asked and not sealed", spoil: (line) => ({ ...line, call: askedOnly(line) }) },
  { name: 'foreign JSON counts as an answer of a money call', spoil: (line) => ({ ...line, call: unchecked(line) }) },
  {
    name: 'an order in doubt is discarded without being canceled',
    spoil: (line, tab) => ({ ...line, call: canceledUnasked(line, tab) }),
  },
  {
    name: 'an outcome is forgotten before it was seen',
    spoil: (line, tab) => ({ ...line, call: forgottenUnseen(line, tab) }),
  },
  { name: 'an order is retried under a new key', spoil: (line, tab) => ({ ...line, call: newKeys(line, tab) }) },
];

/** No bug: a restless story by itself is green. */
export const restless: Bug = { name: 'nothing at all', restless: true };

/** Faults of the server. */
export const serverBugs: readonly Bug[] = [
  { name: 'the server remembers no keys', door: forgetfulDoor },
  { name: 'the server replays the rows it once answered with', door: replayingDoor },
  { name: "the feed's number is taken before the commit", numbersEarly: true },
];

function spoilt(name: string, how: Spoilt): Bug {
  const spoil: Bug['spoil'] = (line, tab) => {
    const call = async (address: { path: string }, input: unknown, options?: CallOptions) => {
      if (address.path !== addresses.sync.path) return line.call(address as never, input as never, options);
      const request = input as SyncRequest;
      await how.sending?.(tab, request);
      try {
        const answer = (await line.call(address as never, input as never, options)) as SyncAnswer;
        return (await how.received?.(tab, request, answer)) ?? answer;
      } catch (thrown) {
        if (thrown instanceof CallFailure) await how.failed?.(tab, request, thrown);
        throw thrown;
      }
    };
    return { ...line, call: call as Line['call'] };
  };
  return { name, spoil };
}

async function dropBatch({ db }: Tab, { mutations }: SyncRequest): Promise<void> {
  await db.transaction('rw', db.syncTables, async () => {
    const batch = db.outbox.where('id').anyOf(mutations.map(({ id }) => id));
    const refs = (await batch.toArray()).flatMap(effectsOf);
    await batch.delete();
    await rebuild(db, refs, await db.outbox.orderBy('seq').toArray());
  });
}

/** Eight failed requests park the item that was first in them. */
async function blameFirst({ db }: Tab, { mutations }: SyncRequest): Promise<void> {
  const item = mutations[0] && (await db.outbox.get({ id: mutations[0].id }));
  if (!item) return;
  const faults = (item.faults ?? 0) + 1;
  const parked = { state: 'failed', error: { status: 500, code: 'ERROR', open: true } } as const;
  await db.outbox.update(item.seq, { faults, ...(faults >= 8 && parked) });
}

async function sendPast({ db }: Tab, { mutations }: SyncRequest): Promise<void> {
  const items = await db.outbox.orderBy('seq').toArray();
  const open = new Set(items.filter((item) => !waits(item) && item.error?.open).map(({ lane }) => lane));
  const there = new Set(mutations.map(({ id }) => id));
  mutations.push(...items.filter((item) => waits(item) && open.has(item.lane) && !there.has(item.id)).map(mutationOf));
}

const placeOf = new WeakMap<SyncRequest, Standing>();

async function rememberPlace({ db }: Tab, request: SyncRequest): Promise<void> {
  placeOf.set(request, (await db.fact('at')) ?? start);
}

/** Without the compare-and-set: the newer cursor wins, and the answer is applied as if nothing had happened. */
async function applyAnywhere({ db }: Tab, request: SyncRequest, answer: SyncAnswer): Promise<SyncAnswer> {
  const at = (await db.fact('at')) ?? start;
  await db.setFact('at', placeOf.get(request)!);
  const seq = (text: string | null) => Number(text?.split('.').at(-1) || 0);
  return seq(at.cursor) > seq(answer.cursor) && !answer.reset ? { ...answer, cursor: at.cursor! } : answer;
}

const sealedUnasked = (line: Line, { db }: Tab): Line['call'] =>
  (async (address: { path: string }, input: { key: string }, options?: CallOptions) =>
    address.path === addresses.cancelOutcome.path && (await db.outbox.get({ id: input.key }))
      ? { code: 'SUCCESS', state: 'cancelled', touched: [] }
      : line.call(address as never, input as never, options)) as Line['call'];

const money = ['/api/orders', addresses.cancelOutcome.path];

/** The answers of money calls are taken as they come. */
const unchecked = (line: Line): Line['call'] =>
  ((address: { path: string }, input: unknown, options?: CallOptions) =>
    line.call(
      (money.includes(address.path)
        ? { ...address, output: { safeParse: () => ({ success: true }) } }
        : address) as never,
      input as never,
      options,
    )) as Line['call'];

const canceledUnasked = (line: Line, { db }: Tab): Line['call'] =>
  (async (address: { path: string }, input: { key: string }, options?: CallOptions) =>
    address.path === addresses.cancelOutcome.path && (await db.pledges.get(input.key))
      ? { code: 'SUCCESS', state: 'cancelled', touched: [] }
      : line.call(address as never, input as never, options)) as Line['call'];

/** The pledge is gone as soon as its outcome is known. */
const forgottenUnseen = (line: Line, { db }: Tab): Line['call'] =>
  (async (address: { path: string }, input: { key: string }, options?: CallOptions) => {
    const answer = await line.call(address as never, input as never, options);
    if (address.path === addresses.cancelOutcome.path) await db.pledges.delete(input.key);
    return answer;
  }) as Line['call'];

const askedOnly = (line: Line): Line['call'] =>
  (async (address: { path: string }, input: unknown, options?: CallOptions) => {
    if (address.path !== addresses.cancelOutcome.path) return line.call(address as never, input as never, options);
    const answer = await line.call<typeof readOutcome>(readOutcome, input as never, options);
    return answer.state === 'unknown' ? { ...answer, state: 'cancelled' } : answer;
  }) as Line['call'];

function newKeys(line: Line, tab: Tab): Line['call'] {
  const used = new Set<string>();
  const keyFor = (key: string): string => (used.has(key) ? tab.outside.means.newId() : (used.add(key), key));
  return ((address: { path: string }, input: unknown, options?: CallOptions) =>
    line.call(
      address as never,
      input as never,
      options?.key ? { ...options, key: keyFor(options.key) } : options,
    )) as Line['call'];
}

/** Each arrival is new to the server: the keys of what arrives are replaced, and put back into the answer. */
function forgetfulDoor(stage: Stage): Stage['handle'] {
  return async (packet) => {
    const rename = (key: string): string => {
      const fresh = newId(stage.now);
      stage.renamed.set(fresh, key);
      return fresh;
    };
    const key = packet.headers['idempotency-key'];
    if (key) return stage.receive({ ...packet, headers: { ...packet.headers, 'idempotency-key': rename(key) } });
    if (packet.path !== addresses.sync.path) return stage.receive(packet);
    const request = JSON.parse(String(packet.body)) as SyncRequest;
    const mutations = request.mutations.map((mutation) => ({ ...mutation, id: rename(mutation.id) }));
    const answered = await stage.receive({ ...packet, body: JSON.stringify({ ...request, mutations }) });
    return withAnswer(answered, (answer) => ({
      ...answer,
      results: answer.results.map((result) => ({ ...result, id: stage.originalOf(result.id) })),
    }));
  };
}

/** An old key is answered with the rows of its day. */
function replayingDoor(stage: Stage): Stage['handle'] {
  const rows = new Map<string, SyncAnswer['results'][number]['rows']>();
  return async (packet: Packet) => {
    const answered = await stage.receive(packet);
    if (packet.path !== addresses.sync.path) return answered;
    return withAnswer(answered, (answer) => ({
      ...answer,
      results: answer.results.map((result) => {
        if (!rows.has(result.id)) rows.set(result.id, result.rows);
        return { ...result, rows: rows.get(result.id)! };
      }),
    }));
  };
}

function withAnswer(answered: Answered, change: (answer: SyncAnswer) => SyncAnswer): Answered {
  if (answered.status !== 200) return answered;
  return { ...answered, body: JSON.stringify(change(JSON.parse(answered.body) as SyncAnswer)) };
}
