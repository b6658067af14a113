import { liveQuery } from 'dexie';
import type { Change } from '../../../src/contract/sync.ts';
import { readCategoryPage } from '../../../src/client/features/categories/queries.ts';
import { orderListsOf } from '../../../src/client/features/orders/order-lists.ts';
import { readOrders } from '../../../src/client/features/orders/queries.ts';
import { readResponses, readTickets } from '../../../src/client/features/tickets/queries.ts';
import { ticketIndexOf } from '../../../src/client/features/tickets/ticket-index.ts';
import type { LocalDatabase } from '../../../src/client/local/database.ts';
import { newId } from '../../../src/client/local/ids.ts';
import { start } from '../../../src/client/local/meta.ts';
import { applyAnswer } from '../../../src/client/sync/apply.ts';
import { perform } from '../../../src/client/sync/perform.ts';
import { openFloor, openOurs } from './devices.ts';
import type { Floor } from './floor.ts';
import { inTurns, type Pair } from './measure.ts';
import { changesOf, uuidAt, type Size } from './rows.ts';

export interface Writings {
  enqueue: Pair;
  live: Pair;
  delta: Pair;
}

export async function writeBoth(rounds: number, size: Size): Promise<Writings> {
  const [floor, ours] = await Promise.all([openFloor(), openOurs()]);
  const delta = await applyDeltas(Math.ceil(rounds / 2), size, floor, ours);
  const enqueue = await inTurns(
    rounds * 4,
    (round) => floor.put('responses', responseTo(uuidAt(1, round))),
    async (round) => {
      await tidy(ours, round);
      await perform(ours, 'ticket.reply', {
        id: newId(),
        ticket_id: uuidAt(1, round),
        content: 'A reply of ordinary length.',
      });
    },
  );
  const live = await inTurns(
    rounds,
    (round) => putAndRead(floor, uuidAt(1, 5000 + round)),
    (round) => replyAndSee(ours, uuidAt(1, 5000 + round)),
  );
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

async function putAndRead(floor: Floor, ticket: string): Promise<void> {
  await floor.put('responses', responseTo(ticket));
  await floor.responsesOf(ticket);
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
async function applyDeltas(rounds: number, size: Size, floor: Floor, ours: LocalDatabase): Promise<Pair> {
  const [orders, tickets] = [orderListsOf(ours), ticketIndexOf(ours)];
  await Promise.all([
    new Promise<void>((ready) => void orders.follow('new', ready)),
    new Promise<void>((ready) => void tickets.subscribe(ready)),
  ]);
  return inTurns(
    rounds,
    async (round) => {
      await floor.putAll(deltaOf(size, round + 2));
      await Promise.all([floor.orderPage('new'), floor.newestTickets(), floor.categoryPage(1)]);
    },
    async (round) => {
      const rev = round + 2;
      const lists = [
        shown(
          () => readOrders(ours, orders.idsNow('new')!.slice(0, 10)),
          (rows) => rows[0]?.rev === rev,
        ),
        shown(
          () => readTickets(ours, tickets.find({ search: '', status: [], type: [] }).slice(0, 20)),
          (rows) => rows[0]?.rev === rev,
        ),
        shown(
          () => readCategoryPage(ours, 1),
          (page) => page!.products.some((product) => product.rev === rev),
        ),
      ];
      await applyDelta(ours, deltaOf(size, rev));
      await Promise.all(lists);
    },
  );
}

async function applyDelta(db: LocalDatabase, changes: Change[]): Promise<void> {
  const at = (await db.fact('at')) ?? start;
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
