import type { AliasableExpression, Kysely, Transaction } from 'kysely';
import { can } from '../../../contract/permissions.ts';
import type { Person } from '../base/permissions.ts';
import type { Database } from '../database/schema.ts';

type Viewer = Pick<Person, 'id' | 'role'>;

/** Files with the ids of the records to which they belong, as a table of a query. */
type OwnedFiles = AliasableExpression<{ file_id: string | null; record_id: number | string }>;

interface ReleasedFiles {
  ids: string[];
  /** The rows that changed because a device shows their files, with the scopes of the devices. */
  changed: { scopes: string[]; entity: 'topups'; key: string; rev: number }[];
}

/** A kind of record to which files belong. */
export interface FileOwner {
  name: string;
  /** The files of all records, deleted ones included: they are kept, and belong to no other record. */
  files(db: Kysely<Database>): OwnedFiles;
  /** The files of records that are not deleted and whose files this user may read (C-12, C-39, C-42). */
  readableFiles(db: Kysely<Database>, viewer: Viewer): OwnedFiles;
  /** Gives up the files of deleted or long ended records: the daily cleanup deletes them. */
  release?(tx: Transaction<Database>, now: number): Promise<ReleasedFiles>;
}

const orders: FileOwner = {
  name: 'orders',
  files: (db) => db.selectFrom('orders').select(['file_id', 'id as record_id']),
  readableFiles: (db, { id, role }) =>
    db
      .selectFrom('orders')
      .select(['file_id', 'id as record_id'])
      .where('deleted_at', 'is', null)
      .$if(!can(role, 'orders.read'), (own) => own.where('user_id', '=', id)),
};

const tickets: FileOwner = {
  name: 'tickets',
  files: (db) => db.selectFrom('ticket_files').select(['file_id', 'ticket_id as record_id']),
  readableFiles: (db, { id, role }) =>
    db
      .selectFrom('ticket_files')
      .innerJoin('tickets', 'tickets.id', 'ticket_files.ticket_id')
      .select(['ticket_files.file_id', 'ticket_files.ticket_id as record_id'])
      .where('tickets.deleted_at', 'is', null)
      .$if(!can(role, 'tickets.work'), (all) =>
        all
          .leftJoin('responses', 'responses.id', 'ticket_files.response_id')
          .where('tickets.user_id', '=', id)
          .where(({ fn, val }) => fn.coalesce('responses.is_internal', val(0)), '=', 0),
      ),
  async release(tx) {
    const deleted = tx.selectFrom('tickets').select('id').where('deleted_at', 'is not', null);
    const released = await tx
      .deleteFrom('ticket_files')
      .where('ticket_id', 'in', deleted)
      .returning('file_id')
      .execute();
    return { ids: released.map(({ file_id }) => file_id), changed: [] };
  },
};

/** How long the slips of a request that was refused or cancelled are kept, in ms. Those of an approved one stay. */
const slipsKeptMs = 180 * 86_400_000;

const topups: FileOwner = {
  name: 'topups',
  files: (db) => db.selectFrom('topup_files').select(['file_id', 'topup_id as record_id']),
  readableFiles: (db, { id, role }) =>
    db
      .selectFrom('topup_files')
      .innerJoin('topups', 'topups.id', 'topup_files.topup_id')
      .select(['topup_files.file_id', 'topup_files.topup_id as record_id'])
      .$if(!can(role, 'topups.decide'), (own) => own.where('topups.user_id', '=', id)),
  async release(tx, now) {
    const ended = tx
      .selectFrom('topups')
      .select('id')
      .where('status', 'in', ['refused', 'cancelled'])
      .where('decided_at', '<', now - slipsKeptMs);
    const released = await tx
      .deleteFrom('topup_files')
      .where('topup_id', 'in', ended)
      .returning(['file_id', 'topup_id'])
      .execute();
    if (released.length === 0) return { ids: [], changed: [] };
    const changed = await tx
      .updateTable('topups')
      .set((topup) => ({ rev: topup('rev', '+', 1) }))
      .where('id', 'in', [...new Set(released.map(({ topup_id }) => topup_id))])
      .returning(['id', 'user_id', 'rev'])
      .execute();
    return {
      ids: released.map(({ file_id }) => file_id),
      changed: changed.map(({ id, user_id, rev }) => ({
        scopes: [`u:${user_id}`, 'admin'],
        entity: 'topups',
        key: id,
        rev,
      })),
    };
  },
};

/**
 * All kinds of records that have files. Who may read a file, where it may be attached and whether the cleanup deletes it
 * follow from this list: a table with files that is not in it loses them after a month.
 */
export const fileOwners: readonly FileOwner[] = [orders, tickets, topups];

/** Returns whether one of the files belongs to a record, other than `except`. */
export async function isOwned(
  db: Kysely<Database>,
  fileIds: readonly string[],
  except?: { owner: string; record: number | string },
): Promise<boolean> {
  for (const { name, files } of fileOwners) {
    const found = await db
      .selectFrom(files(db).as('owned'))
      .select('owned.record_id')
      .where('owned.file_id', 'in', fileIds)
      .execute();
    if (found.some(({ record_id }) => name !== except?.owner || record_id !== except.record)) return true;
  }
  return false;
}
