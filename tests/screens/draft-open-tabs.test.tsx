import { cleanup, fireEvent, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { LocalDatabase } from '../../src/client/local/database.ts';
import { aTicket, openHelpDesk, uuid, visitHelpDesk, waitingIn } from '../support/help-desk.tsx';
import { amina } from '../support/storefront.tsx';
import { giveWebLocks } from '../support/web-locks.ts';

const ticket = `/user/tickets/${uuid(1)}`;
const replyDraft = `ticket.reply.${uuid(1)}`;
type Tab = ReturnType<typeof visitHelpDesk>;
const reply = ({ page }: Tab) => page.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your reply' });
const shows = (tab: Tab, text: string) => waitFor(async () => expect((await reply(tab)).value).toBe(text));
const storedTexts = async (db: LocalDatabase) => (await db.drafts.toArray()).map(({ value }) => String(value));
const isStored = (db: LocalDatabase, ...texts: string[]) =>
  waitFor(async () => expect(new Set(await storedTexts(db))).toEqual(new Set(texts)));
const isSent = (db: LocalDatabase, ...texts: string[]) =>
  waitFor(async () => expect((await waitingIn(db)).map(({ args }) => args.content)).toEqual(texts));

async function openTicketOffline() {
  giveWebLocks();
  const { db, server } = await openHelpDesk(amina, { tickets: [aTicket(1)] });
  await server.goOffline();
  return db;
}

/** Replaces the text of a reply and sends it before it is stored as a draft. */
async function sendAtOnce(tab: Tab, text: string) {
  const field = await reply(tab);
  fireEvent.change(field, { target: { value: text } });
  fireEvent.submit(field.closest('form')!);
}

/** Two tabs of a ticket: the first has stored a text, which the second shows too. */
async function twoTabsWith(db: LocalDatabase, text: string): Promise<[Tab, Tab]> {
  const first = visitHelpDesk(ticket);
  await first.user.type(await reply(first), text);
  await isStored(db, text);
  const second = visitHelpDesk(ticket);
  await shows(second, text);
  return [first, second];
}

test('OF-37 a text that a tab shows stays a draft when a later tab sends another one at once', async () => {
  const db = await openTicketOffline();
  const [first, second] = await twoTabsWith(db, 'Hello');

  await sendAtOnce(second, 'Instead');
  await isSent(db, 'Instead');
  await shows(second, '');

  expect(await storedTexts(db)).toEqual(['Hello']);
  await shows(first, 'Hello');
  cleanup();
  await shows(visitHelpDesk(ticket), 'Hello');
});

test('OF-37 a text that a later tab sends as it is does not stay a draft of the tab that shows it', async () => {
  const db = await openTicketOffline();
  const [, second] = await twoTabsWith(db, 'Hello');

  await sendAtOnce(second, 'Hello');
  await isSent(db, 'Hello');
  await shows(second, '');

  expect(await storedTexts(db)).toEqual([]);
});

test('OF-37 a text that was continued and sent at once does not stay a draft when its first tab is closed', async () => {
  const db = await openTicketOffline();
  const tab = visitHelpDesk(ticket);
  await tab.user.type(await reply(tab), 'Hello');
  await isStored(db, 'Hello');
  cleanup();
  const later = visitHelpDesk(ticket);
  await shows(later, 'Hello');

  await sendAtOnce(later, 'Hello Sara');
  await isSent(db, 'Hello Sara');
  await shows(later, '');

  expect(await storedTexts(db)).toEqual([]);
});

test('OF-37 the text of a frozen tab is neither replaced nor deleted by a later tab', async () => {
  const db = await openTicketOffline();
  // A frozen tab does nothing but hold its locks.
  void navigator.locks.request(`draft:${uuid(5)}:${uuid(5)}`, () => new Promise(() => undefined));
  await db.drafts.put({ k: replyDraft, value: 'Hello', version: `${uuid(5)}.1`, updatedAt: 1 });
  const later = visitHelpDesk(ticket);
  await shows(later, 'Hello');

  await later.user.clear(await reply(later));
  await later.user.type(await reply(later), 'Instead');
  await isStored(db, 'Hello', 'Instead');
  fireEvent.submit((await reply(later)).closest('form')!);
  await isSent(db, 'Instead');
  await shows(later, '');

  expect(await storedTexts(db)).toEqual(['Hello']);
});
