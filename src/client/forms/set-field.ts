import type { MutationArgs } from '../../contract/mutations.ts';
import { fieldOf } from '../actions/all.ts';
import type { FieldKind } from '../actions/set-field.ts';
import type { LocalDatabase } from '../local/database.ts';
import { slicesOf } from '../local/slices.ts';
import { ignoreStorageErrors } from '../local/storage-errors.ts';
import { amend } from '../sync/amend.ts';
import { discard } from '../sync/outbox.ts';
import { perform, performAll } from '../sync/perform.ts';
import { basesOf } from '../sync/rows-with-pending.ts';

export type FieldValue = string | number | boolean | null;

/** A change of one field of one record, from the value that the user saw. */
export interface Change {
  kind: FieldKind;
  id: string | number;
  from: FieldValue;
  to: FieldValue;
}

/** A queued change; an earlier unsent change of the same record may have taken it over. */
export type QueuedChange = Change & { itemId: string };

/** Returns the value of the field that a kind sets; null when the record has none. */
export const valueIn = (row: object | undefined, kind: FieldKind): FieldValue =>
  (row as Record<string, FieldValue> | undefined)?.[fieldOf(kind).field] ?? null;

/** Returns the change of a record from the value that it has on this device, to be queued. */
export const changeOf = (row: { id: string | number }, kind: FieldKind, to: FieldValue): Change => ({
  kind,
  id: row.id,
  from: valueIn(row, kind),
  to,
});

/** Returns the arguments of the action that makes a change. */
export function argsOf({ kind, id, from, to }: Change): MutationArgs<FieldKind> {
  const { idArg, valueArg } = fieldOf(kind);
  return { [idArg]: id, ...(valueArg === 'to' && { from }), [valueArg]: to } as MutationArgs<FieldKind>;
}

/** Reads the value that the record has on this device. */
export const readValue = async (db: LocalDatabase, { kind, id }: Pick<Change, 'kind' | 'id'>): Promise<FieldValue> =>
  valueIn(await db.rows(fieldOf(kind).table).get(id), kind);

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
export async function queueEach(
  db: LocalDatabase,
  changes: readonly Change[],
  onQueued?: (count: number) => void,
): Promise<{ queued: QueuedChange[]; error: unknown }> {
  const queued: QueuedChange[] = [];
  let error: unknown = null;
  if (changes.length > 0) onQueued?.(0);
  for (const some of slicesOf(changes, changesPerTransaction)) {
    try {
      const ids = await performAll(db, some[0]!.kind, some.map(argsOf));
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
 * Undoes a change: an unsent or parked one is discarded, or gets its earlier value back where it was merged into an
 * earlier change; a sent one is set back to `from`, unless the record has another value by now.
 */
export async function undoChange(db: LocalDatabase, { itemId, ...change }: QueuedChange): Promise<void> {
  const { kind, from, to } = change;
  const item = await db.outbox.get({ id: itemId });
  if (item && item.state !== 'sent') {
    const isMerged = 'from' in item.args ? item.args.from !== from : (await readServerValue(db, change)) !== from;
    const outcome = await (isMerged ? amend(db, itemId, { [fieldOf(kind).valueArg]: from }) : discard(db, itemId));
    // Sent, also by another tab, since it was read: it is set back as a sent one.
    if (outcome !== 'applied' && outcome !== 'gone') return;
  }
  if ((await readValue(db, change)) === to) await perform(db, kind, argsOf({ ...change, from: to, to: from }));
}

/** Reads the server's value, without the pending changes of this device. */
async function readServerValue(db: LocalDatabase, { kind, id }: Change): Promise<unknown> {
  const [base] = await basesOf(db, [{ table: fieldOf(kind).table, key: String(id) }]);
  return valueIn(base!.shadow.row ?? undefined, kind);
}
