import { liveQuery } from 'dexie';
import type { Change } from '../../../src/contract/sync.ts';
import { readCategoryPage } from '../../../src/client/features/categories/queries.ts';
import { readResponses } from '../../../src/client/features/tickets/queries.ts';
import { readRows } from '../../../src/client/lists/list-source.ts';
import type { LocalDatabase } from '../../../src/client/local/database.ts';
import { uuidv7 } from '../../../src/contract/uuid.ts';
import { startPosition, type SyncPosition } from '../../../src/client/local/meta.ts';
import { orderIndexOf, ticketIndexOf } from '../../../src/client/local/rows-in-memory/row-indexes.ts';
import { applyAnswer } from '../../../src/client/sync/apply.ts';
import { perform } from '../../../src/client/sync/perform.ts';
import { openStores, type Stores } from './stores.ts';
import { inTurns, type Times } from './measure.ts';
import type { PlainStore, QueuedReply } from './plain-store.ts';
import { changesOf, uuidAt, type Size } from './rows.ts';

export interface WriteTimes {
  /** Queues a reply with all that an outbox needs. */
  enqueue: Times;
  /** Writes one row in the other stores, beside the same reply in ours. */
  oneRow: Times;
  /** From a reply to the list that shows it. */
  live: Times;
  /** From the answer of a pull to the lists that show its 100 rows. */
  delta: Times;
}

export async function writeAll(rounds: number, size: Size): Promise<WriteTimes> {
  const stores = await openStores();
  const { floor, dexie, sqlite, ours } = stores;
  await emptyOutbox(ours, 0);
  const delta = await applyDeltas(Math.ceil(rounds / 2), size, stores);
  const put = (store: PlainStore) => (round: number) => store.put('responses', responseTo(uuidAt(1, round)));
  const queue = (store: PlainStore) => (round: number) => store.queueReply(queuedReplyTo(uuidAt(1, round)));
  const reply = (from: number) => async (round: number) => {
    await emptyOutbox(ours, round);
    await perform(ours, 'ticket.reply', { id: uuidv7(), ticket_id: uuidAt(1, from + round), content });
  };
  const oneRow = await inTurns(rounds * 4, {
    floor: put(floor),
    dexie: put(dexie),
    sqlite: put(sqlite),
    ours: reply(0),
  });
  const enqueue = await inTurns(rounds * 4, {
    floor: queue(floor),
    dexie: queue(dexie),
    sqlite: queue(sqlite),
    ours: reply(1000),
  });
  const live = await inTurns(rounds, {
    floor: (round) => putAndRead(floor, uuidAt(1, 5000 + round)),
    dexie: (round) => putAndSee(dexie, uuidAt(1, 5000 + round)),
    sqlite: (round) => putAndRead(sqlite, uuidAt(1, 5000 + round)),
    ours: (round) => replyAndSee(ours, uuidAt(1, 5000 + round)),
  });
  return { enqueue, oneRow, live, delta };
}

/** Empties the outbox every 20 rounds, because a usual outbox holds only a few items. */
async function emptyOutbox(db: LocalDatabase, round: number): Promise<void> {
  if (round % 20 > 0) return;
  await db.outbox.clear();
  await db.shadow.clear();
}

const content = 'A reply of ordinary length.';

const queuedReplyTo = (ticket: string): QueuedReply => ({
  response: responseTo(ticket),
  item: {
    id: uuidv7(),
    lane: `ticket:${ticket}`,
    at: Date.now(),
    state: 'queued',
    args: { ticket_id: ticket, content },
  },
});

const responseTo = (ticket: string) => {
  const now = new Date().toISOString();
  return {
    id: uuidv7(),
    ticket_id: ticket,
    content,
    type: 'admin',
    author_name: 'Sara',
    created_at: now,
    rev: 0,
  };
};

async function putAndRead(store: PlainStore, ticket: string): Promise<void> {
  await store.put('responses', responseTo(ticket));
  await store.responsesOf(ticket);
}

async function putAndSee(store: PlainStore, ticket: string): Promise<void> {
  const row = responseTo(ticket);
  const seen = untilShown(
    () => store.responsesOf(ticket),
    (rows) => rows.some(({ id }) => id === row.id),
  );
  await store.put('responses', row);
  await seen;
}

/** Replies to a ticket and waits until its list of responses shows the reply. */
async function replyAndSee(db: LocalDatabase, ticket: string): Promise<void> {
  const id = uuidv7();
  const seen = untilShown(
    () => readResponses(db, ticket),
    (rows) => rows.some((row) => row.id === id),
  );
  await perform(db, 'ticket.reply', { id, ticket_id: ticket, content });
  await seen;
}

/** Waits until a live query returns a wanted value, and then ends the query. */
function untilShown<Value>(query: () => Promise<Value>, wanted: (value: Value) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const live = liveQuery(query).subscribe({
      next: (value) => {
        if (!wanted(value)) return;
        live.unsubscribe();
        resolve();
      },
      error: reject,
    });
  });
}

/**
 * Stores 100 changed rows while three lists are open: the newest orders of a status, the newest tickets, a category.
 */
async function applyDeltas(rounds: number, size: Size, { floor, dexie, sqlite, ours }: Stores): Promise<Times> {
  const [orders, tickets] = [orderIndexOf(ours), ticketIndexOf(ours)];
  // The revisions must be higher than those of an earlier run with the same data.
  const lowestRev = Date.now();
  // The device's position when the answer was requested.
  let at = (await ours.fact('at')) ?? startPosition;
  const [newOrders, allTickets] = [
    { search: '', values: { status: ['new'] } },
    { search: '', values: {} },
  ];
  await Promise.all([
    new Promise<void>((ready) => void orders.follow(orders.partOf(newOrders), ready)),
    new Promise<void>((ready) => void tickets.follow(tickets.partOf(allTickets), ready)),
  ]);
  return inTurns(rounds, {
    floor: (round) => putAndReadLists(floor, deltaOf(size, lowestRev + round)),
    sqlite: (round) => putAndReadLists(sqlite, deltaOf(size, lowestRev + round)),
    dexie: async (round) => {
      const rev = lowestRev + round;
      const lists = [
        untilShown(
          () => dexie.orderPage('new'),
          (rows) => rows[0]?.rev === rev,
        ),
        untilShown(
          () => dexie.newestTickets(),
          (rows) => rows[0]?.rev === rev,
        ),
        untilShown(
          () => dexie.categoryPage(1),
          (rows) => rows.some((product) => product.rev === rev),
        ),
      ];
      await dexie.putAll(deltaOf(size, rev));
      await Promise.all(lists);
    },
    ours: async (round) => {
      const pulled = { at, changes: deltaOf(size, lowestRev + round) };
      await applyAndSee(ours, pulled, {
        orders: () => orders.getSnapshot().find(newOrders)!.slice(0, 10),
        tickets: () => tickets.getSnapshot().find(allTickets)!.slice(0, 20),
      });
      at = { ...at, epoch: 'bench', cursor: String(lowestRev + round), before: null };
    },
  });
}

async function putAndReadLists(store: PlainStore, changes: Change[]): Promise<void> {
  await store.putAll(changes);
  await Promise.all([store.orderPage('new'), store.newestTickets(), store.categoryPage(1)]);
}

interface PulledChanges {
  at: SyncPosition;
  changes: Change[];
}

/** Applies an answer and waits until the three lists show its rows. */
async function applyAndSee(
  db: LocalDatabase,
  { at, changes }: PulledChanges,
  ids: { orders: () => number[]; tickets: () => string[] },
): Promise<void> {
  const rev = changes[0]!.rev;
  const lists = [
    untilShown(
      () => readRows(db.orders, ids.orders()),
      (rows) => rows[0]?.rev === rev,
    ),
    untilShown(
      () => readRows(db.tickets, ids.tickets()),
      (rows) => rows[0]?.rev === rev,
    ),
    untilShown(
      () => readCategoryPage(db, 1),
      (page) => page!.products.some((product) => product.rev === rev),
    ),
  ];
  await applyDelta(db, { at, changes });
  await Promise.all(lists);
}

async function applyDelta(db: LocalDatabase, { at, changes }: PulledChanges): Promise<void> {
  const answer = {
    code: 'SUCCESS',
    epoch: 'bench',
    reset: false,
    results: [],
    older: [],
    before: null,
    more: false,
    total: null,
    now: '',
  } as const;
  const cursor = String(changes[0]!.rev);
  const applied = await applyAnswer(
    db,
    { held: new Set(), toUpload: [], request: { protocol: 1, ...at, mutations: [] }, position: at },
    { ...answer, results: [], older: [], changes, cursor },
    { at: Date.now(), ms: 0 },
  );
  if (!applied) throw new Error('the delta was not applied');
}

/** The newest sixty orders and thirty tickets, and the first ten products, as changed rows with this revision. */
function deltaOf({ orders, tickets }: Size, rev: number): Change[] {
  const changes = [
    ...changesOf('orders', orders - 60, orders),
    ...changesOf('tickets', tickets - 30, tickets),
    ...changesOf('products', 0, 10),
  ];
  return changes.map((change) => ({ ...change, rev, row: { ...change.row, rev } }));
}
