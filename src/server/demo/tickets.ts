import type { CurrencyCode } from '../../contract/currencies.ts';
import { searchText } from '../../contract/search.ts';
import type { TicketStatus } from '../../contract/tickets.ts';
import { makeConversation, type Message } from './conversations.ts';
import { demoData, type TicketTexts, type TopicName } from './data.ts';
import type { DemoOrder } from './orders.ts';
import { adminAt, languageOf, type UserRow } from './people.ts';
import { createRandom, type Random } from './random.ts';
import { addSupportWork, type DemoTicket } from './support.ts';
import { draftTickets, type Draft, type ResponseRow, type TicketRow, type TicketShop } from './ticket-drafts.ts';
import { day, hour, randomTimeAfter, minute } from './times.ts';

/** The number of the first ticket, as in a database that starts empty. */
export const firstTicketNumber = 1001;

const { topics } = demoData;

/**
 * Makes `count` tickets with their responses and the internal notes on them, numbered in the order in which they were
 * opened.
 */
export function makeTickets(
  count: number,
  now: number,
  shop: TicketShop & { currency: CurrencyCode },
  random: Random,
): { tickets: TicketRow[]; responses: ResponseRow[]; notes: ResponseRow[] } {
  const demoTickets = draftTickets(count, now, shop, random).map((draft, index): DemoTicket => {
    const locale = languageOf(draft.customer.row, random);
    const texts = demoData[`tickets.${locale}`];
    const opening = random.int(0, texts.topics[draft.topic].openings.length - 1);
    const fill = createPlaceholderFill(draft.order, shop.currency, random);
    const input: TicketInput = { draft, texts, opening, fill, now };
    const ticket = makeTicket(firstTicketNumber + index, input, random);
    const answered = answerTicket(ticket, input, adminAt(shop.admins, draft.at, random), random);
    return { ...answered, topic: draft.topic, locale, isDuplicate: draft.isDuplicate === true };
  });
  const notes = addSupportWork(demoTickets, now, shop.admins, createRandom('support'));
  return {
    notes,
    tickets: demoTickets.map(({ ticket }) => ticket),
    responses: demoTickets.flatMap(({ responses }) => responses),
  };
}

interface TicketInput {
  draft: Draft;
  texts: TicketTexts;
  /** The index of the chosen opening text of the topic. */
  opening: number;
  /** Replaces the placeholders of a text. */
  fill(text: string): string;
  now: number;
}

/** Makes a ticket in its final status, still without responses. */
function makeTicket(number: number, { draft, texts, opening, fill, now }: TicketInput, random: Random): TicketRow {
  const { at, customer, topic, order } = draft;
  const { row: owner } = customer;
  const id = random.uuid(at);
  const { subjects, openings } = texts.topics[topic];
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
    priority: random.weighted({ low: 14, medium: 66, high: urgentTopics.has(topic) ? 60 : 14 }),
    status: draft.status ?? statusAt(now - at, random),
    order_id: order?.row.id ?? null,
    responses_count: 0,
    last_response_by: null,
    last_response_at: null,
    status_by: null,
    status_at: null,
    priority_by: null,
    priority_at: null,
    tags: '[]',
    tag_keys: '',
    snoozed_until: null,
    snoozed_by: null,
    snoozed_at: null,
    merged_into_id: null,
    status_before_merge: null,
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

const urgentTopics: ReadonlySet<TopicName> = new Set(['charged-twice', 'wrong-number']);

/** Adds responses that fit the ticket's status. */
function answerTicket(
  ticket: TicketRow,
  { draft, texts, opening, fill, now }: TicketInput,
  admin: UserRow,
  random: Random,
): { ticket: TicketRow; responses: ResponseRow[] } {
  const { topic, order } = draft;
  const status = ticket.status as TicketStatus; // set by makeTicket
  const isRefunded = order ? order.returnedAt !== null : null;
  const messages = makeConversation({ status, texts, topic, opening, isRefunded }, random);
  const responses = makeResponses(messages, { ticket, owner: draft.customer.row, admin, now, fill }, random);
  const last = responses.at(-1);
  if (last) {
    ticket.last_response_by = last.type;
    ticket.last_response_at = last.created_at;
    ticket.updated_at = last.created_at;
  }
  ticket.responses_count = responses.length;
  ticket.rev += responses.length + statusChanges[status];
  if (status !== 'new') {
    ticket.assignee_id = admin.id;
    ticket.assignee_by = admin.name;
    ticket.assignee_at = responses[0]?.created_at ?? ticket.created_at;
    setStatusChange(ticket, status, { responses, admin, now }, random);
  }
  return { ticket, responses };
}

/** How often an admin has changed the status, without the changes that replies cause. */
const statusChanges: Record<TicketStatus, number> = {
  new: 0,
  open: 0,
  in_progress: 0,
  pending: 1,
  resolved: 1,
  closed: 2,
};

/** The weights of the statuses by a ticket's age in days: recent tickets are open, old ones are closed. */
const statusWeightsByAge: readonly (readonly [days: number, weights: Partial<Record<TicketStatus, number>>])[] = [
  [2, { new: 52, in_progress: 24, open: 16, resolved: 8 }],
  [6, { new: 24, in_progress: 26, open: 18, pending: 14, resolved: 18 }],
  [15, { new: 4, in_progress: 22, open: 14, pending: 20, resolved: 30, closed: 10 }],
  [40, { in_progress: 5, open: 3, pending: 9, resolved: 48, closed: 35 }],
  [Infinity, { pending: 1, resolved: 17, closed: 82 }],
];

function statusAt(age: number, random: Random): TicketStatus {
  return random.weighted<TicketStatus>(statusWeightsByAge.find(([days]) => age / day <= days)![1]);
}

interface ConversationInput {
  ticket: TicketRow;
  owner: UserRow;
  admin: UserRow;
  now: number;
  fill(text: string): string;
}

function makeResponses(
  messages: readonly Message[],
  { ticket, owner, admin, now, fill }: ConversationInput,
  random: Random,
): ResponseRow[] {
  let last = ticket.created_at;
  return messages.map(({ by, text }) => {
    last = randomTimeAfter(last, by === 'admin' ? 4 * hour : 6 * hour, now, random);
    const author = by === 'admin' ? admin : owner;
    return {
      id: random.uuid(last),
      ticket_id: ticket.id,
      user_id: author.id,
      type: by,
      author_name: author.name,
      content: fill(text),
      is_internal: 0,
      created_at: last,
      deleted_at: null,
      rev: 1,
    };
  });
}

/** Sets who changed the status and when: replies lead to `open` and `in_progress`, admins set the other statuses. */
function setStatusChange(
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
  ticket.status_at = randomTimeAfter(ticket.updated_at, status === 'closed' ? 2 * day : 2 * minute, now, random);
  ticket.updated_at = ticket.status_at;
}

/** Returns a function that replaces the placeholders of a text with the facts of an order. */
function createPlaceholderFill(
  order: DemoOrder | null,
  currency: CurrencyCode,
  random: Random,
): (text: string) => string {
  const digits = String(random.int(10, 59));
  if (!order) return (text) => text.replaceAll('{n}', digits);
  const { id, total_cents: cents } = order.row;
  return (text) =>
    text
      .replaceAll('{order}', `#${id}`)
      .replaceAll('{product}', order.item.product_name)
      .replaceAll('{amount}', `${(cents / 100).toFixed(2)} ${currency === 'EUR' ? '€' : currency}`)
      .replaceAll('{n}', digits);
}
