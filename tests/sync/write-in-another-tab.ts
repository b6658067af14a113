import { Dexie, RangeSet } from 'dexie';
import type { TicketRow } from '../../src/contract/tickets.ts';
import type { LocalDatabase } from '../../src/client/local/database.ts';

/**
 * Writes a ticket as another tab does. Within a transaction of this tab it is stored after it, and Dexie's event about it
 * comes before the event of this tab's own commit.
 */
export function writeInAnotherTab(db: LocalDatabase, row: TicketRow): void {
  db.backendDB().transaction('tickets', 'readwrite').objectStore('tickets').put(row);
  Dexie.on.storagemutated.fire({ [`idb://${db.name}/tickets/`]: new RangeSet().addKeys([row.id]) });
}
