import { liveQuery } from 'dexie';
import type { Change } from '../../../src/contract/sync.ts';
import { readCategoryPage } from '../../../src/client/features/categories/queries.ts';
import { readOrders, rowFilterOf } from '../../../src/client/features/orders/queries.ts';
import { readResponses, readTickets } from '../../../src/client/features/tickets/queries.ts';
import type { LocalDatabase } from '../../../src/client/local/database.ts';
import { newId } from '../../../src/client/local/ids.ts';
import { start, type Standing } from '../../../src/client/local/meta.ts';
import { orderIndexOf, ticketIndexOf } from '../../../src/client/local/row-indexes.ts';
import { applyAnswer } from '../../../src/client/sync/apply.ts';
import { perform } from '../../../src/client/sync/perform.ts';
import { openStores, type Stores } from './devices.ts';
import { inTurns, type Times } from './measure.ts';
import type { PlainStore } from './plain-store.ts';
import { changesOf, uuidAt, type Size } from './rows.ts';

export interface Writings {
  enqueue: Times;
  live: Times;
  delta: Times;
}

export async function writeAll(rounds: number, size: Size): Promise<Writings> {
  const stores = await openStores();
  const { floor, dexie, sqlite, ours } = stores;
  await tidy(ours, 0);
  const delta = await applyDeltas(Math.ceil(rounds / 2), size, stores);
  const put = (store: PlainStore) => (round: number) => store.put('responses', responseTo(uuidAt(1, round)));
  const enqueue = await inTurns(rounds * 4, {
    floor: put(floor),
    dexie: put(dexie),
    sqlite: put(sqlite),
    ours: async (round) => {
      await tidy(ours, round);
      await perform(ours, 'ticket.reply', {
        id: newId(),
        ticket_id: uuidAt(1, round),
        content: 'A reply of ordinary length.',
      });
    },
  });
  const live = await inTurns(rounds, {
    floor: (round) => putAndRead(floor, uuidAt(1, 5000 + round)),
    dexie: (round) => putAndSee(dexie, uuidAt(1, 5000 + round)),
    sqlite: (round) => putAndRead(sqlite, uuidAt(1, 5000 + round)),
    ours: (round) => replyAndSee(ours, uuidAt(1, 5000 + round)),
  });
  return { enqueue, live, delta };
}

/** An outbox seldom holds more than a few things: it is emptied now and then. */
async function tidy(db: LocalDatabase, round: number): Promise<void> {
  if (round % 20 > 0) return;
  await db.outbox.clear();
  await db.shadow.clear();
}

const responseTo = (ticket: string) => {
  const now = new Date().toISOString();
  return {
    id: newId(),
    ticket_id: ticket,
    content: 'A reply of ordinary length.',
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
  const seen = shown(
    () => store.responsesOf(ticket),
    (rows) => rows.some(({ id }) => id === row.id),
  );
  await store.put('responses', row);
  await seen;
}

/** From the reply to the list that shows it. */
async function replyAndSee(db: LocalDatabase, ticket: string): Promise<void> {
  const id = newId();
  const seen = shown(
    () => readResponses(db, ticket),
    (rows) => rows.some((row) => row.id === id),
  );
  await perform(db, 'ticket.reply', { id, ticket_id: ticket, content: 'A reply of ordinary length.' });
  await seen;
}

/** Waits until a live query gives what is wanted, and ends it. */
function shown<Value>(query: () => Promise<Value>, wanted: (value: Value) => boolean): Promise<void> {
  return new Promise((seen, fail) => {
    const live = liveQuery(query).subscribe({
      next: (value) => {
        if (!wanted(value)) return;
        live.unsubscribe();
        seen();
      },
      error: fail,
    });
  });
}

/** 100 changed rows under three lists: the newest orders of a status, the newest tickets, a category. */
async function applyDeltas(rounds: number, size: Size, { floor, dexie, sqlite, ours }: Stores): Promise<Times> {
  const [orders, tickets] = [orderIndexOf(ours), ticketIndexOf(ours)];
  // Above every revision of an earlier run with the same data.
  const before = Date.now();
  // Where the device stood when the answer was asked for.
  let at = (await ours.fact('at')) ?? start;
  const [ofStatus, all] = [rowFilterOf('', 'new'), { search: '', values: {} }];
  await Promise.all([
    new Promise<void>((ready) => void orders.follow(orders.partOf(ofStatus), ready)),
    new Promise<void>((ready) => void tickets.follow(tickets.partOf(all), ready)),
  ]);
  return inTurns(rounds, {
    floor: (round) => putAndReadLists(floor, deltaOf(size, before + round)),
    sqlite: (round) => putAndReadLists(sqlite, deltaOf(size, before + round)),
    dexie: async (round) => {
      const rev = before + round;
      const lists = [
        shown(
          () => dexie.orderPage('new'),
          (rows) => rows[0]?.rev === rev,
        ),
        shown(
          () => dexie.newestTickets(),
          (rows) => rows[0]?.rev === rev,
        ),
        shown(
          () => dexie.categoryPage(1),
          (rows) => rows.some((product) => product.rev === rev),
        ),
      ];
      await dexie.putAll(deltaOf(size, rev));
      await Promise.all(lists);
    },
    ours: async (round) => {
      const told = { at, changes: deltaOf(size, before + round) };
      await applyAndSee(ours, told, {
        orders: () => orders.getNow().find(ofStatus)!.slice(0, 10),
        tickets: () => tickets.getNow().find(all)!.slice(0, 20),
      });
      at = { ...at, epoch: 'bench', cursor: String(before + round), before: null };
    },
  });
}

async function putAndReadLists(store: PlainStore, changes: Change[]): Promise<void> {
  await store.putAll(changes);
  await Promise.all([store.orderPage('new'), store.newestTickets(), store.categoryPage(1)]);
}

interface Told {
  at: Standing;
  changes: Change[];
}

/** From the answer to the three lists that show it. */
async function applyAndSee(
  db: LocalDatabase,
  { at, changes }: Told,
  ids: { orders: () => number[]; tickets: () => string[] },
): Promise<void> {
  const rev = changes[0]!.rev;
  const lists = [
    shown(
      () => readOrders(db, ids.orders()),
      (rows) => rows[0]?.rev === rev,
    ),
    shown(
      () => readTickets(db, ids.tickets()),
      (rows) => rows[0]?.rev === rev,
    ),
    shown(
      () => readCategoryPage(db, 1),
      (page) => page!.products.some((product) => product.rev === rev),
    ),
  ];
  await applyDelta(db, { at, changes });
  await Promise.all(lists);
}

async function applyDelta(db: LocalDatabase, { at, changes }: Told): Promise<void> {
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
    { held: new Set(), request: { protocol: 1, ...at, mutations: [] }, at },
    { ...answer, results: [], older: [], changes, cursor },
    { at: Date.now(), ms: 0 },
  );
  if (!applied) throw new Error('the delta was not applied');
}

/** Sixty orders, thirty tickets and ten products, the newest of each. */
function deltaOf({ orders, tickets }: Size, rev: number): Change[] {
  const changes = [
    ...changesOf('orders', orders - 60, orders),
    ...changesOf('tickets', tickets - 30, tickets),
    ...changesOf('products', 0, 10),
  ];
  return changes.map((change) => ({ ...change, rev, row: { ...change.row, rev } }));
}
