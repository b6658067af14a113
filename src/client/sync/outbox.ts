import type { LocalDatabase } from '../local/database.ts';
import { deviceMeans, type Means } from '../local/means.ts';
import type { OutboxItem, StoredFile } from '../local/stored.ts';
import { actionOf, effectsOf, upgraded } from '../actions/all.ts';
import { forgetFiles, replaceFiles } from './files.ts';
import { waits } from './fold.ts';
import { deviceLine, deviceOutside, type Line, type Outside } from './line.ts';
import { laneItems } from './perform.ts';
import { seal } from './seal.ts';
import { tellQueued } from './signals.ts';
import { storing } from './storage.ts';
import { rebuild } from './view.ts';

/** `applied`: the server had done it already, so the next pass shows it · `unknown`: ask again when online. */
export type Discarded = 'discarded' | 'applied' | 'unknown';

/**
 * Drops an item and those of its dependents that are listed in `also`. What may have arrived is sealed at the server
 * first, so that it never applies after the person was told that it is gone.
 */
export async function discard(
  db: LocalDatabase,
  itemId: string,
  also: readonly string[] = [],
  line: Line = deviceLine,
): Promise<Discarded> {
  const sealed = new Set<string>();
  for (;;) {
    const open = await dropUnlessOpen(db, [itemId, ...also], sealed);
    if (open === 'gone') return 'applied';
    if (open.length === 0) return 'discarded';
    for (const id of open) {
      const outcome = await seal(db, id, line);
      if (outcome === 'unknown') return 'unknown';
      if (outcome.state === 'applied') return appliedAfterAll(db);
      sealed.add(id);
    }
  }
}

/** The items that make no sense without this one: what follows an open-ticket in its lane. */
export async function dependents(db: LocalDatabase, itemId: string): Promise<OutboxItem[]> {
  const item = await db.outbox.get({ id: itemId });
  if (!item || !actionOf(item.kind)?.opensLane) return [];
  return (await laneItems(db, item.lane)).filter(({ seq }) => seq > item.seq);
}

/** What is behind the device, and the files that a changed item names for the first time. */
export interface WithFiles extends Outside {
  files?: readonly StoredFile[];
}

/**
 * Sends a parked item again, with `patch` over its arguments: a new intent under a new id, at the same place in its
 * lane. Gives the new id; null when the item is not parked any more, or is undecided and the server was not reached.
 */
export async function retry(
  db: LocalDatabase,
  itemId: string,
  patch: Record<string, unknown> = {},
  { line, means, files }: WithFiles = deviceOutside,
): Promise<string | null> {
  const parked = await db.outbox.get({ id: itemId });
  if (!parked || waits(parked)) return null;
  if (!parked.error?.open) return requeueWithNewId(db, itemId, patch, { means, files });
  if (Object.keys(patch).length === 0) return resend(db, itemId);
  const outcome = await seal(db, itemId, line);
  if (outcome === 'unknown') return null;
  return outcome.state === 'applied' ? resend(db, itemId) : requeueWithNewId(db, itemId, patch, { means, files });
}

/**
 * Queues every parked item again whose id the server has not decided, under the same id. Gives how many those are
 * (`again`) and how many stay parked after a refusal or a conflict (`refused`).
 */
export async function resendUndecided(db: LocalDatabase): Promise<{ again: number; refused: number }> {
  const parked = (await db.outbox.orderBy('seq').toArray()).filter((item) => !waits(item));
  const open = parked.filter(({ error }) => error?.open);
  for (const { id } of open) await resend(db, id);
  return { again: open.length, refused: parked.length - open.length };
}

/** Settles a conflict the person's way: `mine` sets the own value over the current one, `theirs` lets it go. */
export async function resolveConflict(
  db: LocalDatabase,
  itemId: string,
  whose: 'mine' | 'theirs',
  means: Means = deviceMeans,
): Promise<void> {
  if (whose === 'mine') {
    const current = (await db.outbox.get({ id: itemId }))?.error?.details?.current;
    await requeueWithNewId(db, itemId, current === undefined ? {} : { from: current }, { means });
    return;
  }
  await changing(db, async () => {
    const item = await db.outbox.get({ id: itemId });
    if (item?.state === 'conflict') await drop(db, [item]);
  });
}

/** Everything that waits, as JSON text for a file of the person's. */
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

/** Drops them all when none is open; else gives the ids to seal first. `gone`: the first one is not here any more. */
function dropUnlessOpen(db: LocalDatabase, ids: string[], sealed: ReadonlySet<string>): Promise<string[] | 'gone'> {
  return changing(db, async () => {
    const items = await db.outbox.where('id').anyOf(ids).toArray();
    if (!items.some(({ id }) => id === ids[0])) return 'gone';
    const open = ids.filter((id) => !sealed.has(id) && items.some((item) => item.id === id && isOpen(item)));
    if (open.length === 0) await drop(db, items);
    else await db.outbox.bulkPut(items.map((item) => ({ ...item, dropping: true })));
    return open;
  });
}

/** One transaction over everything a change of the outbox touches. Throws NotSaved as `storing` does. */
export const changing = <Result>(db: LocalDatabase, change: () => Promise<Result>): Promise<Result> =>
  storing(db, async () => db.transaction('rw', db.syncTables, change));

const isOpen = ({ state, error }: OutboxItem): boolean => state === 'sent' || error?.open === true;

async function drop(db: LocalDatabase, items: OutboxItem[]): Promise<void> {
  await db.outbox.bulkDelete(items.map(({ seq }) => seq));
  await forgetFiles(db, items);
  await rebuild(db, items.flatMap(effectsOf), await db.outbox.orderBy('seq').toArray());
}

function appliedAfterAll(db: LocalDatabase): Discarded {
  tellQueued(db);
  return 'applied';
}

/** Undecided, or applied after all: the same id goes once more. */
async function resend(db: LocalDatabase, itemId: string): Promise<string | null> {
  return requeue(db, itemId, (item) => ({ ...decided(item), state: 'sent' }));
}

function requeueWithNewId(
  db: LocalDatabase,
  itemId: string,
  patch: Record<string, unknown>,
  { means, files }: { means: Means; files?: readonly StoredFile[] | undefined },
): Promise<string | null> {
  const id = means.newId();
  const change = (item: OutboxItem): OutboxItem => ({
    ...decided(item),
    id,
    ...patched(item, patch),
    state: 'queued',
    attempts: 0,
  });
  return requeue(db, itemId, change, files);
}

/** The call with `patch` over its arguments, in the version of this build where that knows it. */
export function patched(item: OutboxItem, patch: Record<string, unknown>): Pick<OutboxItem, 'v' | 'args'> {
  const { v, args } = upgraded(item) ?? item;
  return { v, args: { ...args, ...patch } };
}

/** The item without what was said about it. */
export const decided = ({ error: _error, faults: _faults, dropping: _dropping, ...item }: OutboxItem): OutboxItem =>
  item;

async function requeue(
  db: LocalDatabase,
  itemId: string,
  change: (item: OutboxItem) => OutboxItem,
  files: readonly StoredFile[] = [],
): Promise<string | null> {
  const id = await changing(db, async () => {
    const item = await db.outbox.get({ id: itemId });
    if (!item || waits(item)) return null;
    const changed = change(item);
    const refs = effectsOf(changed);
    await db.outbox.put(changed);
    await replaceFiles(db, { before: item, after: changed }, files);
    await rebuild(db, refs, await db.outbox.orderBy('seq').toArray());
    return changed.id;
  });
  if (id) tellQueued(db);
  return id;
}
