import { effectsOf } from '../actions/all.ts';
import type { LocalDatabase } from '../local/database.ts';
import type { OutboxItem, StoredFile } from '../local/stored.ts';
import { replaceFiles } from './files.ts';
import { waits } from './fold.ts';
import { deviceOutside } from './line.ts';
import { changing, decided, patched, retry, type WithFiles } from './outbox.ts';
import { seal } from './seal.ts';
import { tellQueued } from './signals.ts';
import { rebuild } from './view.ts';

/** `applied`: the server had taken the old text already · `unknown`: it may have, ask again when online. */
export type Amended = 'amended' | 'applied' | 'unknown';

/**
 * Changes what an action says before the server has accepted it, at the same place in its lane. One that was never
 * sent keeps its id; one that may have arrived is sealed first and goes on under a new id; a parked one is retried.
 * `files` are those that `patch` names for the first time.
 */
export async function amend(
  db: LocalDatabase,
  itemId: string,
  patch: Record<string, unknown>,
  outside: WithFiles = deviceOutside,
): Promise<Amended> {
  const item = await db.outbox.get({ id: itemId });
  if (!item) return 'applied';
  if (!waits(item)) return amendParked(db, itemId, patch, outside);
  if (await change(db, itemId, patch, { newId: null, files: outside.files })) return 'amended';
  return amendSent(db, itemId, patch, outside);
}

/** Under its own id the item goes as it was: the server had taken it. */
async function amendParked(
  db: LocalDatabase,
  itemId: string,
  patch: Record<string, unknown>,
  outside: WithFiles,
): Promise<Amended> {
  const id = await retry(db, itemId, patch, outside);
  if (id === null) return 'unknown';
  return id === itemId ? 'applied' : 'amended';
}

async function amendSent(
  db: LocalDatabase,
  itemId: string,
  patch: Record<string, unknown>,
  { line, means, files }: WithFiles,
): Promise<Amended> {
  const outcome = await seal(db, itemId, line);
  if (outcome === 'unknown') return 'unknown';
  if (outcome.state === 'applied') return 'applied';
  return (await change(db, itemId, patch, { newId: means.newId(), files })) ? 'amended' : 'applied';
}

/** `newId`: the old one is sealed, so the item goes on under this one, whatever a pass has made of it meanwhile. */
async function change(
  db: LocalDatabase,
  itemId: string,
  patch: Record<string, unknown>,
  { newId, files = [] }: { newId: string | null; files?: readonly StoredFile[] | undefined },
): Promise<boolean> {
  const isDone = await changing(db, async () => {
    const item = await db.outbox.get({ id: itemId });
    if (!item || (newId === null && item.state !== 'queued')) return false;
    const changed: OutboxItem = {
      ...decided(item),
      ...patched(item, patch),
      id: newId ?? item.id,
      state: 'queued',
      attempts: 0,
    };
    const refs = effectsOf(changed);
    await db.outbox.put(changed);
    await replaceFiles(db, { before: item, after: changed }, files);
    await rebuild(db, refs, await db.outbox.orderBy('seq').toArray());
    return true;
  });
  if (isDone) tellQueued(db);
  return isDone;
}
