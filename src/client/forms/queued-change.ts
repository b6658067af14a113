import type { MutationArgs } from '../../contract/mutations.ts';
import type { LocalDatabase } from '../local/database.ts';
import { slicesOf } from '../local/slices.ts';
import { ignoreStorageErrors } from '../local/storage-errors.ts';
import { amend } from '../sync/amend.ts';
import { isPendingItem } from '../sync/optimistic.ts';
import { discard } from '../sync/outbox.ts';
import { perform, performAll } from '../sync/perform.ts';

/** The actions that set a value of one record from `from` to `to`. */
export type ChangeKind = 'order.status' | 'ticket.status' | 'ticket.priority' | 'ticket.assign' | 'ticket.snooze';

/** A change that is not queued yet. */
export interface Change<Kind extends ChangeKind = ChangeKind> {
  kind: Kind;
  args: MutationArgs<Kind>;
}

/** A queued change; an earlier unsent change of the same record may have taken it over. */
export type QueuedChange<Kind extends ChangeKind = ChangeKind> = Change<Kind> & { itemId: string };

/** How many of many changes are stored on this device. */
export interface QueueProgress {
  done: number;
  total: number;
}

/** Changes in one transaction: each one that is stored by itself waits for the disk. */
const changesPerTransaction = 100;

/**
 * Queues changes of one kind in their order, some in each transaction, and calls `onQueued` with their number so far,
 * first with 0: on a slow device also one transaction takes seconds. A storage error ends the work: the changes of earlier
 * transactions stay queued, and `error` is what `performAll` threw; without an error it is null.
 */
export async function performEach<Kind extends ChangeKind>(
  db: LocalDatabase,
  changes: readonly Change<Kind>[],
  onQueued?: (count: number) => void,
): Promise<{ queued: QueuedChange<Kind>[]; error: unknown }> {
  const queued: QueuedChange<Kind>[] = [];
  let error: unknown = null;
  if (changes.length > 0) onQueued?.(0);
  for (const some of slicesOf(changes, changesPerTransaction)) {
    try {
      const all = some.map(({ args }) => args);
      const ids = await performAll(db, some[0]!.kind, all);
      queued.push(...some.map((change, at) => ({ ...change, itemId: ids[at]! })));
      onQueued?.(queued.length);
    } catch (thrown) {
      error = thrown;
      break;
    }
  }
  ignoreStorageErrors(keepBulk(db, queued));
  return { queued, error };
}

/** Stores which items belong to one change of many records: the outbox shows their progress. */
const keepBulk = (db: LocalDatabase, queued: readonly { itemId: string }[]): Promise<void> =>
  db.setFact('bulk', queued.length > 1 ? queued.map(({ itemId }) => itemId) : null);

/**
 * Undoes a change: an unsent or parked one is discarded; a sent one is set back to `from`, unless the record has another
 * value by now. An item with another `from` was merged into an earlier unsent change, which gets its own value back.
 * `read` returns the value that the record has on this device.
 */
export async function undoQueued(
  db: LocalDatabase,
  { itemId, kind, args }: QueuedChange,
  read: () => Promise<unknown>,
): Promise<void> {
  const { from, to } = args;
  const item = await db.outbox.get({ id: itemId });
  const isMerged = item !== undefined && item.args.from !== from;
  if (item && !isPendingItem(item)) {
    await (isMerged ? amend(db, itemId, { to: from }) : discard(db, itemId));
    return;
  }
  if (item?.state === 'queued' && !isMerged) {
    await discard(db, itemId);
    return;
  }
  if ((await read()) === to) await perform(db, kind, { ...args, from: to, to: from } as typeof args);
}
