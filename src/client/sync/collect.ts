import { entities, heldLanesMax, syncProtocol } from '../../contract/sync-limits.ts';
import type { SyncRequest } from '../../contract/sync.ts';
import { filesOf, upgradeItem } from '../actions/all.ts';
import type { LocalDatabase } from '../local/database.ts';
import { startPosition, type SyncPosition } from '../local/meta.ts';
import type { OutboxItem } from '../local/stored.ts';
import { isUploadWaiting } from './error-table.ts';
import type { UploadRound } from './files.ts';
import { fullBatch, mutationOf, pick } from './pick.ts';

export interface Collected {
  request: SyncRequest;
  /** The device's position when the request was made: the answer is applied at this position or not at all. */
  position: SyncPosition;
  /** Lanes whose items this pass no longer sends, and ids of items whose upload failed. */
  held: ReadonlySet<string>;
  /** Items whose files must be uploaded first: then the request has no mutations. */
  toUpload: readonly OutboxItem[];
}

interface CollectOptions {
  round: UploadRound;
  /** Milliseconds; when the pass began: it does not try uploads that wait until later. */
  startedAt: number;
}

/**
 * Builds the next request of a pass. Marks its items `sent` before the request leaves: from then on they may have
 * arrived, even when this device crashes. An item whose files are not uploaded stays `queued`; while uploads are running,
 * the request has the other items.
 */
export async function collect(
  db: LocalDatabase,
  heldBefore: ReadonlySet<string>,
  { round, startedAt }: CollectOptions,
): Promise<Collected> {
  const emptyPosition = await positionIfEmpty(db);
  if (emptyPosition)
    return { position: emptyPosition, held: heldBefore, request: requestOf(emptyPosition, [], []), toUpload: [] };
  return db.transaction('rw', [db.outbox, db.meta], async () => {
    const position = (await db.fact('at')) ?? startPosition;
    const limits = { ...fullBatch, items: (await db.fact('batch')) ?? fullBatch.items };
    const items = await db.outbox.orderBy('seq').toArray();
    const waiting = items.filter((item) => isUploadWaiting(item, startedAt)).map(({ id }) => id);
    const held = new Set([...heldBefore, ...waiting, ...round.failed.keys()]);
    const lacksUpload = (item: OutboxItem) => !filesOf(item).every((id) => round.ready.has(id));
    const uploading = round.running ? items.filter(lacksUpload).map(({ id }) => id) : [];
    const picked = pick(items, limits, new Set([...held, ...round.untried, ...uploading]));
    const toUpload = picked.filter(lacksUpload);
    const batch = toUpload.length > 0 ? [] : picked.map(markSent);
    await db.outbox.bulkPut(batch);
    return { position, held, request: requestOf(position, batch, items), toUpload };
  });
}

/** Returns the position when the outbox is empty, so that no write transaction is needed; else null. */
const positionIfEmpty = (db: LocalDatabase): Promise<SyncPosition | null> =>
  db.transaction('r', [db.outbox, db.meta], async () => {
    const [position = startPosition, itemCount] = await Promise.all([db.fact('at'), db.outbox.count()]);
    return itemCount === 0 ? position : null;
  });

function requestOf(
  { turn: _turn, ...position }: SyncPosition,
  batch: readonly OutboxItem[],
  items: readonly OutboxItem[],
): SyncRequest {
  const mutations = batch.map(mutationOf);
  return { protocol: syncProtocol, ...position, mutations, held: lanesNotSent(items, batch), entities: [...entities] };
}

/** Returns the lanes with items that are not in this request. */
function lanesNotSent(items: readonly OutboxItem[], batch: readonly OutboxItem[]): string[] {
  const sentIds = new Set(batch.map(({ id }) => id));
  const notSent = items.filter(({ id }) => !sentIds.has(id)).map(({ lane }) => lane);
  return [...new Set(notSent)].slice(0, heldLanesMax);
}

/**
 * Marks an item `sent`. An item that was never sent is upgraded to the version of this build; an item that may have
 * arrived is sent unchanged, because the server has stored its key together with its arguments.
 */
function markSent(item: OutboxItem): OutboxItem {
  const { upload: _upload, ...upgraded } = item.state === 'queued' ? (upgradeItem(item) ?? item) : item;
  return { ...upgraded, state: 'sent', attempts: item.attempts + 1 };
}
