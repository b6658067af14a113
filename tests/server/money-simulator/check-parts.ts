import type { Selectable } from 'kysely';
import type { Database } from '../../../src/server/platform/database/schema.ts';
import { identityOf, type Intent, type MoneyFaultKind } from './story.ts';

type Row = Selectable<Database['ledger']>;

interface Tables {
  orders: Pick<Selectable<Database['orders']>, 'id' | 'total_cents'>[];
  ledger: Row[];
}

type Report = (kind: MoneyFaultKind, detail: string) => void;

/** An order as its rows make it, from the oldest on. */
interface Replayed {
  left: number;
  isCharged: boolean;
  cycle: number;
  part: number;
}

/**
 * Checks that each row of an order moves what is left of its price at that moment, or a part of it that is smaller, for
 * the rest that its admin saw, and that charges and parts are counted.
 */
export function checkParts({ orders, ledger }: Tables, intents: readonly Intent[], report: Report): void {
  const seen = new Map(intents.map((intent) => [identityOf(intent), intent.seen]));
  const rows = Map.groupBy(ledger, (row) => row.order_id);
  for (const { id, total_cents: total } of orders) {
    const order: Replayed = { left: total, isCharged: false, cycle: 0, part: 0 };
    for (const row of rows.get(id) ?? []) {
      const say = (kind: MoneyFaultKind) =>
        report(kind, `order ${id}: row ${row.id} of ${row.amount_cents}, ${order.left} of ${total} left`);
      if (row.kind === 'charge') replayCharge(order, row, say);
      else if (row.part === 0) replayReturn(order, row, say);
      else replayPart(order, row, seen.get(identityOf({ actorId: row.actor_id, key: row.key })), say);
    }
  }
}

type Say = (kind: MoneyFaultKind) => void;

function replayCharge(order: Replayed, row: Row, say: Say): void {
  if (order.isCharged) say('booked more than once');
  if (row.amount_cents !== -order.left) say('charged another amount than was left');
  if (row.cycle !== order.cycle + 1) say('not of the newest charge');
  order.isCharged = true;
  order.cycle = row.cycle ?? 0;
}

function replayReturn(order: Replayed, row: Row, say: Say): void {
  if (!order.isCharged) say('booked more than once');
  if (row.amount_cents !== order.left) say('returned another amount than was left');
  if (row.cycle !== order.cycle) say('not of the newest charge');
  order.isCharged = false;
}

function replayPart(order: Replayed, row: Row, seen: number | undefined, say: Say): void {
  if (!order.isCharged) say('part of an order that is not charged');
  if (seen !== order.left) say('part of another rest than its admin saw');
  if (row.amount_cents >= order.left) say('part of all that was left');
  if (row.cycle !== order.cycle || row.part !== order.part + 1) say('not of the newest charge');
  order.left -= row.amount_cents;
  order.part = row.part;
}
