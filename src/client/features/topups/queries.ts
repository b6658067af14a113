import type { LedgerRow } from '../../../contract/balance.ts';
import type { TopupMethodRow } from '../../../contract/topup-settings.ts';
import type { TopupRow } from '../../../contract/topups.ts';
import type { LocalDatabase } from '../../local/database.ts';
import type { OutboxItem } from '../../local/stored.ts';
import { isPendingItem } from '../../sync/optimistic.ts';

/** A request of the customer, and the item that opens it until the server has accepted it. */
export interface OwnTopup {
  topup: TopupRow;
  opening: OutboxItem | undefined;
}

/** Reads the requests of a customer, newest first. */
export function readOwnTopups(db: LocalDatabase, userId: number): Promise<OwnTopup[]> {
  return db.transaction('r', db.topups, db.outbox, async () => {
    const [topups, openings] = await Promise.all([
      db.topups.where('[user_id+created_at]').between([userId], [userId, '\uffff']).reverse().toArray(),
      db.outbox.filter(({ kind }) => kind === 'topup.open').toArray(),
    ]);
    const byId = new Map(openings.map((item) => [item.lane, item]));
    return topups.map((topup) => ({ topup, opening: byId.get(topup.id) }));
  });
}

/** A request with what belongs to it on this device. */
export interface OpenedTopup {
  topup: TopupRow;
  /** The outbox items of the request, oldest first. */
  lane: OutboxItem[];
  /** The method, while customers may choose it. */
  method: TopupMethodRow | undefined;
  /** The movement of the balance by its approval, when this device has it. */
  movement: LedgerRow | undefined;
}

/** Reads a request by its UUID or its number; null when this device does not have it. */
export function readOpenedTopup(db: LocalDatabase, ref: string): Promise<OpenedTopup | null> {
  return db.transaction('r', db.topups, db.topup_methods, db.ledger, db.outbox, async () => {
    const topup = await readTopup(db, ref);
    if (!topup) return null;
    const [lane, method, movement] = await Promise.all([
      db.outbox.where('[lane+seq]').between([topup.id], [topup.id, Infinity]).toArray(),
      db.topup_methods.get(topup.method_id),
      topup.status === 'approved' ? db.ledger.filter((row) => row.topup_id === topup.id).first() : undefined,
    ]);
    return { topup, lane, method, movement };
  });
}

const readTopup = (db: LocalDatabase, ref: string): Promise<TopupRow | undefined> =>
  /^\d+$/.test(ref)
    ? db.topups.filter(({ number }) => number === Number(ref)).first()
    : db.topups.get(ref.toLowerCase());

/** Returns the item that opens the request; undefined when the server has accepted it. */
export const openingOf = (lane: readonly OutboxItem[]): OutboxItem | undefined =>
  lane.find(({ kind }) => kind === 'topup.open');

/** Returns the cancellation that the server has refused; undefined when there is none. */
export const parkedCancelOf = (lane: readonly OutboxItem[]): OutboxItem | undefined =>
  lane.find((item) => item.kind === 'topup.cancel' && !isPendingItem(item));
