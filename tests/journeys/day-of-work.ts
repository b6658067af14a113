import { expect } from '@playwright/test';
import { roleIds } from '../../src/contract/limits.ts';
import type { Ticket } from '../../src/contract/tickets.ts';
import { reencode } from '../../src/server/platform/files/images.ts';
import type { openHouse } from '../support/open-ledger.ts';
import type { RunningServer } from '../support/running-server.ts';
import { picture, type Upload } from '../support/uploads.ts';
import { apiOf, type Api } from './api.ts';
import { rootAccount, type Account } from './house.ts';
import { largePdf } from './large-pdf.ts';

/* What is done on the flaky day, and how the server must have it in the end. */

/** The subjects of the tickets. */
export const [first, second, third] = ['Flaky day 1', 'Flaky day 2', 'Flaky day 3'];
/** Tickets of the bulk change. */
export const bulkSize = 20;

/** The texts of each ticket, in order. */
export const textsOf: Record<string, string[]> = {
  [first]: [first, 'first 1', 'first 2', 'first 3'],
  [second]: [second, 'second 1', 'second 2'],
  [third]: [third, 'third 1', 'third 2', 'third 3', 'third 4'],
};

/** What is done to each ticket, in order: a reply keeps the status, but for the first one. */
const changesOf: Record<string, string[]> = {
  [first]: [
    'ticket.open',
    'ticket.reply in_progress',
    'ticket.status pending',
    'ticket.reply pending',
    'ticket.status resolved',
    'ticket.reply resolved',
  ],
  [second]: ['ticket.open', 'ticket.reply in_progress', 'ticket.status open', 'ticket.reply open'],
  [third]: [
    'ticket.open',
    'ticket.reply in_progress',
    'ticket.status closed',
    'ticket.reply closed',
    'ticket.reply closed',
    'ticket.reply closed',
  ],
};

/** The admin's pages of the tickets, by subject. */
export type Paths = Record<string, string>;

export interface Day {
  /** The third ticket's id. */
  thirdTicket: string;
  photos: [Upload, Upload];
  proof: Upload;
  orderId: number;
  /** The customer's e-mail address. */
  customer: string;
  root: Api;
  colleague: { id: number; name: string };
}

interface Shop {
  server: RunningServer;
  house: House;
}

type House = ReturnType<typeof openHouse>;

/** What there is before the day: a ticket, an order to deliver, a colleague, and the files. */
export async function prepareDay({ server, house }: Shop, customer: Account): Promise<Day> {
  const root = await apiOf(server.url, await rootAccount(server));
  const person = { name: 'Nadia Colleague', email: 'nadia@comptoir.example', password: 'a good long phrase' };
  const { user } = await root.post<{ user: Day['colleague'] }>('/api/users', { ...person, role_id: roleIds.admin });
  const api = await apiOf(server.url, customer);
  const { ticket } = await api.post<{ ticket: { id: string } }>('/api/tickets', {
    subject: third,
    type: 'general',
    priority: 'medium',
    content: third,
  });
  return {
    photos: [await photoOf('first.png', 40), await photoOf('second.png', 60)],
    proof: largePdf('proof.pdf', 3 * 1024 * 1024),
    orderId: await house.orderToDeliver(),
    root,
    colleague: user,
    thirdTicket: ticket.id,
    customer: customer.email,
  };
}

/** A picture in the server's own encoding: the server encodes images again, so that nothing is hidden in them. */
async function photoOf(name: string, side: number): Promise<Upload> {
  return { name, type: 'image/png', bytes: Uint8Array.from(await reencode(await picture('png', side), 'png')) };
}

/** How many tickets the server has changed as the bulk change does, and in no other way. */
export const bulkChanged = async (house: House): Promise<number> =>
  Object.values(await house.history()).filter((entries) => entries.join() === 'ticket.status resolved').length;

export async function arrivedOnceAndInOrder(house: House, paths: Paths, { orderId, customer }: Day): Promise<void> {
  expect(await house.conversations(customer, 'Flaky day')).toEqual(textsOf);
  const history = await house.history();
  const changes = Object.keys(changesOf).map((subject) => [subject, history[`tickets:${idIn(paths[subject])}`]]);
  expect(Object.fromEntries(changes)).toEqual(changesOf);
  expect(await bulkChanged(house)).toBe(bulkSize);
  expect(history[`orders:${orderId}`]).toEqual(['order.deliver completed']);
}

export async function filesArrivedWhole(house: House, paths: Paths, day: Day): Promise<void> {
  const { root: api, photos, proof, orderId } = day;
  const attached = async (subject: string) => {
    const ticket = (await (await api.get(`/api/tickets/${idIn(paths[subject])}`)).json()) as Ticket;
    return ticket.attachments.map(({ id }) => id);
  };
  const sent = new Map([
    [photos[0], await attached(first)],
    [photos[1], await attached(second)],
    [proof, [await house.proofOf(orderId)]],
  ]);
  for (const [file, ids] of sent) {
    expect(ids, file.name).toHaveLength(1);
    const kept = await (await api.get(`/api/files/${ids[0]}`)).arrayBuffer();
    expect(Buffer.compare(Buffer.from(kept), Buffer.from(file.bytes)), file.name).toBe(0);
  }
}

const idIn = (path: string | undefined): string => path?.split('/').at(-1) ?? '';
