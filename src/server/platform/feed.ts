import type { Kysely, Transaction } from 'kysely';
import type { EntityName } from '../../contract/sync.ts';
import type { FeedInbox } from './database/schema-house.ts';
import { prepared } from './database/prepared.ts';
import type { Database } from './database/schema.ts';
import { inTransaction, touch } from './database/transaction.ts';
import { isOutage } from './outage.ts';
import type { Pokes } from './pokes.ts';

/** A changed row: who follows it, and which version it has now. */
export interface Announcement {
  scopes: readonly string[];
  entity: EntityName;
  key: string;
  rev: number;
  deleted?: boolean;
}

/** Puts changed rows on the way to the devices, in the transaction of the change and not numbered yet. */
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
  if (rows.length <= few) await (plans[rows.length] ??= planFor(rows.length))(tx, named(rows));
  else for (const part of chunks(rows)) await tx.insertInto('feed_inbox').values(part).execute();
}

/** Rows of most changes at most: those have plans. */
const few = 8;
const plans: ReturnType<typeof planFor>[] = [];

type Inbox = Omit<InboxRow, 'id'>;
type Named = Record<string, string | number>;

const planFor = (count: number) =>
  prepared((db, value: Named) =>
    db.insertInto('feed_inbox').values(
      Array.from({ length: count }, (_, index): Inbox => ({
        scope: value[`scope ${index}`] as string,
        entity: value[`entity ${index}`] as string,
        key: value[`key ${index}`] as string,
        rev: value[`rev ${index}`] as number,
        deleted: value[`deleted ${index}`] as number,
      })),
    ),
  );

/** The rows' fields by name and place. */
const named = (rows: readonly Inbox[]): Named =>
  Object.fromEntries(
    rows.flatMap((row, index) => Object.entries(row).map(([name, value]) => [`${name} ${index}`, value] as const)),
  );

/**
 * Numbers what was committed. A number taken inside the writing transaction would lose rows: a slower transaction with
 * a lower number commits after a device has already followed past it.
 */
export interface Sequencer {
  /** Numbers soon; called after a commit. Tries again until an outage is over. */
  wake(): void;
  /** Numbers everything that was committed before this call; called before a pull. */
  run(): Promise<void>;
  /** Ends after the run under way. */
  stop(): Promise<void>;
}

interface Wiring {
  db: Kysely<Database>;
  reader: Kysely<Database>;
  pokes: Pokes;
  now(): number;
  onError(error: unknown): void;
  /** Ms between a commit and its numbering while there is little to do. */
  delay?: number;
}

/** Ms between a commit and its numbering at most. */
const waitMax = 100;
/** Ms between two attempts during an outage. */
const retryAfter = 1_000;

/** One run at a time in this process; between processes the row of `feed_head` is the lock. */
export function createSequencer(wiring: Wiring): Sequencer {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let waiting: Promise<void> | undefined;
  let stopped = false;
  /** Ms the last run took: where the database is busy the next one waits longer, and numbers more at once. */
  let took = 0;

  const start = () => {
    const begun = performance.now();
    running = number(wiring).finally(() => {
      running = undefined;
      took = performance.now() - begun;
    });
    return running;
  };
  // A run under way may have looked before our commit, so a caller gets the run after it; all callers share that one.
  const run = () => {
    if (!running) return start();
    waiting ??= running
      .catch(() => undefined)
      .then(() => {
        waiting = undefined;
        return start();
      });
    return waiting;
  };
  const runAfter = (wait: number) => {
    if (timer || stopped) return;
    timer = setTimeout(() => {
      timer = undefined;
      run().catch((error: unknown) => {
        wiring.onError(error);
        if (isOutage(error)) runAfter(retryAfter);
      });
    }, wait);
  };
  return {
    run,
    wake: () => runAfter(Math.min(waitMax, Math.max(wiring.delay ?? 5, took * 3))),
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await (waiting ?? running)?.catch(() => undefined);
    },
  };
}

async function number({ db, reader, pokes, now }: Wiring): Promise<void> {
  const any = await reader.selectFrom('feed_inbox').select('id').limit(1).executeTakeFirst();
  if (!any) return;
  const scopes = await inTransaction(db, async (tx) => {
    // The lock is a statement of its own, so that the next one takes its snapshot after the lock is held.
    const head = await tx
      .updateTable('feed_head')
      .set((row) => ({ seq: row.ref('seq') }))
      .returning('seq')
      .executeTakeFirstOrThrow();
    const rows = fold(await tx.deleteFrom('feed_inbox').returningAll().execute());
    await store(tx, rows, head.seq, now());
    await tx
      .updateTable('feed_head')
      .set({ seq: head.seq + rows.length })
      .execute();
    return new Set(rows.map((row) => row.scope));
  });
  pokes.poke(scopes);
}

type InboxRow = { [Column in keyof FeedInbox]: Column extends 'id' ? number : FeedInbox[Column] };

/** One row for each scope, entity and key, the one with the highest rev; in the order they were written. */
function fold(rows: InboxRow[]): InboxRow[] {
  const newest = new Map<string, InboxRow>();
  for (const row of rows.toSorted((a, b) => a.id - b.id)) {
    const name = `${row.scope} ${row.entity} ${row.key}`;
    const known = newest.get(name);
    if (known && known.rev > row.rev) continue;
    newest.delete(name);
    newest.set(name, row);
  }
  return [...newest.values()];
}

async function store(tx: Transaction<Database>, rows: InboxRow[], head: number, now: number): Promise<void> {
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

/** Parts small enough for the parameters of one statement. */
function* chunks<T>(rows: readonly T[], size = 500): Generator<T[]> {
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size);
}
