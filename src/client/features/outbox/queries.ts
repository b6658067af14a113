import type { TicketRow } from '../../../contract/tickets.ts';
import type { LocalDatabase } from '../../local/database.ts';
import type { LogLine, OutboxItem } from '../../local/stored.ts';

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

/** The last exchanges with the server, newest first. */
export const readDiary = (db: LocalDatabase, lines = 20): Promise<LogLine[]> =>
  db.synclog.orderBy('n').reverse().limit(lines).toArray();
