import type { SyncAnswer, SyncRequest } from '../../../src/contract/sync.ts';
import { effectsOf } from '../../../src/client/actions/all.ts';
import { addresses } from '../../../src/client/api/addresses.ts';
import type { CallOptions } from '../../../src/client/api/call.ts';
import { CallFailure } from '../../../src/client/api/failure.ts';
import { start, type Standing } from '../../../src/client/local/meta.ts';
import { forgetFiles } from '../../../src/client/sync/files.ts';
import { waits } from '../../../src/client/sync/fold.ts';
import type { Line } from '../../../src/client/sync/line.ts';
import { mutationOf } from '../../../src/client/sync/pick.ts';
import { rebuild } from '../../../src/client/sync/view.ts';
import type { Tab } from './devices.ts';
import type { Bug } from './story.ts';

/* Faulty passes: what a device does wrong before its request leaves, when it fails, and when the answer is there. */

/** How a faulty device differs in its exchanges. */
interface Spoilt {
  /** Before a pass's request leaves. */
  sending?(tab: Tab, request: SyncRequest): Promise<void>;
  failed?(tab: Tab, request: SyncRequest, failure: CallFailure): Promise<void>;
  /** Before a pass's answer is applied. */
  received?(tab: Tab, request: SyncRequest, answer: SyncAnswer): Promise<SyncAnswer | void>;
}

export function spoilt(name: string, how: Spoilt): Bug {
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

export async function dropBatch({ db }: Tab, { mutations }: SyncRequest): Promise<void> {
  await db.transaction('rw', db.syncTables, async () => {
    const batch = db.outbox.where('id').anyOf(mutations.map(({ id }) => id));
    const refs = (await batch.toArray()).flatMap(effectsOf);
    await batch.delete();
    await rebuild(db, refs, await db.outbox.orderBy('seq').toArray());
  });
}

/** Eight failed requests park the item that was first in them. */
export async function blameFirst({ db }: Tab, { mutations }: SyncRequest): Promise<void> {
  const item = mutations[0] && (await db.outbox.get({ id: mutations[0].id }));
  if (!item) return;
  const faults = (item.faults ?? 0) + 1;
  const parked = { state: 'failed', error: { status: 500, code: 'ERROR', open: true } } as const;
  await db.outbox.update(item.seq, { faults, ...(faults >= 8 && parked) });
}

export async function sendPast({ db }: Tab, { mutations }: SyncRequest): Promise<void> {
  const items = await db.outbox.orderBy('seq').toArray();
  const open = new Set(items.filter((item) => !waits(item) && item.error?.open).map(({ lane }) => lane));
  const there = new Set(mutations.map(({ id }) => id));
  mutations.push(...items.filter((item) => waits(item) && open.has(item.lane) && !there.has(item.id)).map(mutationOf));
}

const placeOf = new WeakMap<SyncRequest, Standing>();

export async function rememberPlace({ db }: Tab, request: SyncRequest): Promise<void> {
  placeOf.set(request, (await db.fact('at')) ?? start);
}

/** Without the compare-and-set: the newer cursor wins, and the answer is applied as if nothing had happened. */
export async function applyAnywhere({ db }: Tab, request: SyncRequest, answer: SyncAnswer): Promise<SyncAnswer> {
  const at = (await db.fact('at')) ?? start;
  await db.setFact('at', placeOf.get(request)!);
  const seq = (text: string | null) => Number(text?.split('.').at(-1) || 0);
  return seq(at.cursor) > seq(answer.cursor) && !answer.reset ? { ...answer, cursor: at.cursor! } : answer;
}

export async function dropFiles({ db }: Tab, { mutations }: SyncRequest): Promise<void> {
  const batch = db.outbox.where('id').anyOf(mutations.map(({ id }) => id));
  await db.transaction('rw', db.outbox, db.blobs, async () => forgetFiles(db, await batch.toArray()));
}

/** The answers of uploads are taken as they come. */
export const trustingUploads = (line: Line): Line['call'] => unchecked(line, [addresses.uploadFile.path]);

/** Takes any JSON for an answer of these calls. */
export const unchecked = (line: Line, paths: readonly string[]): Line['call'] =>
  ((address: { path: string }, input: unknown, options?: CallOptions) =>
    line.call(
      (paths.includes(address.path)
        ? { ...address, output: { safeParse: () => ({ success: true }) } }
        : address) as never,
      input as never,
      options,
    )) as Line['call'];
