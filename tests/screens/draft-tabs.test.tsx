import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import type { DBCore } from 'dexie';
import { expect, test } from 'vitest';
import type { LocalDatabase } from '../../src/client/local/database.ts';
import { countDrafts } from '../../src/client/local/drafts.ts';
import { accepting, categoryPages, openCategories, savesOf } from '../support/category-pages.tsx';
import { readDraft } from '../support/drafts.ts';
import { aTicket, openHelpDesk, uuid, visitHelpDesk, waitingIn } from '../support/help-desk.tsx';
import { amina, visit } from '../support/storefront.tsx';

const ticket = `/user/tickets/${uuid(1)}`;
const replyDraft = `ticket.reply.${uuid(1)}`;
type Tab = ReturnType<typeof visitHelpDesk>;
const reply = ({ page }: Tab) => page.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your reply' });
const typeReply = async (tab: Tab, text: string) => tab.user.type(await reply(tab), text);
const sendReply = (tab: Tab) => tab.user.click(tab.page.getByRole('button', { name: 'Send' }));
const storedTexts = async (db: LocalDatabase) => (await db.drafts.toArray()).map(({ value }) => String(value));
const isStored = (db: LocalDatabase, ...texts: string[]) =>
  waitFor(async () => expect(new Set(await storedTexts(db))).toEqual(new Set(texts)));
const sentTexts = async (db: LocalDatabase) => (await waitingIn(db)).map(({ args }) => args.content);

async function openTicketOffline() {
  const { db, server } = await openHelpDesk(amina, { tickets: [aTicket(1)] });
  await server.goOffline();
  return db;
}

test('OF-37 texts that are typed into one form in two tabs are both kept: sending one leaves the other, also after a reload', async () => {
  const db = await openTicketOffline();
  const [first, second] = [visitHelpDesk(ticket), visitHelpDesk(ticket)];
  await typeReply(first, 'From the first tab');
  await isStored(db, 'From the first tab');
  await typeReply(second, 'From the second tab');
  await isStored(db, 'From the first tab', 'From the second tab');

  await sendReply(first);
  await waitFor(async () => expect(await sentTexts(db)).toEqual(['From the first tab']));
  await waitFor(async () => expect((await reply(first)).value).toBe(''));

  expect((await reply(second)).value).toBe('From the second tab');
  await waitFor(async () => expect(await readDraft(db, replyDraft)).toBe('From the second tab'));
  cleanup();
  const later = visitHelpDesk(ticket);
  await waitFor(async () => expect((await reply(later)).value).toBe('From the second tab'));
  await sendReply(later);
  await waitFor(async () => expect(await sentTexts(db)).toEqual(['From the first tab', 'From the second tab']));
  expect(await storedTexts(db)).toEqual([]);
});

test('OF-37 the tab that has its own draft sends it, and the text of the other tab stays', async () => {
  const db = await openTicketOffline();
  const [first, second] = [visitHelpDesk(ticket), visitHelpDesk(ticket)];
  await typeReply(first, 'From the first tab');
  await isStored(db, 'From the first tab');
  await typeReply(second, 'From the second tab');

  await sendReply(second);
  await waitFor(async () => expect(await sentTexts(db)).toEqual(['From the second tab']));

  await isStored(db, 'From the first tab');
  expect((await reply(first)).value).toBe('From the first tab');
  expect(await countDrafts(db)).toBe(1);
});

test('OF-37 a draft that a second tab has continued is not overwritten by the first one', async () => {
  const db = await openTicketOffline();
  const first = visitHelpDesk(ticket);
  await typeReply(first, 'Hello');
  await isStored(db, 'Hello');
  const second = visitHelpDesk(ticket);
  await waitFor(async () => expect((await reply(second)).value).toBe('Hello'));

  await typeReply(second, ' Sara');
  await isStored(db, 'Hello Sara', 'Hello');
  await typeReply(first, '!');

  await isStored(db, 'Hello Sara', 'Hello!');
});

test('OF-37 a text that a tab shows stays after a later tab has replaced and sent it, also after a reload', async () => {
  const db = await openTicketOffline();
  const first = visitHelpDesk(ticket);
  await typeReply(first, 'Hello');
  await isStored(db, 'Hello');
  const second = visitHelpDesk(ticket);
  await waitFor(async () => expect((await reply(second)).value).toBe('Hello'));
  await second.user.clear(await reply(second));
  await typeReply(second, 'Instead');
  await isStored(db, 'Hello', 'Instead');

  await sendReply(second);
  await waitFor(async () => expect(await sentTexts(db)).toEqual(['Instead']));

  await isStored(db, 'Hello');
  expect((await reply(first)).value).toBe('Hello');
  expect((await reply(second)).value).toBe('');
  cleanup();
  const later = visitHelpDesk(ticket);
  await waitFor(async () => expect((await reply(later)).value).toBe('Hello'));
  expect(await countDrafts(db)).toBe(1);
});

test('OF-37 a text that a later tab sends as it is does not become a draft again in the tab that shows it', async () => {
  const db = await openTicketOffline();
  const [first, second] = [visitHelpDesk(ticket), visitHelpDesk(ticket)];
  await typeReply(first, 'Hello');
  await isStored(db, 'Hello');
  const third = visitHelpDesk(ticket);
  await waitFor(async () => expect((await reply(third)).value).toBe('Hello'));

  await sendReply(third);
  await waitFor(async () => expect(await sentTexts(db)).toEqual(['Hello']));
  await typeReply(second, 'Else');

  // The first tab has seen the drafts change twice by then.
  await isStored(db, 'Else');
  await sendReply(second);
  await waitFor(async () => expect(await sentTexts(db)).toEqual(['Hello', 'Else']));
  await db.transaction('rw', db.drafts, () => undefined);
  expect(await storedTexts(db)).toEqual([]);
});

test('OF-37 files that are chosen in two tabs are both kept', async () => {
  const db = await openTicketOffline();
  const [first, second] = [visitHelpDesk(ticket), visitHelpDesk(ticket)];
  const choose = async ({ page }: Tab, name: string) => {
    const input = await page.findByLabelText('Attach files', { selector: 'input' });
    fireEvent.change(input, { target: { files: [new File([new Uint8Array([1])], name)] } });
    await page.findByText(name);
  };
  await choose(first, 'first.png');
  await waitFor(async () => expect(await db.drafts.count()).toBe(1));
  await choose(second, 'second.png');
  await waitFor(async () => expect(await db.drafts.count()).toBe(2));
  await typeReply(first, 'See the first');

  await sendReply(first);
  await waitFor(async () => expect(await sentTexts(db)).toEqual(['See the first']));

  await waitFor(async () => expect(await readDraft(db, `${replyDraft}.files`)).toMatchObject([{ name: 'second.png' }]));
  expect((await db.blobs.toArray()).map(({ name }) => name)).toEqual(['first.png']);
  expect(second.page.getByText('second.png')).toBeTruthy();
});

test('OF-37 a category that one tab has saved leaves the text of the other tab', async () => {
  const { db, server, user } = await openCategories('/admin/categories/create');
  server.respondWith(accepting);
  visit('/admin/categories/create', categoryPages);
  const titles = () => screen.findAllByRole('textbox', { name: 'Title' });
  await waitFor(async () => expect(await titles()).toHaveLength(2));
  await user.type((await titles())[0]!, 'Games');
  await waitFor(async () => expect(await db.drafts.count()).toBe(1));
  await user.type((await titles())[1]!, 'Music');
  await waitFor(async () => expect(await db.drafts.count()).toBe(2));

  await user.click(screen.getAllByRole('button', { name: 'Create category' })[0]!);
  await waitFor(() => expect(savesOf(server)).toMatchObject([{ body: { title: 'Games' } }]));

  await waitFor(async () => expect(await readDraft(db, 'category.new')).toMatchObject({ title: 'Music' }));
  expect(await db.drafts.count()).toBe(1);
});

test('OF-21 OF-25 a sent text is no draft again when Dexie repeats a transaction after it has reopened the database', async () => {
  const db = await openTicketOffline();
  const reopening = failNextDraft(db);
  const tab = visitHelpDesk(ticket);
  const field = await reply(tab);
  await tab.user.type(field, 'Sent once');

  await reopening;
  fireEvent.submit(field.closest('form')!);
  await waitFor(async () => expect(await sentTexts(db)).toEqual(['Sent once']));
  await waitFor(() => expect(field.value).toBe(''));

  // After all transactions that have begun.
  await db.transaction('rw', db.drafts, () => undefined);
  expect(await storedTexts(db)).toEqual([]);
});

/** Fails the next transaction over the drafts as a browser does whose connection is closing; resolves when it has failed. */
function failNextDraft(db: LocalDatabase): Promise<void> {
  return new Promise((resolve) => {
    let isNext = true;
    const create = (core: DBCore): DBCore => ({
      ...core,
      transaction(stores, mode, options) {
        if (!isNext || mode !== 'readwrite' || stores.join(' ') !== 'drafts')
          return core.transaction(stores, mode, options);
        isNext = false;
        resolve();
        throw new DOMException('The database connection is closing', 'InvalidStateError');
      },
    });
    db.use({ stack: 'dbcore', name: 'failNextDraft', level: -9, create });
    // The next use opens the database again, with this layer.
    db.close({ disableAutoOpen: false });
  });
}
