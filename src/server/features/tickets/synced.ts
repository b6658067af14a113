import { changeOf, changesFor } from '../../platform/changes.ts';
import type { SyncedEntity } from '../../platform/synced.ts';
import { responseRows, responsesAmong, responsesOf } from './responses.ts';
import { ticketRows, type TicketRecord } from './rows.ts';
import { countWindow, ticketsAmong, ticketsBelow, ticketWindow } from './ticket-lists.ts';

const tickets: SyncedEntity = {
  entity: 'tickets',
  async read(db, person, keys) {
    const rows = await ticketsAmong(db, person, keys);
    return changesFor('tickets', keys, await ticketRows(db, rows, person));
  },
  async page(db, person, after, limit) {
    const place = after === null ? null : placeOf(after);
    const window = place ? { person, from: place.from } : await ticketWindow(db, person);
    const rows = await ticketsBelow(db, window, { below: place?.below ?? null, limit });
    return {
      changes: (await ticketRows(db, rows, person)).map((row) => changeOf('tickets', row.id, row)),
      next: rows.length === limit ? `${window.from}.${rows.at(-1)!.number}` : null,
    };
  },
  async count(db, person) {
    return (await countWindow(db, await ticketWindow(db, person))).tickets;
  },
};

const responses: SyncedEntity = {
  entity: 'responses',
  async read(db, person, keys) {
    const rows = await responsesAmong(db, person, keys);
    return changesFor('responses', keys, await responseRows(db, rows, person));
  },
  /** Walks the same tickets as the tickets' pages do and brings all responses of each. */
  async page(db, person, after, limit) {
    const place = after === null ? null : placeOf(after);
    const window = place ? { person, from: place.from } : await ticketWindow(db, person);
    const candidates = await ticketsBelow(db, window, { below: place?.below ?? null, limit });
    const chosen = whileFewerThan(candidates, limit);
    const rows = await responsesOf(
      db,
      chosen.map((ticket) => ticket.id),
    );
    const isLast = chosen.length === candidates.length && candidates.length < limit;
    return {
      changes: (await responseRows(db, rows, person)).map((row) => changeOf('responses', row.id, row)),
      next: isLast ? null : `${window.from}.${chosen.at(-1)!.number}`,
    };
  },
  async count(db, person) {
    return (await countWindow(db, await ticketWindow(db, person))).responses;
  },
};

/** All open tickets and the newest ended ones, with their responses. */
export const synced: readonly SyncedEntity[] = [tickets, responses];

/** "<lowest number of the window>.<number of the last ticket taken>" */
function placeOf(after: string): { from: number; below: number } {
  const [from, below] = after.split('.').map(Number);
  return { from: from ?? 0, below: below ?? 0 };
}

/** The first tickets that have about so many responses together; at least one ticket. */
function whileFewerThan(candidates: TicketRecord[], limit: number): TicketRecord[] {
  let sum = 0;
  const full = candidates.findIndex((ticket) => (sum += ticket.responses_count) >= limit);
  return full === -1 ? candidates : candidates.slice(0, full + 1);
}
