import { endedStatuses, tagsAfter } from '../../contract/ticket-rules.ts';
import type { Locale } from '../../contract/locales.ts';
import type { TicketStatus, TicketType } from '../../contract/tickets.ts';
import { demoData, type TopicName } from './data.ts';
import { adminAt, type UserRow } from './people.ts';
import type { Random } from './random.ts';
import type { ResponseRow, TicketRow } from './ticket-drafts.ts';
import { day, randomTimeAfter, hour } from './times.ts';

/** A ticket with what it is about and the language in which it is written. */
export interface DemoTicket {
  ticket: TicketRow;
  responses: ResponseRow[];
  topic: TopicName;
  locale: Locale;
  /** Set when the customer wrote it about the same thing as the ticket before it. */
  isDuplicate: boolean;
}

const { tags, urgentTag, notes } = demoData.support;

/** Adds tags, snoozes tickets and merges the duplicates; returns internal notes of the people in support. */
export function addSupportWork(
  demoTickets: readonly DemoTicket[],
  now: number,
  support: readonly UserRow[],
  random: Random,
): ResponseRow[] {
  for (const demoTicket of demoTickets) addTags(demoTicket, random);
  for (const { ticket } of demoTickets) snooze(ticket, now, random);
  for (const demoTicket of demoTickets)
    if (demoTicket.isDuplicate) merge(demoTicket, demoTickets, now, support, random);
  return demoTickets.flatMap((demoTicket) => noteOn(demoTicket, now, support, random));
}

function addTags({ ticket, topic }: DemoTicket, random: Random): void {
  const add = [
    ...(tags[topic] && random.chance(0.5) ? [tags[topic]] : []),
    ...(ticket.priority === 'high' && random.chance(0.5) ? [urgentTag] : []),
  ];
  if (add.length === 0) return;
  const after = tagsAfter([], { add, remove: [] });
  ticket.tags = JSON.stringify(after);
  ticket.tag_keys = `,${after.map((tag) => `${tag.toLowerCase()},`).join('')}`;
  ticket.rev += 1;
}

/** Snoozes some of the tickets whose customer was asked something, until the morning of one of the next days. */
function snooze(ticket: TicketRow, now: number, random: Random): void {
  if (ticket.status !== 'pending' || !random.chance(0.4)) return;
  ticket.snoozed_until = Math.floor(now / day) * day + random.int(1, 4) * day + 8 * hour;
  ticket.snoozed_by = ticket.assignee_by;
  ticket.snoozed_at = ticket.updated_at;
  ticket.rev += 1;
}

/** Merges a ticket into the one that the customer wrote before it. */
function merge(
  { ticket, topic }: DemoTicket,
  all: readonly DemoTicket[],
  now: number,
  support: readonly UserRow[],
  random: Random,
): void {
  const earlier = all.findLast(
    (other) => other.topic === topic && other.ticket.user_id === ticket.user_id && other.ticket.number < ticket.number,
  );
  if (!earlier) return;
  const at = randomTimeAfter(ticket.updated_at, hour, now, random);
  Object.assign(ticket, {
    merged_into_id: earlier.ticket.id,
    status_before_merge: ticket.status,
    status: 'closed',
    status_by: adminAt(support, at, random).name,
    status_at: at,
    updated_at: at,
    rev: ticket.rev + 1,
  });
}

/** Returns the internal note on a ticket that is being worked on, or of some that have ended. */
function noteOn(
  { ticket, topic, locale }: DemoTicket,
  now: number,
  support: readonly UserRow[],
  random: Random,
): ResponseRow[] {
  const hasEnded = endedStatuses.includes(ticket.status as TicketStatus);
  if (ticket.status === 'new' || ticket.merged_into_id || !random.chance(hasEnded ? 0.1 : 0.4)) return [];
  const at = randomTimeAfter(ticket.updated_at, 2 * hour, now, random);
  const author = adminAt(support, at, random);
  const content = random.pick(notes[demoData.topics[topic].type as TicketType][locale]);
  const id = random.uuid(at);
  const by = { user_id: author.id, type: 'admin', author_name: author.name };
  return [{ id, ticket_id: ticket.id, ...by, content, is_internal: 1, created_at: at, deleted_at: null, rev: 1 }];
}
