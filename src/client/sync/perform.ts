import { Dexie } from 'dexie';
import type { MutationArgs, MutationKind } from '../../contract/mutations.ts';
import { actions, upgradeItem } from '../actions/all.ts';
import type { Action } from '../actions/action.ts';
import type { LocalDatabase } from '../local/database.ts';
import { deviceRuntime, type Runtime } from '../local/runtime.ts';
import type { OutboxItem, StoredFile } from '../local/stored.ts';
import { authorOf, unnamedAuthor } from './author.ts';
import type { RowRef } from './optimistic.ts';
import { assertStorable } from './memory-only.ts';
import { serverClockLead } from './server-time.ts';
import { withStorageRetry } from './storage.ts';
import { basesOf, writeOptimisticRows, rowsAsBases } from './rows-with-pending.ts';
import { createSignal } from '../base/signal.ts';

/**
 * Applies an action on this device and queues its mutation: both are stored, or neither. Returns the id of its item, or
 * of the unsent item into which it was merged. Throws NotSaved when the device is full, its storage fails, or it holds
 * data in memory only and is offline.
 */
export const perform = <Kind extends MutationKind>(
  db: LocalDatabase,
  kind: Kind,
  args: MutationArgs<Kind>,
  runtime: Runtime = deviceRuntime,
): Promise<string> => storeOne(db, kind, { args, runtime });

/**
 * `perform` for several actions of one kind in one transaction, in their order: all of them are stored, or none. Returns the
 * ids of their items.
 */
export const performAll = <Kind extends MutationKind>(
  db: LocalDatabase,
  kind: Kind,
  all: readonly MutationArgs<Kind>[],
  runtime: Runtime = deviceRuntime,
): Promise<string[]> => store(db, kind, { all, runtime });

/**
 * `perform` for a form: stores the action, its mutation and its files and deletes the form's drafts, in one
 * transaction.
 */
export const performForm = <Kind extends MutationKind>(
  db: LocalDatabase,
  kind: Kind,
  { runtime = deviceRuntime, ...form }: FormArgs<Kind>,
): Promise<string> => storeOne(db, kind, { ...form, runtime });

interface FormArgs<Kind extends MutationKind> {
  args: MutationArgs<Kind>;
  /** The files that the action names. */
  files?: readonly StoredFile[];
  /** Deletes the drafts of the form inside the transaction. */
  deleteDrafts?: (() => Promise<void>) | undefined;
  runtime?: Runtime;
}

async function storeOne<Kind extends MutationKind>(
  db: LocalDatabase,
  kind: Kind,
  { args, ...more }: FormArgs<Kind> & { runtime: Runtime },
): Promise<string> {
  const [id] = await store(db, kind, { all: [args], ...more });
  return id!;
}

interface StoreArgs<Kind extends MutationKind> extends Omit<FormArgs<Kind>, 'args'> {
  all: readonly MutationArgs<Kind>[];
  runtime: Runtime;
}

async function store<Kind extends MutationKind>(
  db: LocalDatabase,
  kind: Kind,
  { all, files = [], deleteDrafts, runtime }: StoreArgs<Kind>,
): Promise<string[]> {
  assertStorable();
  const action: Action<Kind> = actions[kind];
  // The rows that an action touches do not depend on its author.
  const refsOf = (args: MutationArgs<Kind>) => action.effects(args, { by: unnamedAuthor(db), createdAt: 0 });
  const changes = all.map((args) => ({ args, refs: refsOf(args), newId: runtime.newId() }));
  const refs = changes.flatMap((change) => change.refs);
  const touched = new Set(refs.map(({ table }) => db.rows(table)));
  const extra = [...(files.length > 0 ? [db.blobs] : []), ...(deleteDrafts ? [db.drafts] : [])];
  const tables = [db.outbox, db.shadow, db.meta, db.account, ...extra, ...touched];
  const run = () =>
    db.transaction('rw', tables, async () => {
      if (files.length > 0) await db.blobs.bulkPut([...files]);
      await deleteDrafts?.();
      const ids: string[] = [];
      // One after the other: an action may be merged into the one before it.
      for (const { args, ...change } of changes) ids.push(await enqueue(db, action, args, { ...change, runtime }));
      return ids;
    });
  const ids = await withStorageRetry(db, run, refs);
  notifyQueued(db);
  return ids;
}

async function enqueue<Kind extends MutationKind>(
  db: LocalDatabase,
  action: Action<Kind>,
  args: MutationArgs<Kind>,
  { refs, runtime, newId }: { refs: readonly RowRef[]; runtime: Runtime; newId: string },
): Promise<string> {
  const lane = laneItems(db, action.lane(args));
  const [items, by, rows, ahead] = await Promise.all([lane, authorOf(db), rowsAsBases(db, refs), serverClockLead(db)]);
  // An earlier try was committed although the browser reported a failure.
  if (items.some(({ id }) => id === newId)) return newId;
  // An action touches rows of its own lane only, so an empty lane has no shadows.
  const bases = items.length === 0 ? rows : await basesOf(db, refs);
  const merged = mergeInto(items.at(-1), action, args);
  const item = merged ?? newItem(action, args, { by, id: newId, createdAt: runtime.now() + ahead });
  if (merged) items.pop();
  // The database assigns `seq` when the item is stored; until then the item counts as the last of its lane.
  const stored = db.outbox.put(item as OutboxItem);
  await Promise.all([stored, writeOptimisticRows(db, bases, [...items, { seq: Infinity, ...item }])]);
  return item.id;
}

/**
 * Returns the items of a lane, oldest first.
 *
 * @internal Exported for tests: the simulator finds the items that are discarded with another.
 */
export const laneItems = (db: LocalDatabase, lane: string): Promise<OutboxItem[]> =>
  db.outbox.where('[lane+seq]').between([lane, Dexie.minKey], [lane, Dexie.maxKey]).toArray();

/** Merges the action into the last item of its lane when that item was never sent; null when they cannot be merged. */
function mergeInto<Kind extends MutationKind>(
  last: OutboxItem | undefined,
  action: Action<Kind>,
  args: MutationArgs<Kind>,
): OutboxItem | null {
  if (last?.state !== 'queued' || last.kind !== action.kind) return null;
  const unsent = upgradeItem(last);
  const merged = unsent && action.merge?.(unsent.args as MutationArgs<Kind>, args);
  return merged ? { ...unsent, args: merged } : null;
}

function newItem<Kind extends MutationKind>(
  action: Action<Kind>,
  args: MutationArgs<Kind>,
  origin: Pick<OutboxItem, 'id' | 'by' | 'createdAt'>,
): Omit<OutboxItem, 'seq'> {
  const { kind, v } = action;
  return { ...origin, kind, v, lane: action.lane(args), args, state: 'queued', attempts: 0 };
}

const queued = createSignal<LocalDatabase>();

/** Calls `listener` after this tab has put an item into an outbox; returns a function to unsubscribe. */
export const onQueued = (listener: (db: LocalDatabase) => void): (() => void) => queued.subscribe(listener);

/** Notifies this tab's listeners that the outbox of `db` has an item to send. */
export const notifyQueued = (db: LocalDatabase): void => queued.emit(db);
