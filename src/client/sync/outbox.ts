import type { LocalDatabase } from '../local/database.ts';
import { deviceRuntime, type Runtime } from '../local/runtime.ts';
import { can, type Permission, type RoleName } from '../../contract/permissions.ts';
import { signedInPerson } from '../api/session.ts';
import type { ItemError, OutboxItem, StoredFile } from '../local/stored.ts';
import { actionOf, effectsOf, upgradeItem } from '../actions/all.ts';
import { deleteFiles, replaceFiles } from './files.ts';
import { isPendingItem } from './optimistic.ts';
import { deviceTransport, deviceEnvironment, type Transport, type SyncEnvironment } from './transport.ts';
import { cancelKey } from './cancel.ts';
import { notifyQueued } from './perform.ts';
import { outcomeOfMissing } from './sent-lately.ts';
import { withStorageRetry } from './storage.ts';
import { rebuildRows } from './rows-with-pending.ts';

/** `unknown`: the server did not answer; the next pass cancels the item · `gone`: as `outcomeOfMissing` says. */
export type DiscardResult = 'discarded' | 'applied' | 'gone' | 'unknown';

/**
 * Drops an item and those of its dependents that are listed in `dependentIds`. Before that, cancels the keys of the
 * items that may have arrived, so that the server never applies an item that the user saw discarded.
 */
export async function discard(
  db: LocalDatabase,
  itemId: string,
  dependentIds: readonly string[] = [],
  transport: Transport = deviceTransport,
): Promise<DiscardResult> {
  const cancelled = new Set<string>();
  for (;;) {
    const undecided = await dropUnlessUndecided(db, [itemId, ...dependentIds], cancelled);
    if (undecided === 'missing') return outcomeOfMissing(db, itemId);
    if (undecided.length === 0) return 'discarded';
    for (const id of undecided) {
      const outcome = await cancelKey(db, id, transport);
      if (outcome === 'unknown') return 'unknown';
      if (outcome.state === 'applied') return reportApplied(db);
      cancelled.add(id);
    }
  }
}

/**
 * Returns the items of `lane` that are pointless without `item`: the later ones, when `item` creates the lane's record.
 */
export const dependentsOf = (item: OutboxItem, lane: readonly OutboxItem[]): OutboxItem[] =>
  actionOf(item.kind)?.createsRecord ? lane.filter(({ seq }) => seq > item.seq) : [];

/** Returns why an item is parked, also where the code of the refusal does not say it: as `details.reason`. */
export function parkedReason(item: OutboxItem): ItemError {
  const { error = { status: 0, code: '' }, by } = item;
  const reason = unnamedReason(item, error.code, signedInPerson()?.role ?? by.role);
  return reason ? { status: 403, code: 'FORBIDDEN', details: { reason } } : error;
}

function unnamedReason({ kind, by }: OutboxItem, code: string, role: RoleName): string | null {
  if (code !== 'NOT_FOUND' && code !== 'FORBIDDEN') return null;
  // The server answers NOT_FOUND for records of others, also to the former admin who has changed them.
  const needed = permissionFor(kind);
  if (can(by.role, needed) && !can(role, needed)) return needed === 'tickets.open' ? 'becameAdmin' : 'lostRole';
  // D-8.
  return code === 'FORBIDDEN' && ['order.status', 'order.deliver'].includes(kind) ? 'money' : null;
}

/** Returns the permission without which a change of another user's record is refused. */
function permissionFor(kind: string): Permission {
  if (kind === 'ticket.open') return 'tickets.open';
  if (kind.startsWith('ticket.')) return 'tickets.work';
  if (kind === 'order.ask') return 'orders.ask';
  return kind.startsWith('order.') ? 'orders.change' : 'catalogue.change';
}

/** The environment, and the new files that a changed item refers to. */
export interface RetryOptions extends SyncEnvironment {
  files?: readonly StoredFile[];
}

/**
 * The id under which the item is queued · `applied`: the server has accepted it · `gone`: as `outcomeOfMissing` says ·
 * `unknown`: it is undecided, and its key could not be cancelled before the change.
 */
export type RetryResult = { id: string } | 'applied' | 'gone' | 'unknown';

/**
 * Queues a parked item again with `patch` over its arguments, at the same place in its lane, under a new id. The item
 * keeps its id, without `patch`, when the server has applied it, and when it is undecided and `patch` is empty.
 */
export async function retry(
  db: LocalDatabase,
  itemId: string,
  patch: Record<string, unknown> = {},
  environment: RetryOptions = deviceEnvironment,
): Promise<RetryResult> {
  const parked = await db.outbox.get({ id: itemId });
  const isUnchanged = Object.keys(patch).length === 0;
  if (!parked) return outcomeOfMissing(db, itemId);
  if (isPendingItem(parked)) return isUnchanged ? { id: itemId } : 'unknown';
  if (!isUndecided(parked)) return requeueWithNewId(db, itemId, patch, environment);
  if (isUnchanged) return resend(db, itemId);
  const outcome = await cancelKey(db, itemId, environment.transport);
  if (outcome === 'unknown') return 'unknown';
  if (outcome.state !== 'applied') return requeueWithNewId(db, itemId, patch, environment);
  await resend(db, itemId);
  return 'applied';
}

/**
 * Queues every parked item that the server has not decided, under the same id. Returns how many items it queued
 * (`resent`) and how many stay parked after a refusal or a conflict (`refused`).
 */
export async function resendUndecided(db: LocalDatabase): Promise<{ resent: number; refused: number }> {
  const parked = (await db.outbox.orderBy('seq').toArray()).filter((item) => !isPendingItem(item));
  const undecided = parked.filter(({ error }) => error?.open);
  for (const { id } of undecided) await resend(db, id);
  return { resent: undecided.length, refused: parked.length - undecided.length };
}

/** Resolves a conflict: `mine` writes the user's value over the current one, `theirs` drops the item. */
export async function resolveConflict(
  db: LocalDatabase,
  itemId: string,
  whose: 'mine' | 'theirs',
  runtime: Runtime = deviceRuntime,
): Promise<void> {
  if (whose === 'mine') {
    const current = (await db.outbox.get({ id: itemId }))?.error?.details?.current;
    await requeueWithNewId(db, itemId, current === undefined ? {} : { from: current }, { runtime });
    return;
  }
  await changeOutbox(db, async () => {
    const item = await db.outbox.get({ id: itemId });
    if (item?.state === 'conflict') await drop(db, [item]);
  });
}

/** Returns all items of the outbox as JSON text, for the user to save as a file. */
export async function exportOutbox(db: LocalDatabase): Promise<string> {
  const items = await db.outbox.orderBy('seq').toArray();
  return JSON.stringify(
    items.map(({ id, kind, args, state, error, createdAt }) => ({
      id,
      kind,
      args,
      state,
      error,
      createdAt: new Date(createdAt).toISOString(),
    })),
    null,
    2,
  );
}

/**
 * Drops the items and returns no id when none is undecided; else marks them as being dropped and returns the ids to
 * cancel first. `missing`: the first item is no longer in the outbox.
 */
function dropUnlessUndecided(
  db: LocalDatabase,
  ids: string[],
  cancelled: ReadonlySet<string>,
): Promise<string[] | 'missing'> {
  return changeOutbox(db, async () => {
    const items = await db.outbox.where('id').anyOf(ids).toArray();
    if (!items.some(({ id }) => id === ids[0])) return 'missing';
    const mustCancel = (id: string) => !cancelled.has(id) && items.some((item) => item.id === id && isUndecided(item));
    const undecided = ids.filter(mustCancel);
    if (undecided.length === 0) await drop(db, items);
    else await db.outbox.bulkPut(items.map((item) => ({ ...item, dropping: true })));
    return undecided;
  });
}

/** Runs `change` in a transaction over `db.syncTables`. Throws NotSaved as `withStorageRetry` does. */
export const changeOutbox = <Result>(db: LocalDatabase, change: () => Promise<Result>): Promise<Result> =>
  withStorageRetry(db, async () => db.transaction('rw', db.syncTables, change));

/** Returns whether the server may still apply the item (`ItemError.open`). */
const isUndecided = ({ state, error }: OutboxItem): boolean => state === 'sent' || error?.open === true;

async function drop(db: LocalDatabase, items: OutboxItem[]): Promise<void> {
  await db.outbox.bulkDelete(items.map(({ seq }) => seq));
  await deleteFiles(db, items);
  await rebuildRows(db, items.flatMap(effectsOf), await db.outbox.orderBy('seq').toArray());
}

/** Requests a pass, which removes the applied item and shows its effect. */
function reportApplied(db: LocalDatabase): DiscardResult {
  notifyQueued(db);
  return 'applied';
}

/** Queues an item again under the same id: the server has not decided it, or has applied it. */
async function resend(db: LocalDatabase, itemId: string): Promise<RetryResult> {
  return requeue(db, itemId, (item) => ({ ...withoutError(item), state: 'sent' }));
}

function requeueWithNewId(
  db: LocalDatabase,
  itemId: string,
  patch: Record<string, unknown>,
  { runtime, files }: { runtime: Runtime; files?: readonly StoredFile[] | undefined },
): Promise<RetryResult> {
  const id = runtime.newId();
  const change = (item: OutboxItem): OutboxItem => ({
    ...withoutError(item),
    id,
    ...withPatch(item, patch),
    state: 'queued',
    attempts: 0,
  });
  return requeue(db, itemId, change, files);
}

/** Returns the item's arguments with `patch` over them, upgraded to the version of this build where possible. */
export function withPatch(item: OutboxItem, patch: Record<string, unknown>): Pick<OutboxItem, 'v' | 'args'> {
  const { v, args } = upgradeItem(item) ?? item;
  return { v, args: { ...args, ...patch } };
}

/** Returns the item without its error, its fault count, its failed upload and its discard mark. */
export const withoutError = ({
  error: _error,
  faults: _faults,
  upload: _upload,
  dropping: _dropping,
  ...item
}: OutboxItem): OutboxItem => item;

async function requeue(
  db: LocalDatabase,
  itemId: string,
  change: (item: OutboxItem) => OutboxItem,
  files: readonly StoredFile[] = [],
): Promise<RetryResult> {
  const id = await changeOutbox(db, async () => {
    const item = await db.outbox.get({ id: itemId });
    if (!item || isPendingItem(item)) return null;
    const changed = change(item);
    const refs = effectsOf(changed);
    await db.outbox.put(changed);
    await replaceFiles(db, { before: item, after: changed }, files);
    await rebuildRows(db, refs, await db.outbox.orderBy('seq').toArray());
    return changed.id;
  });
  if (id === null) return outcomeOfMissing(db, itemId);
  notifyQueued(db);
  return { id };
}
