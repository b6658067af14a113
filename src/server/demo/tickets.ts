import type { Selectable } from 'kysely';
import { searchText } from '../../contract/search.ts';
import type { TicketStatus } from '../../contract/tickets.ts';
import type { Responses, Tickets } from '../platform/database/schema.ts';
import type { DemoOrder } from './orders.ts';
import type { Locale } from './people-names.ts';
import { adminAt, tongueOf, type UserRow } from './people.ts';
import type { Random } from './random.ts';
import { draftTickets, type Draft, type Shop } from './ticket-drafts.ts';
import { talk, type Line } from './ticket-talk.ts';
import { topics, type TicketTexts, type TopicName } from './ticket-topics.ts';
import { arabic } from './tickets-texts-ar.ts';
import { english } from './tickets-texts-en.ts';
import { french } from './tickets-texts-fr.ts';
import { day, hour, later, minute } from './times.ts';

export type TicketRow = Selectable<Tickets>;
export type ResponseRow = Selectable<Responses>;

/** The number of the first ticket; before it `house.ticket_number` is 1000. */
export const firstNumber = 1001;

const texts: Record<Locale, TicketTexts> = { en: english, fr: french, ar: arabic };

/** Makes `count` tickets with their responses, numbered in the order they were opened. */
export function makeTickets(
  count: number,
  now: number,
  shop: Shop,
  random: Random,
): { tickets: TicketRow[]; responses: ResponseRow[] } {
  const made = draftTickets(count, now, shop, random).map((draft, index) => {
    const words = texts[tongueOf(draft.customer.row, random)];
    const opening = random.int(0, words.topics[draft.topic].openings.length - 1);
    const telling: Telling = { draft, words, opening, fill: filler(draft.order, random), now };
    const ticket = openTicket(firstNumber + index, telling, random);
    return answer(ticket, telling, adminAt(shop.admins, draft.at, random), random);
  });
  return { tickets: made.map(({ ticket }) => ticket), responses: made.flatMap(({ responses }) => responses) };
}

interface Telling {
  draft: Draft;
  words: TicketTexts;
  /** Which of the topic's openings. */
  opening: number;
  /** Puts the order's facts into a text. */
  fill(text: string): string;
  now: number;
}

/** A ticket just opened, with the status it is going to have. */
function openTicket(number: number, { draft, words, opening, fill, now }: Telling, random: Random): TicketRow {
  const { at, customer, topic, order } = draft;
  const { row: owner } = customer;
  const id = random.uuid(at);
  const { subjects, openings } = words.topics[topic];
  const [subject, content] = [fill(subjects[opening]!), fill(openings[opening]!)];
  return {
    id,
    number,
    user_id: owner.id,
    user_name: owner.name,
    user_email: owner.email,
    subject,
    content,
    type: topics[topic].type,
    priority: random.weighted({ low: 14, medium: 66, high: urgent.has(topic) ? 60 : 14 }),
    status: draft.status ?? statusAt(now - at, random),
    order_id: order?.row.id ?? null,
    responses_count: 0,
    last_response_by: null,
    last_response_at: null,
    status_by: null,
    status_at: null,
    priority_by: null,
    priority_at: null,
    assignee_id: null,
    assignee_by: null,
    assignee_at: null,
    search_text: searchText([number, id, subject, content, owner.name, owner.email]),
    created_at: at,
    updated_at: at,
    deleted_at: null,
    rev: 1,
  };
}

const urgent: ReadonlySet<TopicName> = new Set(['charged-twice', 'wrong-line']);

/** The same ticket with the conversation that led to its status. */
function answer(
  ticket: TicketRow,
  { draft, words, opening, fill, now }: Telling,
  admin: UserRow,
  random: Random,
): { ticket: TicketRow; responses: ResponseRow[] } {
  const { topic, order } = draft;
  const status = ticket.status as TicketStatus; // set by openTicket
  const moneyBack = order ? order.returnedAt !== null : null;
  const lines = talk({ status, words, topic, opening, moneyBack }, random);
  const responses = say(lines, { ticket, owner: draft.customer.row, admin, now, fill }, random);
  const last = responses.at(-1);
  if (last) {
    ticket.last_response_by = last.type;
    ticket.last_response_at = last.created_at;
    ticket.updated_at = last.created_at;
  }
  ticket.responses_count = responses.length;
  ticket.rev += responses.length + stepsTo[status];
  if (status !== 'new') {
    ticket.assignee_id = admin.id;
    ticket.assignee_by = admin.name;
    ticket.assignee_at = responses[0]?.created_at ?? ticket.created_at;
    setTurn(ticket, status, { responses, admin, now }, random);
  }
  return { ticket, responses };
}

/** Changes of status beside those that a reply brings. */
const stepsTo: Record<TicketStatus, number> = { new: 0, open: 0, in_progress: 0, pending: 1, resolved: 1, closed: 2 };

/** By age in days: the fresh ones wait, the old ones are over. */
const oddsByAge: readonly (readonly [days: number, odds: Partial<Record<TicketStatus, number>>])[] = [
  [2, { new: 52, in_progress: 24, open: 16, resolved: 8 }],
  [6, { new: 24, in_progress: 26, open: 18, pending: 14, resolved: 18 }],
  [15, { new: 4, in_progress: 22, open: 14, pending: 20, resolved: 30, closed: 10 }],
  [40, { in_progress: 5, open: 3, pending: 9, resolved: 48, closed: 35 }],
  [Infinity, { pending: 1, resolved: 17, closed: 82 }],
];

function statusAt(age: number, random: Random): TicketStatus {
  return random.weighted<TicketStatus>(oddsByAge.find(([days]) => age / day <= days)![1]);
}

interface Voices {
  ticket: TicketRow;
  owner: UserRow;
  admin: UserRow;
  now: number;
  fill(text: string): string;
}

function say(lines: readonly Line[], { ticket, owner, admin, now, fill }: Voices, random: Random): ResponseRow[] {
  let last = ticket.created_at;
  return lines.map(({ by, text }) => {
    last = later(last, by === 'admin' ? 4 * hour : 6 * hour, now, random);
    const author = by === 'admin' ? admin : owner;
    return {
      id: random.uuid(last),
      ticket_id: ticket.id,
      user_id: author.id,
      type: by,
      author_name: author.name,
      content: fill(text),
      created_at: last,
      deleted_at: null,
      rev: 1,
    };
  });
}

/** Says who brought the ticket to its status and when: a reply reopens and begins, the rest is set by hand. */
function setTurn(
  ticket: TicketRow,
  status: TicketStatus,
  { responses, admin, now }: { responses: readonly ResponseRow[]; admin: UserRow; now: number },
  random: Random,
): void {
  if (status === 'open' || status === 'in_progress') {
    ticket.status_by = status === 'open' ? ticket.user_name : admin.name;
    ticket.status_at = (status === 'open' ? responses.at(-1)! : responses[0]!).created_at;
    return;
  }
  ticket.status_by = admin.name;
  ticket.status_at = later(ticket.updated_at, status === 'closed' ? 2 * day : 2 * minute, now, random);
  ticket.updated_at = ticket.status_at;
}

function filler(order: DemoOrder | null, random: Random): (text: string) => string {
  const digits = String(random.int(10, 59));
  if (!order) return (text) => text.replaceAll('{n}', digits);
  const { id, total_cents: cents } = order.row;
  return (text) =>
    text
      .replaceAll('{order}', `#${id}`)
      .replaceAll('{product}', order.item.product_name)
      .replaceAll('{amount}', `${(cents / 100).toFixed(2)} €`)
      .replaceAll('{n}', digits);
}
