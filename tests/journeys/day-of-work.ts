import { expect } from '@playwright/test';
import { roleIds } from '../../src/contract/limits.ts';
import type { Ticket } from '../../src/contract/tickets.ts';
import { reencode } from '../../src/server/platform/files/images.ts';
import type { openShopDatabase } from '../support/shop-database.ts';
import type { RunningServer } from '../support/running-server.ts';
import { picture, type Upload } from '../support/uploads.ts';
import { apiOf, type Api } from './api.ts';
import { rootAccount, type Account } from './sign-in.ts';
import { largePdf } from './large-pdf.ts';

/* The changes made in flaky-day.test.ts, and the records that the server must have at the end. */

/** The subjects of the tickets. */
export const [firstSubject, secondSubject, thirdSubject] = ['Flaky day 1', 'Flaky day 2', 'Flaky day 3'];
/** Number of tickets in the bulk change. */
export const bulkSize = 20;

/** The texts of each ticket, in order. */
export const textsOf: Record<string, string[]> = {
  [firstSubject]: [firstSubject, 'first 1', 'first 2', 'first 3'],
  [secondSubject]: [secondSubject, 'second 1', 'second 2'],
  [thirdSubject]: [thirdSubject, 'third 1', 'third 2', 'third 3', 'third 4'],
};

/** The changes of each ticket with the status after each, in order; of the replies only the first changes it. */
const changesOf: Record<string, string[]> = {
  [firstSubject]: [
    'ticket.open',
    'ticket.reply in_progress',
    'ticket.status pending',
    'ticket.reply pending',
    'ticket.status resolved',
    'ticket.reply resolved',
  ],
  [secondSubject]: ['ticket.open', 'ticket.reply in_progress', 'ticket.status open', 'ticket.reply open'],
  [thirdSubject]: [
    'ticket.open',
    'ticket.reply in_progress',
    'ticket.status closed',
    'ticket.reply closed',
    'ticket.reply closed',
    'ticket.reply closed',
  ],
};

/** The paths of the tickets' pages for admins, by subject. */
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
  shop: ShopDatabase;
}

type ShopDatabase = ReturnType<typeof openShopDatabase>;

/** Prepares what exists before the day: a ticket, an order to deliver, a colleague, and the files. */
export async function prepareDay({ server, shop }: Shop, customer: Account): Promise<Day> {
  const root = await apiOf(server.url, await rootAccount(server));
  const person = { name: 'Nadia Colleague', email: 'nadia@comptoir.example', password: 'a good long phrase' };
  const { user } = await root.post<{ user: Day['colleague'] }>('/api/users', { ...person, role_id: roleIds.admin });
  const api = await apiOf(server.url, customer);
  const { ticket } = await api.post<{ ticket: { id: string } }>('/api/tickets', {
    subject: thirdSubject,
    type: 'general',
    priority: 'medium',
    content: thirdSubject,
  });
  return {
    photos: [await photoOf('first.png', 40), await photoOf('second.png', 60)],
    proof: largePdf('proof.pdf', 3 * 1024 * 1024),
    orderId: await shop.orderIdToDeliver(),
    root,
    colleague: user,
    thirdTicket: ticket.id,
    customer: customer.email,
  };
}

/** A picture as the server re-encodes it: an upload of it does not change its bytes. */
async function photoOf(name: string, side: number): Promise<Upload> {
  return { name, type: 'image/png', bytes: Uint8Array.from(await reencode(await picture('png', side), 'png')) };
}

/** The number of tickets that the server changed exactly as the bulk change does. */
export const countBulkChanged = async (shop: ShopDatabase): Promise<number> =>
  Object.values(await shop.history()).filter((entries) => entries.join() === 'ticket.status resolved').length;

export async function expectArrivedOnceInOrder(
  shop: ShopDatabase,
  paths: Paths,
  { orderId, customer }: Day,
): Promise<void> {
  expect(await shop.textsBySubject(customer, 'Flaky day')).toEqual(textsOf);
  const history = await shop.history();
  const changes = Object.keys(changesOf).map((subject) => [subject, history[`tickets:${idIn(paths[subject])}`]]);
  expect(Object.fromEntries(changes)).toEqual(changesOf);
  expect(await countBulkChanged(shop)).toBe(bulkSize);
  const deliveries = history[`orders:${orderId}`]?.filter((change) => change.startsWith('order.deliver'));
  expect(deliveries).toEqual(['order.deliver completed']);
}

export async function expectFilesArrivedWhole(shop: ShopDatabase, paths: Paths, day: Day): Promise<void> {
  const { root: api, photos, proof, orderId } = day;
  const attached = async (subject: string) => {
    const ticket = (await (await api.get(`/api/tickets/${idIn(paths[subject])}`)).json()) as Ticket;
    return ticket.attachments.map(({ id }) => id);
  };
  const idsByFile = new Map([
    [photos[0], await attached(firstSubject)],
    [photos[1], await attached(secondSubject)],
    [proof, [await shop.proofIdOf(orderId)]],
  ]);
  for (const [file, ids] of idsByFile) {
    expect(ids, file.name).toHaveLength(1);
    const content = await (await api.get(`/api/files/${ids[0]}`)).arrayBuffer();
    expect(Buffer.compare(Buffer.from(content), Buffer.from(file.bytes)), file.name).toBe(0);
  }
}

const idIn = (path: string | undefined): string => path?.split('/').at(-1) ?? '';
