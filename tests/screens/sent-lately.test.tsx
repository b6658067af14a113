import { screen, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { BellMenu } from '../../src/client/app/layout/bell-menu.tsx';
import { perform } from '../../src/client/sync/perform.ts';
import { pass } from '../../src/client/sync/pass.ts';
import { wipeCache } from '../../src/client/sync/user-data.ts';
import { aTicket, openHelpDesk, park, uuid, visitHelpDesk } from '../support/help-desk.tsx';
import { renderPiece } from '../support/show-piece.tsx';
import { amina, sara } from '../support/storefront.tsx';
import { deviceOf, eachMutation } from '../sync/support.ts';

const path = '/dashboard/outbox';
const reply = (n: number, content: string) => ({ id: uuid(9000 + n), ticket_id: uuid(1), content });

test('OF-11 the outbox lists items that were sent lately, newest first, with their ticket and without their text', async () => {
  const { db } = await openHelpDesk(amina, { tickets: [aTicket(1)] });
  const { environment } = await deviceOf(amina, eachMutation({}));
  await perform(db, 'ticket.reply', reply(1, 'A secret text'));
  await perform(db, 'ticket.status', { ticket_id: uuid(1), from: 'open', to: 'closed' });
  await pass(db, environment);
  const { user } = visitHelpDesk(path);

  await user.click(await screen.findByText('Sent lately: 2 changes'));

  const lines = within(screen.getByText('Sent lately: 2 changes').closest('details')!).getAllByRole('listitem');
  expect(lines.map((line) => line.textContent)).toEqual([
    expect.stringMatching(/^Status: Open → Closed · Subject 1/),
    expect.stringMatching(/^Reply · Subject 1/),
  ]);
  expect(JSON.stringify(await db.fact('sentLately'))).not.toContain('secret');
});

test('OF-11 the outbox shows what was sent lately and the last exchanges at once with the rest, so that nothing moves', async () => {
  const { db } = await openHelpDesk(amina, { tickets: [aTicket(1)] });
  const { environment } = await deviceOf(amina, eachMutation({}));
  await perform(db, 'ticket.reply', reply(1, 'Thanks'));
  await pass(db, environment);
  const texts: string[] = [];
  const observer = new MutationObserver(() => texts.push(document.body.textContent));
  observer.observe(document.body, { subtree: true, childList: true });
  visitHelpDesk(path);

  await screen.findByText('Diagnostics');

  observer.disconnect();
  const first = texts.find((text) => /saved on the server|Sent lately|Last exchanges|Diagnostics/.test(text));
  expect(first).toMatch(/saved on the server.*Sent lately: 1 change.*Last exchanges/);
});

test('OF-11 the notes of a delivery are not kept with the items that were sent lately', async () => {
  const { db, environment } = await deviceOf(sara, eachMutation({}));
  const delivery = { order_id: 7, status: 'completed', notes: 'Code 1234', file_id: null } as const;
  await perform(db, 'order.deliver', delivery, environment.runtime);

  await pass(db, environment);

  expect((await db.fact('sentLately'))?.[0]?.args).toMatchObject({ order_id: 7, status: 'completed' });
  expect(JSON.stringify(await db.fact('sentLately'))).not.toContain('1234');
});

test('OF-11 the last 50 sent items are kept until the cache is wiped, as at a sign-out that keeps the outbox', async () => {
  const { db, environment } = await deviceOf(amina, eachMutation({}));
  for (let n = 0; n < 55; n++) {
    await perform(db, 'notification.read', { ids: [uuid(n)] }, environment.runtime);
    await pass(db, environment);
  }
  const kept = await db.fact('sentLately');
  expect(kept).toHaveLength(50);
  expect(kept![0]!.args).toEqual({ ids: [uuid(54)] });

  await wipeCache(db);

  expect(await db.fact('sentLately')).toBeUndefined();
});

test('while changes of a bulk update wait, the outbox says how many of them were sent', async () => {
  const { db, server } = await openHelpDesk(sara, { tickets: [aTicket(1), aTicket(2)] });
  await server.goOffline();
  const { user, go } = visitHelpDesk('/admin/tickets');
  await screen.findByRole('button', { name: /^Open #1001/ });
  await user.click(screen.getAllByRole('checkbox', { name: 'Select all on this page' })[0]!);
  await user.click(await screen.findByRole('button', { name: 'Update status' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Closed' }));
  await screen.findByText(/ of 2 done/);
  const [first] = await db.outbox.toArray();
  await db.outbox.delete(first!.seq);

  await go(path);

  expect(await screen.findByText('Bulk update: 1 of 2 sent')).toBeTruthy();
  await db.outbox.clear();
  await expect.poll(() => screen.queryByText(/^Bulk update/)).toBeNull();
});

test('S2C-11 the bell counts and names changes of this device that were refused', async () => {
  const { db, server } = await openHelpDesk(amina, { tickets: [aTicket(1)] });
  await server.goOffline();
  await perform(db, 'ticket.reply', reply(1, 'Hello'));
  await park(db, 'ticket.reply', 'failed', { status: 410, code: 'GONE' });
  const { user } = renderPiece(() => <BellMenu role={amina.role} />);

  await user.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }));

  const refused = await screen.findByRole('link', { name: /A change was not accepted: Reply/ });
  expect(refused.getAttribute('href')).toBe(path);
  expect(screen.queryByText('No notifications')).toBeNull();
});

test('in the bell the subject of a refused ticket keeps its own direction in the sentence', async () => {
  const { db, server } = await openHelpDesk(amina);
  await server.goOffline();
  const ticket = { id: uuid(7), subject: 'Code 12 (Netflix)', content: 'Hello', order_id: null };
  await perform(db, 'ticket.open', { ...ticket, type: 'general' });
  await park(db, 'ticket.open', 'failed', { status: 422, code: 'INVALID_FIELDS' });
  const { user } = renderPiece(() => <BellMenu role={amina.role} />);

  await user.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }));

  expect((await screen.findByText(/New ticket/)).textContent).toContain('New ticket: \u2068Code 12 (Netflix)\u2069');
});

test('OF-20 the outbox says whether the browser keeps the data when the browser has answered, in the place kept for it', async () => {
  const answer = Promise.withResolvers<boolean>();
  Object.defineProperty(navigator, 'storage', { value: { persisted: () => answer.promise }, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'storage'));
  await openHelpDesk(amina, {});
  visitHelpDesk(path);

  await screen.findByText('Everything is saved on the server.');

  expect(screen.getByText('Protect')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Protect' })).toBeNull();
  answer.resolve(false);
  expect(await screen.findByRole('button', { name: 'Protect' })).toBeTruthy();
});
