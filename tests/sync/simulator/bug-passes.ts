import type { SyncAnswer, SyncRequest } from '../../../src/contract/sync.ts';
import { effectsOf } from '../../../src/client/actions/all.ts';
import { addresses } from '../../../src/client/api/addresses.ts';
import type { CallOptions } from '../../../src/client/api/call.ts';
import { CallFailure } from '../../../src/client/api/failure.ts';
import { startPosition, type SyncPosition } from '../../../src/client/local/meta.ts';
import { deleteFiles } from '../../../src/client/sync/files.ts';
import { isPendingItem } from '../../../src/client/sync/optimistic.ts';
import type { Transport } from '../../../src/client/sync/transport.ts';
import { mutationOf } from '../../../src/client/sync/pick.ts';
import { rebuildRows } from '../../../src/client/sync/rows-with-pending.ts';
import type { Tab } from './devices.ts';
import type { Bug } from './story.ts';

/* Bugs in passes: mistakes of a device before a request is sent, when it fails, and when its answer arrives. */

/** Code that a bug adds to the passes of a device. */
interface PassHooks {
  /** Runs before a pass's request is sent. */
  sending?(tab: Tab, request: SyncRequest): Promise<void>;
  failed?(tab: Tab, request: SyncRequest, failure: CallFailure): Promise<void>;
  /** Runs before a pass's answer is applied; may replace the answer. */
  received?(tab: Tab, request: SyncRequest, answer: SyncAnswer): Promise<SyncAnswer | void>;
}

export function bugInPasses(name: string, hooks: PassHooks): Bug {
  const wrapTransport: Bug['wrapTransport'] = (transport, tab) => {
    const call = async (address: { path: string }, input: unknown, options?: CallOptions) => {
      if (address.path !== addresses.sync.path) return transport.call(address as never, input as never, options);
      const request = input as SyncRequest;
      await hooks.sending?.(tab, request);
      try {
        const answer = (await transport.call(address as never, input as never, options)) as SyncAnswer;
        return (await hooks.received?.(tab, request, answer)) ?? answer;
      } catch (thrown) {
        if (thrown instanceof CallFailure) await hooks.failed?.(tab, request, thrown);
        throw thrown;
      }
    };
    return { ...transport, call: call as Transport['call'] };
  };
  return { name, wrapTransport };
}

/** Deletes the items of a batch. */
export async function dropBatch({ db }: Tab, { mutations }: SyncRequest): Promise<void> {
  await db.transaction('rw', db.syncTables, async () => {
    const batch = db.outbox.where('id').anyOf(mutations.map(({ id }) => id));
    const refs = (await batch.toArray()).flatMap(effectsOf);
    await batch.delete();
    await rebuildRows(db, refs, await db.outbox.orderBy('seq').toArray());
  });
}

/** Parks the first item of a batch after eight failed requests. */
export async function countAgainstFirst({ db }: Tab, { mutations }: SyncRequest): Promise<void> {
  const item = mutations[0] && (await db.outbox.get({ id: mutations[0].id }));
  if (!item) return;
  const faults = (item.faults ?? 0) + 1;
  const parked = { state: 'failed', error: { status: 500, code: 'ERROR', open: true } } as const;
  await db.outbox.update(item.seq, { faults, ...(faults >= 8 && parked) });
}

/** Adds to a request the items that must wait behind an undecided item of their lane. */
export async function sendBehindUndecided({ db }: Tab, { mutations }: SyncRequest): Promise<void> {
  const items = await db.outbox.orderBy('seq').toArray();
  const undecidedLanes = new Set(
    items.filter((item) => !isPendingItem(item) && item.error?.open).map(({ lane }) => lane),
  );
  const inBatch = new Set(mutations.map(({ id }) => id));
  mutations.push(
    ...items
      .filter((item) => isPendingItem(item) && undecidedLanes.has(item.lane) && !inBatch.has(item.id))
      .map(mutationOf),
  );
}

const positionOf = new WeakMap<SyncRequest, SyncPosition>();

export async function rememberPosition({ db }: Tab, request: SyncRequest): Promise<void> {
  positionOf.set(request, (await db.fact('at')) ?? startPosition);
}

/** Skips the compare-and-set: the newer cursor wins, and the answer is applied although the position has changed. */
export async function applyAtAnyPosition({ db }: Tab, request: SyncRequest, answer: SyncAnswer): Promise<SyncAnswer> {
  const at = (await db.fact('at')) ?? startPosition;
  await db.setFact('at', positionOf.get(request)!);
  const seq = (text: string | null) => Number(text?.split('.').at(-1) || 0);
  return seq(at.cursor) > seq(answer.cursor) && !answer.reset ? { ...answer, cursor: at.cursor! } : answer;
}

/** Deletes the files of a batch. */
export async function dropFiles({ db }: Tab, { mutations }: SyncRequest): Promise<void> {
  const batch = db.outbox.where('id').anyOf(mutations.map(({ id }) => id));
  await db.transaction('rw', db.outbox, db.blobs, async () => deleteFiles(db, await batch.toArray()));
}

/** Sends the top-up requests of a batch without their slips. */
export async function loseSlips(_tab: Tab, { mutations }: SyncRequest): Promise<void> {
  for (const { kind, args } of mutations) if (kind === 'topup.open' && args.file_ids) args.file_ids = [];
}

/** Deletes the items of a batch that forget an answer, which the device does not show any more. */
export async function dropForgets(tab: Tab, request: SyncRequest): Promise<void> {
  const [dropped, sent] = [true, false].map((isForget) =>
    request.mutations.filter(({ kind }) => (kind === 'answer.forget') === isForget),
  );
  await dropBatch(tab, { ...request, mutations: dropped! });
  request.mutations.splice(0, Infinity, ...sent!);
}

/** Removes from the deliveries of a batch what their admin saw. */
export async function forgetSeenValues(_tab: Tab, { mutations }: SyncRequest): Promise<void> {
  for (const { kind, args } of mutations) if (kind === 'order.deliver') args.from = null;
}

/** Removes the place from the moves of a batch. */
export async function moveToEnd(_tab: Tab, { mutations }: SyncRequest): Promise<void> {
  for (const { kind, args } of mutations) if (kind === 'category.move') args.before_id = null;
}

/** Sends the notes of a batch as replies. */
export async function sendNotesAsReplies(_tab: Tab, { mutations }: SyncRequest): Promise<void> {
  for (const mutation of mutations)
    if (mutation.kind === 'ticket.note') Object.assign(mutation, { kind: 'ticket.reply', v: 2 });
}

/** Sends only the first of the tags that each change of a batch adds. */
export async function addFirstTagOnly(_tab: Tab, { mutations }: SyncRequest): Promise<void> {
  for (const { kind, args } of mutations) if (kind === 'ticket.tags') args.add = (args.add as string[]).slice(0, 1);
}

/** Sends the start of a wait for codes as its end, and the other way round. */
export async function flipWatches(_tab: Tab, { mutations }: SyncRequest): Promise<void> {
  for (const { kind, args } of mutations) if (kind === 'stock.watch') args.on = args.on !== true;
}

/** Sends the snoozes of a batch a day too early. */
export async function snoozeDayEarlier(_tab: Tab, { mutations }: SyncRequest): Promise<void> {
  for (const { kind, args } of mutations) {
    if (kind !== 'ticket.snooze' || typeof args.to !== 'string') continue;
    args.to = new Date(Date.parse(args.to) - 86_400_000).toISOString();
  }
}

/** Sends each priority of a batch as a low one. */
export async function sendLowPriority(_tab: Tab, { mutations }: SyncRequest): Promise<void> {
  for (const { kind, args } of mutations) if (kind === 'ticket.priority') args.to = 'low';
}

/** Sends the assignments of a batch without their assignee. */
export async function forgetAssignee(_tab: Tab, { mutations }: SyncRequest): Promise<void> {
  for (const { kind, args } of mutations) if (kind === 'ticket.assign') args.to = null;
}

/** Sends the votes of a batch as their opposite. */
export async function sendOppositeVote(_tab: Tab, { mutations }: SyncRequest): Promise<void> {
  for (const { kind, args } of mutations) if (kind === 'article.vote') args.is_helpful = !args.is_helpful;
}

/** Swaps the two tickets of each merge of a batch. */
export async function mergeBackwards(_tab: Tab, { mutations }: SyncRequest): Promise<void> {
  for (const { kind, args } of mutations) {
    if (kind === 'ticket.merge') [args.ticket_id, args.into_id] = [args.into_id, args.ticket_id];
  }
}

/** Sends the undone merges of a batch for the next ticket of the device. */
export async function unmergeAnother({ db }: Tab, { mutations }: SyncRequest): Promise<void> {
  const ids = (await db.tickets.toCollection().primaryKeys()).toSorted();
  for (const { kind, args } of mutations)
    if (kind === 'ticket.unmerge') args.ticket_id = ids[(ids.indexOf(String(args.ticket_id)) + 1) % ids.length];
}

/** Ends each pass in which an upload does not arrive, as if the connection was lost. */
export function endingAtLostUploads(transport: Transport): Transport['call'] {
  let isUploadLost = false;
  const call = async (address: { path: string }, input: unknown, options?: CallOptions) => {
    if (isUploadLost && address.path === addresses.sync.path) {
      isUploadLost = false;
      throw new CallFailure('unreachable');
    }
    try {
      return await transport.call(address as never, input as never, options);
    } catch (thrown) {
      isUploadLost = address.path === addresses.uploadFile.path && (thrown as CallFailure).kind === 'unreachable';
      throw thrown;
    }
  };
  return call as Transport['call'];
}

/** Lets each pass of a tab wait for the end of its uploads. */
export function waitingForUploads(transport: Transport, { environment }: Tab): Transport {
  const { wait, ...runtime } = environment.runtime;
  environment.runtime = { ...runtime, wait: (ms, end) => end ?? wait(ms) };
  return transport;
}

/** Accepts any JSON as the answer of an upload. */
export const uncheckedUploads = (transport: Transport): Transport['call'] =>
  withoutChecks(transport, [addresses.uploadFile.path]);

/** Accepts any JSON as an answer of the calls with these paths. */
export const withoutChecks = (transport: Transport, paths: readonly string[]): Transport['call'] =>
  ((address: { path: string }, input: unknown, options?: CallOptions) =>
    transport.call(
      (paths.includes(address.path)
        ? { ...address, output: { safeParse: () => ({ success: true }) } }
        : address) as never,
      input as never,
      options,
    )) as Transport['call'];
