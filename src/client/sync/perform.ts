import { Dexie } from 'dexie';
import type { MutationArgs, MutationKind } from '../../contract/mutations.ts';
import { actions, upgraded } from '../actions/all.ts';
import type { Action } from '../actions/action.ts';
import type { LocalDatabase } from '../local/database.ts';
import { deviceMeans, type Means } from '../local/means.ts';
import type { OutboxItem, StoredFile } from '../local/stored.ts';
import { authorOf, unnamedAuthor } from './author.ts';
import type { Ref } from './fold.ts';
import { refuseUnlessKept } from './memory-only.ts';
import { tellQueued } from './signals.ts';
import { serverAheadOf } from './server-time.ts';
import { storing } from './storage.ts';
import { basesOf, project, rowsAsBases } from './view.ts';

/**
 * Does an action on this device and queues its call: both are stored, or neither. Gives the id it waits under, which
 * is an earlier one when the action was merged into an unsent one. Throws NotSaved when the device is full, its storage
 * fails, or it keeps nothing and is offline.
 */
export const perform = <Kind extends MutationKind>(
  db: LocalDatabase,
  kind: Kind,
  args: MutationArgs<Kind>,
  means: Means = deviceMeans,
): Promise<string> => store(db, kind, { args, means });

/** `perform` for a form: stores the action, its call and its files and forgets the draft, all of it or nothing. */
export const performForm = <Kind extends MutationKind>(
  db: LocalDatabase,
  kind: Kind,
  { means = deviceMeans, ...form }: FormArgs<Kind>,
): Promise<string> => store(db, kind, { ...form, means });

interface FormArgs<Kind extends MutationKind> {
  args: MutationArgs<Kind>;
  /** The files that the action names. */
  files?: readonly StoredFile[];
  /** The name of the form's draft. */
  draft?: string | undefined;
  means?: Means;
}

async function store<Kind extends MutationKind>(
  db: LocalDatabase,
  kind: Kind,
  { args, files = [], draft, means }: FormArgs<Kind> & { means: Means },
): Promise<string> {
  refuseUnlessKept();
  const action: Action<Kind> = actions[kind];
  // Which rows an action touches does not depend on who acts.
  const refs = action.effects(args, { by: unnamedAuthor(db), createdAt: 0 });
  const touched = new Set(refs.map(({ table }) => db.rows(table)));
  const extra = [...(files.length > 0 ? [db.blobs] : []), ...(draft === undefined ? [] : [db.drafts])];
  const tables = [db.outbox, db.shadow, db.meta, db.account, ...extra, ...touched];
  const newId = means.newId();
  const run = () =>
    db.transaction('rw', tables, async () => {
      if (files.length > 0) await db.blobs.bulkPut([...files]);
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
  const [waiting, by, rows, ahead] = await Promise.all([lane, authorOf(db), rowsAsBases(db, refs), serverAheadOf(db)]);
  // A commit whose success the browser could not tell any more.
  if (waiting.some(({ id }) => id === newId)) return newId;
  // An action touches rows of its own lane only, so an empty lane has no shadows.
  const bases = waiting.length === 0 ? rows : await basesOf(db, refs);
  const merged = mergeInto(waiting.at(-1), action, args);
  const item = merged ?? newItem(action, args, { by, id: newId, createdAt: means.now() + ahead });
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
  if (last?.state !== 'queued' || last.kind !== action.kind) return null;
  const unsent = upgraded(last);
  const merged = unsent && action.merge?.(unsent.args as MutationArgs<Kind>, args);
  return merged ? { ...unsent, args: merged } : null;
}

function newItem<Kind extends MutationKind>(
  action: Action<Kind>,
  args: MutationArgs<Kind>,
  own: Pick<OutboxItem, 'id' | 'by' | 'createdAt'>,
): Omit<OutboxItem, 'seq'> {
  const { kind, v } = action;
  return { ...own, kind, v, lane: action.lane(args), args, state: 'queued', attempts: 0 };
}
