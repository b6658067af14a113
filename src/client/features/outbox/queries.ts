import type { TicketRow } from '../../../contract/tickets.ts';
import type { LocalDatabase } from '../../local/database.ts';
import { waits } from '../../sync/fold.ts';
import type { LogLine, OutboxItem, SentItem } from '../../local/stored.ts';

/** What waits for one record, oldest first. */
export interface OutboxGroup {
  lane: string;
  /** The record, when it is a ticket this device has. */
  ticket: Pick<TicketRow, 'id' | 'number' | 'subject'> | null;
  items: OutboxItem[];
}

/** Everything that waits or needs its person, by record, in the order of the first action on each. */
export function readOutbox(db: LocalDatabase): Promise<OutboxGroup[]> {
  return db.transaction('r', db.outbox, db.tickets, async () => {
    const lanes = new Map<string, OutboxItem[]>();
    for (const item of await db.outbox.orderBy('seq').toArray()) {
      lanes.set(item.lane, [...(lanes.get(item.lane) ?? []), item]);
    }
    const tickets = await db.tickets.bulkGet([...lanes.keys()]);
    return [...lanes].map(([lane, items], at) => ({ lane, items, ticket: tickets[at] ?? null }));
  });
}

/** An action that was accepted lately, and its ticket where it is about one that this device has. */
export interface SentLine {
  item: SentItem;
  ticket: Pick<TicketRow, 'id' | 'subject'> | null;
}

/** What the server has accepted lately, newest first. */
export function readSentLately(db: LocalDatabase): Promise<SentLine[]> {
  return db.transaction('r', db.meta, db.tickets, async () => {
    const items = (await db.fact('sentLately')) ?? [];
    const tickets = await db.tickets.bulkGet(items.map(({ lane }) => lane));
    return items.map((item, at) => ({ item, ticket: tickets[at] ?? null }));
  });
}

/** How far the last bulk update has come; null without one. */
export function readBulk(db: LocalDatabase): Promise<{ total: number; waiting: number; parked: number } | null> {
  return db.transaction('r', db.meta, db.outbox, async () => {
    const ids = await db.fact('bulk');
    if (!ids?.length) return null;
    const items = await db.outbox.where('id').anyOf(ids).toArray();
    const waiting = items.filter(waits).length;
    return { total: ids.length, waiting, parked: items.length - waiting };
  });
}

/** The last exchanges with the server, newest first. */
export const readDiary = (db: LocalDatabase, lines = 20): Promise<LogLine[]> =>
  db.synclog.orderBy('n').reverse().limit(lines).toArray();
