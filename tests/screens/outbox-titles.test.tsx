import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { perform } from '../../src/client/sync/perform.ts';
import type { MutationArgs, MutationKind } from '../../src/contract/mutations.ts';
import { anArticle, storeArticles } from '../support/help-centre.tsx';
import { aTicket, openHelpDesk, park, uuid, visitHelpDesk } from '../support/help-desk.tsx';
import { aSavedAnswer } from '../support/order-fields.ts';
import { aCategory, anOrder, aProduct, sara } from '../support/storefront.tsx';
import { aTopup } from '../support/topups.tsx';

const path = '/dashboard/outbox';
const reply = (n: number, ticket: number, content: string) => ({
  id: uuid(9000 + n),
  ticket_id: uuid(ticket),
  content,
});
const newTicket = {
  id: uuid(9),
  subject: 'Code refused',
  type: 'technical' as const,
  content: 'Already used',
  order_id: null,
};

const ticketChange = { ticket_id: uuid(1) };
const delivery = { from: null, status: 'completed' as const, notes: null, file_id: null };

/** A change of each kind, and the titles of its record when this device has it, and when it does not. */
const changes: { [Kind in MutationKind]: [args: MutationArgs<Kind>, known: string, missing: string] } = {
  'ticket.open': [newTicket, 'New ticket Code refused', 'Tickets'],
  'ticket.reply': [reply(1, 1, 'Hello'), '#1001 Subject 1', 'Tickets'],
  'ticket.note': [reply(2, 1, 'Note'), '#1001 Subject 1', 'Tickets'],
  'ticket.status': [{ ...ticketChange, from: 'open', to: 'closed' }, '#1001 Subject 1', 'Tickets'],
  'ticket.priority': [{ ...ticketChange, from: 'medium', to: 'high' }, '#1001 Subject 1', 'Tickets'],
  'ticket.assign': [{ ...ticketChange, from: null, to: sara.id }, '#1001 Subject 1', 'Tickets'],
  'ticket.tags': [{ ...ticketChange, add: ['vip'], remove: [] }, '#1001 Subject 1', 'Tickets'],
  'ticket.snooze': [{ ...ticketChange, from: null, to: '2030-01-01T08:00:00.000Z' }, '#1001 Subject 1', 'Tickets'],
  'ticket.merge': [{ ...ticketChange, into_id: uuid(2) }, '#1001 Subject 1', 'Tickets'],
  'ticket.unmerge': [ticketChange, '#1001 Subject 1', 'Tickets'],
  'order.status': [{ order_id: 5, from: 'new', to: 'processing' }, 'Order #5', 'Order #5'],
  'order.deliver': [{ order_id: 5, ...delivery }, 'Order #5', 'Order #5'],
  'product.availability': [{ product_id: 8, is_available: false }, 'Tea', 'Catalogue'],
  'category.active': [{ category_id: 3, is_active: false }, 'Drinks', 'Catalogue'],
  'category.move': [{ category_id: 3, before_id: null, position: 2 }, 'Drinks', 'Catalogue'],
  'article.vote': [{ article_id: 4, is_helpful: true }, 'Article 4', 'Help'],
  'notification.read': [{ ids: [uuid(70)] }, 'Notifications', 'Notifications'],
  'topup.open': [{ id: uuid(80), method_id: 1, amount: 50, slip_number: 'TRX-1', note: null }, 'New top-up', 'Top-ups'],
  'topup.cancel': [{ topup_id: uuid(31) }, 'Top-up #31', 'Top-ups'],
  'order.ask': [{ order_id: 5, round: 1, keys: ['player'], text: 'Not found' }, 'Order #5', 'Order #5'],
  'order.answers': [{ order_id: 5, round: 1, answers: { player: '5123456' } }, 'Order #5', 'Order #5'],
  'answer.save': [{ id: uuid(60), save_as: 'game_id', name: 'Me', value: '5123456' }, 'Me', 'Saved answers'],
  'stock.watch': [{ product_id: 8, variant_id: 0, on: true }, 'Tea', 'Catalogue'],
  'answer.forget': [{ id: uuid(61) }, 'My brother', 'Saved answers'],
};

test.each(Object.keys(changes) as MutationKind[])(
  'OF-11 a parked %s is under the name of its record, or of its kind when the record is not on this device',
  async (kind) => {
    const { db, server } = await openHelpDesk(sara, {
      tickets: [aTicket(1), aTicket(2)],
      topups: [aTopup(31)],
      saved_answers: [aSavedAnswer(60, 'Me', '1'), aSavedAnswer(61, 'My brother', '2')],
      orders: [anOrder(5)],
      products: [aProduct(8, 'Tea')],
      categories: [aCategory(3, 'Drinks')],
    });
    await storeArticles(db, [anArticle(4)]);
    await server.goOffline();
    const [args, known, missing] = changes[kind];
    await perform(db, kind, args);
    await park(db, kind, 'failed', { status: 403, code: 'FORBIDDEN' });
    const { close } = visitHelpDesk(path);
    expect(await screen.findByRole('region', { name: known })).toBeTruthy();
    close();

    const tables = [db.tickets, db.topups, db.orders, db.products, db.categories, db.articles, db.saved_answers];
    await Promise.all(tables.map((table) => table.clear()));

    visitHelpDesk(path);
    expect(await screen.findByRole('region', { name: missing })).toBeTruthy();
  },
);

test('OF-11 a change of a kind that only a newer app knows is called a change', async () => {
  const { db } = await openHelpDesk(sara, { orders: [anOrder(5)] });
  await perform(db, 'order.status', { order_id: 5, from: 'new', to: 'processing' });
  await db.outbox.toCollection().modify({ kind: 'shelf.move', lane: 'shelf:7' });

  visitHelpDesk(path);

  expect(await screen.findByRole('region', { name: 'A change' })).toBeTruthy();
});
