import type { Kysely, Transaction } from 'kysely';
import type { EntityName } from '../../../contract/sync.ts';
import type { FeedInbox } from '../database/schema-system.ts';
import { prepared } from '../database/prepared.ts';
import type { Database } from '../database/schema.ts';
import { inTransaction, touch } from '../database/transaction.ts';
import { isOutage } from '../database/outage.ts';
import type { Notifier } from './notifier.ts';

/** A changed row: the scopes whose devices follow it, and its current revision. */
export interface Announcement {
  scopes: readonly string[];
  entity: EntityName;
  key: string;
  rev: number;
  deleted?: boolean;
}

/** Queues changed rows for the devices, in the transaction of the change; they are numbered after its commit. */
export async function announce(tx: Transaction<Database>, changes: readonly Announcement[]): Promise<void> {
  const rows = changes.flatMap((change) =>
    change.scopes.map((scope) => ({
      scope,
      entity: change.entity,
      key: change.key,
      rev: change.rev,
      deleted: change.deleted ? 1 : 0,
    })),
  );
  if (rows.length === 0) return;
  touch(
    tx,
    rows.map(({ scope }) => scope),
  );
  if (rows.length <= preparedMax) await (inserts[rows.length] ??= insertOf(rows.length))(tx, valuesByName(rows));
  else for (const part of chunks(rows)) await tx.insertInto('feed_inbox').values(part).execute();
}

/** Maximum number of rows in a prepared insert; larger changes are rare. */
const preparedMax = 8;
const inserts: ReturnType<typeof insertOf>[] = [];

type NewInboxRow = Omit<InboxRow, 'id'>;
type ValuesByName = Record<string, string | number>;

const insertOf = (count: number) =>
  prepared((db, value: ValuesByName) =>
    db.insertInto('feed_inbox').values(
      Array.from({ length: count }, (_, index): NewInboxRow => ({
        scope: value[`scope ${index}`] as string,
        entity: value[`entity ${index}`] as string,
        key: value[`key ${index}`] as string,
        rev: value[`rev ${index}`] as number,
        deleted: value[`deleted ${index}`] as number,
      })),
    ),
  );

/** Returns the fields of the rows as query values, by name and position. */
const valuesByName = (rows: readonly NewInboxRow[]): ValuesByName =>
  Object.fromEntries(
    rows.flatMap((row, index) => Object.entries(row).map(([name, value]) => [`${name} ${index}`, value] as const)),
  );

/**
 * Numbers committed rows. If numbers were assigned inside the writing transactions, devices would miss rows: a
 * slower transaction could commit a lower number after a device had read past it.
 */
export interface Sequencer {
  /** Numbers the rows soon; called after a commit. Retries until an outage is over. */
  wake(): void;
  /** Numbers everything that was committed before this call; called before a pull. */
  run(): Promise<void>;
  /** Stops after the current run. */
  stop(): Promise<void>;
}

interface FeedDependencies {
  db: Kysely<Database>;
  reader: Kysely<Database>;
  notifier: Notifier;
  now(): number;
  onError(error: unknown): void;
  /** How long after a commit its rows are numbered under low load, in ms. */
  delay?: number;
}

/** How long after a commit its rows are numbered at most, in ms. */
const waitMaxMs = 100;
/** The pause between two attempts during an outage, in ms. */
const retryDelayMs = 1_000;

/** Its runs never overlap in this process; between processes the row of `feed_head` is the lock. */
export function createSequencer(dependencies: FeedDependencies): Sequencer {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let nextRun: Promise<void> | undefined;
  let stopped = false;
  /** Duration of the last run; after a long one the next run waits longer and numbers more rows at once. */
  let lastRunMs = 0;

  const start = () => {
    const startedAt = performance.now();
    running = numberInbox(dependencies).finally(() => {
      running = undefined;
      lastRunMs = performance.now() - startedAt;
    });
    return running;
  };
  // A current run may have read before the caller's commit, so callers wait for the next one, which they share.
  const run = () => {
    if (!running) return start();
    nextRun ??= running
      .catch(() => undefined)
      .then(() => {
        nextRun = undefined;
        return start();
      });
    return nextRun;
  };
  const runAfter = (wait: number) => {
    if (timer || stopped) return;
    timer = setTimeout(() => {
      timer = undefined;
      run().catch((error: unknown) => {
        dependencies.onError(error);
        if (isOutage(error)) runAfter(retryDelayMs);
      });
    }, wait);
  };
  return {
    run,
    wake: () => runAfter(Math.min(waitMaxMs, Math.max(dependencies.delay ?? 5, lastRunMs * 3))),
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await (nextRun ?? running)?.catch(() => undefined);
    },
  };
}

async function numberInbox({ db, reader, notifier, now }: FeedDependencies): Promise<void> {
  const pending = await reader.selectFrom('feed_inbox').select('id').limit(1).executeTakeFirst();
  if (!pending) return;
  const scopes = await inTransaction(db, async (tx) => {
    // The lock is a statement of its own, so that the next one takes its snapshot after the lock is held.
    const head = await tx
      .updateTable('feed_head')
      .set((row) => ({ seq: row.ref('seq') }))
      .returning('seq')
      .executeTakeFirstOrThrow();
    const rows = newestOf(await tx.deleteFrom('feed_inbox').returningAll().execute());
    await storeInFeed(tx, rows, head.seq, now());
    await tx
      .updateTable('feed_head')
      .set({ seq: head.seq + rows.length })
      .execute();
    return new Set(rows.map((row) => row.scope));
  });
  notifier.notify(scopes);
}

type InboxRow = { [Column in keyof FeedInbox]: Column extends 'id' ? number : FeedInbox[Column] };

/**
 * Returns one row for each scope, entity and key, the one with the highest rev, in the order in which they were
 * written.
 */
function newestOf(rows: InboxRow[]): InboxRow[] {
  const newest = new Map<string, InboxRow>();
  for (const row of rows.toSorted((a, b) => a.id - b.id)) {
    const name = `${row.scope} ${row.entity} ${row.key}`;
    const previous = newest.get(name);
    if (previous && previous.rev > row.rev) continue;
    newest.delete(name);
    newest.set(name, row);
  }
  return [...newest.values()];
}

async function storeInFeed(tx: Transaction<Database>, rows: InboxRow[], head: number, now: number): Promise<void> {
  const numbered = rows.map(({ scope, entity, key, rev, deleted }, index) => ({
    scope,
    entity,
    key,
    seq: head + 1 + index,
    rev,
    deleted,
    changed_at: now,
  }));
  for (const part of chunks(numbered)) {
    await tx
      .insertInto('feed')
      .values(part)
      .onConflict((conflict) =>
        conflict.columns(['scope', 'entity', 'key']).doUpdateSet((row) => ({
          seq: row.ref('excluded.seq'),
          changed_at: row.ref('excluded.changed_at'),
          deleted: row
            .case()
            .when('excluded.rev', '>=', row.ref('feed.rev'))
            .then(row.ref('excluded.deleted'))
            .else(row.ref('feed.deleted'))
            .end(),
          rev: row
            .case()
            .when('excluded.rev', '>=', row.ref('feed.rev'))
            .then(row.ref('excluded.rev'))
            .else(row.ref('feed.rev'))
            .end(),
        })),
      )
      .execute();
  }
}

/** Splits rows into chunks that fit into the parameters of one statement. */
function* chunks<T>(rows: readonly T[], size = 500): Generator<T[]> {
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size);
}
