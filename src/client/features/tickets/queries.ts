import type { Order } from '../../../contract/orders.ts';
import type { DirectoryUser } from '../../../contract/people.ts';
import { endedStatuses } from '../../../contract/ticket-rules.ts';
import type { ResponseRow, TicketRow } from '../../../contract/tickets.ts';
import type { LocalDatabase } from '../../local/database.ts';
import type { OutboxItem } from '../../local/stored.ts';

/** Reads a ticket by its UUID or its number; null when this device does not have it. */
export async function readTicket(db: LocalDatabase, ref: string): Promise<TicketRow | null> {
  const isNumber = /^\d+$/.test(ref);
  return (
    (await (isNumber ? db.tickets.where('number').equals(Number(ref)).first() : db.tickets.get(ref.toLowerCase()))) ??
    null
  );
}

/** Reads the responses of a ticket, oldest first. */
export const readResponses = (db: LocalDatabase, ticketId: string): Promise<ResponseRow[]> =>
  db.responses.where('[ticket_id+created_at]').between([ticketId], [ticketId, '\uffff']).toArray();

/** Reads the outbox items of a ticket, oldest first. */
export const readLane = (db: LocalDatabase, ticketId: string): Promise<OutboxItem[]> =>
  db.outbox.where('[lane+seq]').between([ticketId], [ticketId, Infinity]).toArray();

/** Reads the newest orders, for the order picker. */
export const readOrderChoices = (db: LocalDatabase, limit: number): Promise<Order[]> =>
  db.orders.orderBy('created_at').reverse().limit(limit).toArray();

export const readOrder = (db: LocalDatabase, id: number): Promise<Order | undefined> => db.orders.get(id);

export interface Customer {
  person: DirectoryUser | undefined;
  /** The newest five of the other tickets that have not ended, newest first. */
  open: TicketRow[];
  /** The last five orders, newest first. */
  orders: Order[];
}

/** Reads what this device knows about the customer of a ticket, without that ticket. */
export function readCustomer(db: LocalDatabase, userId: number, ticketId: string): Promise<Customer> {
  return db.transaction('r', db.people, db.tickets, db.orders, async () => {
    const keyRange = [[userId], [userId, '\uffff']] as const;
    const [person, tickets, orders] = await Promise.all([
      db.people.get(userId),
      db.tickets
        .where('[user_id+created_at]')
        .between(...keyRange)
        .reverse()
        .toArray(),
      db.orders
        .where('[user_id+created_at]')
        .between(...keyRange)
        .reverse()
        .limit(5)
        .toArray(),
    ]);
    return {
      person,
      orders,
      open: tickets.filter(({ id, status }) => id !== ticketId && !endedStatuses.includes(status)).slice(0, 5),
    };
  });
}

/** Returns the item that creates the ticket; undefined when the server has accepted it. */
export const openingOf = (lane: readonly OutboxItem[]): OutboxItem | undefined =>
  lane.find(({ kind }) => kind === 'ticket.open');

/** Returns the item that creates the response; undefined when the server has accepted it. */
export const replyOf = (lane: readonly OutboxItem[], responseId: string): OutboxItem | undefined =>
  lane.find(({ kind, args }) => kind === 'ticket.reply' && args.id === responseId);

/** Returns the pending and parked changes of status, priority and assignee, oldest first. */
export const changesOf = (lane: readonly OutboxItem[]): OutboxItem[] =>
  lane.filter(({ kind }) => kind === 'ticket.status' || kind === 'ticket.priority' || kind === 'ticket.assign');
