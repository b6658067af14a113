import type { TicketRow } from '../../../contract/tickets.ts';
import type { LocalDatabase } from '../../local/database.ts';
import { isPendingItem } from '../../sync/optimistic.ts';
import type { LogLine, OutboxItem, SentItem } from '../../local/stored.ts';
import type { RoleName } from '../../../contract/people.ts';

/** The outbox items of one record, oldest first. */
export interface OutboxGroup {
  lane: string;
  /** The record, when it is a ticket that this device has; null otherwise. */
  ticket: Pick<TicketRow, 'id' | 'number' | 'subject'> | null;
  items: OutboxItem[];
}

/** Reads the outbox by record; records are in the order of their oldest item. */
export function readOutbox(db: LocalDatabase): Promise<OutboxGroup[]> {
  return db.transaction('r', db.outbox, db.tickets, async () => {
    const lanes = new Map<string, OutboxItem[]>();
    for (const item of await db.outbox.orderBy('seq').toArray()) {
      lanes.set(item.lane, [...(lanes.get(item.lane) ?? []), item]);
    }
    const tickets = await db.tickets.bulkGet([...lanes.keys()]);
    return [...lanes].map(([lane, items], index) => ({ lane, items, ticket: tickets[index] ?? null }));
  });
}

/** A recently accepted action, with its ticket when this device has it. */
export interface SentLine {
  item: SentItem;
  ticket: Pick<TicketRow, 'id' | 'subject'> | null;
}

/** Reads the actions that the server has recently accepted, newest first. */
export function readSentLately(db: LocalDatabase): Promise<SentLine[]> {
  return db.transaction('r', db.meta, db.tickets, async () => {
    const items = (await db.fact('sentLately')) ?? [];
    const tickets = await db.tickets.bulkGet(items.map(({ lane }) => lane));
    return items.map((item, index) => ({ item, ticket: tickets[index] ?? null }));
  });
}

/** Counts the changes of the last bulk update by state; null when there was none. */
export function readBulk(db: LocalDatabase): Promise<{ total: number; waiting: number; parked: number } | null> {
  return db.transaction('r', db.meta, db.outbox, async () => {
    const ids = await db.fact('bulk');
    if (!ids?.length) return null;
    const items = await db.outbox.where('id').anyOf(ids).toArray();
    const waiting = items.filter(isPendingItem).length;
    return { total: ids.length, waiting, parked: items.length - waiting };
  });
}

/** Reads the latest requests to the server from the sync log, newest first. */
export const readSyncLog = (db: LocalDatabase, lines = 20): Promise<LogLine[]> =>
  db.synclog.orderBy('n').reverse().limit(lines).toArray();

/** Returns the path of a ticket's page for a user of this role. */
export const ticketPathOf = (role: RoleName | undefined, ticketId: string): string =>
  `/${role === 'admin' ? 'admin' : 'user'}/tickets/${ticketId}`;
