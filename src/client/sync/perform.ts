import { Dexie } from 'dexie';
import type { MutationArgs, MutationKind } from '../../contract/mutations.ts';
import { actions } from '../actions/all.ts';
import type { Action } from '../actions/action.ts';
import type { LocalDatabase } from '../local/database.ts';
import { deviceMeans, type Means } from '../local/means.ts';
import type { OutboxItem, StoredFile } from '../local/stored.ts';
import { authorOf, unnamedAuthor } from './author.ts';
import type { Ref } from './fold.ts';
import { tellQueued } from './signals.ts';
import { storing } from './storage.ts';
import { basesOf, project, rowsAsBases } from './view.ts';

/**
 * Does an action on this device and queues its call: both are stored, or neither. Gives the id it waits under, which
 * is an earlier one when the action was merged into an unsent one. Throws NotSaved when the device is full or its
 * storage fails.
 */
export const perform = <Kind extends MutationKind>(
  db: LocalDatabase,
  kind: Kind,
  args: MutationArgs<Kind>,
  means: Means = deviceMeans,
): Promise<string> => store(db, kind, { args, means });

/** `perform` for a form: the draft of that name goes in the same transaction as the action is stored. */
export const performDraft = <Kind extends MutationKind>(
  db: LocalDatabase,
  kind: Kind,
  { args, draft, means = deviceMeans }: { args: MutationArgs<Kind>; draft: string; means?: Means },
): Promise<string> => store(db, kind, { args, draft, means });

/** `perform` with a file the action names: action, call and file are all stored, or nothing. */
export const performWithFile = <Kind extends MutationKind>(
  db: LocalDatabase,
  kind: Kind,
  { args, file, means = deviceMeans }: { args: MutationArgs<Kind>; file: StoredFile; means?: Means },
): Promise<string> => store(db, kind, { args, file, means });

interface Wish<Kind extends MutationKind> {
  args: MutationArgs<Kind>;
  file?: StoredFile;
  draft?: string;
  means: Means;
}

async function store<Kind extends MutationKind>(
  db: LocalDatabase,
  kind: Kind,
  { args, file, draft, means }: Wish<Kind>,
): Promise<string> {
  const action: Action<Kind> = actions[kind];
  // Which rows an action touches does not depend on who acts.
  const refs = action.effects(args, { by: unnamedAuthor(db), createdAt: 0 });
  const touched = new Set(refs.map(({ table }) => db.rows(table)));
  const extra = [...(file ? [db.blobs] : []), ...(draft === undefined ? [] : [db.drafts])];
  const tables = [db.outbox, db.shadow, db.meta, db.account, ...extra, ...touched];
  const newId = means.newId();
  const run = () =>
    db.transaction('rw', tables, async () => {
      if (file) await db.blobs.put(file);
      if (draft !== undefined) await db.drafts.delete(draft);
      return enqueue(db, action, args, { refs, means, newId });
    });
  const id = await storing(db, run, refs);
  tellQueued(db);
  return id;
}

async function enqueue<Kind extends MutationKind>(
  db: LocalDatabase,
  action: Action<Kind>,
  args: MutationArgs<Kind>,
  { refs, means, newId }: { refs: readonly Ref[]; means: Means; newId: string },
): Promise<string> {
  const lane = laneItems(db, action.lane(args));
  const [waiting, by, rows] = await Promise.all([lane, authorOf(db), rowsAsBases(db, refs)]);
  // A commit whose success the browser could not tell any more.
  if (waiting.some(({ id }) => id === newId)) return newId;
  // An action touches rows of its own lane only, so an empty lane has no shadows.
  const bases = waiting.length === 0 ? rows : await basesOf(db, refs);
  const merged = mergeInto(waiting.at(-1), action, args);
  const item = merged ?? newItem(action, args, { by, id: newId, createdAt: means.now() });
  if (merged) waiting.pop();
  // A number is given by the database when it is stored; the last in its lane it is in any case.
  const stored = db.outbox.put(item as OutboxItem);
  await Promise.all([stored, project(db, bases, [...waiting, { seq: Infinity, ...item }])]);
  return item.id;
}

/** Everything in a lane, oldest first. */
export const laneItems = (db: LocalDatabase, lane: string): Promise<OutboxItem[]> =>
  db.outbox.where('[lane+seq]').between([lane, Dexie.minKey], [lane, Dexie.maxKey]).toArray();

/** `queued` was never sent, so nobody has seen it yet and it may still change. */
function mergeInto<Kind extends MutationKind>(
  last: OutboxItem | undefined,
  action: Action<Kind>,
  args: MutationArgs<Kind>,
): OutboxItem | null {
  if (last?.state !== 'queued' || last.kind !== action.kind || last.v !== action.v) return null;
  const merged = action.merge?.(last.args as MutationArgs<Kind>, args);
  return merged ? { ...last, args: merged } : null;
}

function newItem<Kind extends MutationKind>(
  action: Action<Kind>,
  args: MutationArgs<Kind>,
  own: Pick<OutboxItem, 'id' | 'by' | 'createdAt'>,
): Omit<OutboxItem, 'seq'> {
  const { kind, v } = action;
  return { ...own, kind, v, lane: action.lane(args), args, state: 'queued', attempts: 0 };
}
