import { changeOf, changesFor } from '../../platform/changes/changes.ts';
import type { SyncedEntity } from '../../platform/changes/synced.ts';
import { responseRows, visibleResponsesByIds, responsesOf } from './responses.ts';
import { ticketRows, type TicketRecord } from './rows.ts';
import { countWindow, visibleTicketsByIds, ticketsBelow, ticketWindow } from './ticket-lists.ts';

const tickets: SyncedEntity = {
  entity: 'tickets',
  async read(db, person, keys) {
    const rows = await visibleTicketsByIds(db, person, keys);
    return changesFor('tickets', keys, await ticketRows(db, rows, person));
  },
  async page(db, person, after, limit) {
    const position = after === null ? null : positionOf(after);
    const window = position ? { person, from: position.from } : await ticketWindow(db, person);
    const rows = await ticketsBelow(db, window, { below: position?.below ?? null, limit });
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
    const rows = await visibleResponsesByIds(db, person, keys);
    return changesFor('responses', keys, await responseRows(db, rows, person));
  },
  /** Follows the pages of the tickets and returns all responses of each. */
  async page(db, person, after, limit) {
    const position = after === null ? null : positionOf(after);
    const window = position ? { person, from: position.from } : await ticketWindow(db, person);
    const candidates = await ticketsBelow(db, window, { below: position?.below ?? null, limit });
    const chosen = firstWithResponses(candidates, limit);
    const rows = await responsesOf(
      db,
      chosen.map((ticket) => ticket.id),
      person,
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

/** A user's newest tickets and all older ones that are not ended, with their responses. */
export const synced: readonly SyncedEntity[] = [tickets, responses];

/** Parses "<lowest number of the newest tickets>.<number of the last ticket sent>". */
function positionOf(after: string): { from: number; below: number } {
  const [from, below] = after.split('.').map(Number);
  return { from: from ?? 0, below: below ?? 0 };
}

/** Returns the first tickets that together have at least `limit` responses, or all of them. */
function firstWithResponses(candidates: TicketRecord[], limit: number): TicketRecord[] {
  let sum = 0;
  const full = candidates.findIndex((ticket) => (sum += ticket.responses_count) >= limit);
  return full === -1 ? candidates : candidates.slice(0, full + 1);
}
