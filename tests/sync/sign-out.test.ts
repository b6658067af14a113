import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signedInPerson } from '../../src/client/api/session.ts';
import { currentDatabase } from '../../src/client/local/current.ts';
import { openDatabase, type LocalDatabase } from '../../src/client/local/database.ts';
import { listAccounts, readSession } from '../../src/client/local/device.ts';
import { uuidv7 } from '../../src/contract/uuid.ts';
import { readDraft, writeDraft, writeEarlierDraft } from '../support/drafts.ts';
import { readPreference, writePreference } from '../../src/client/local/preferences.ts';
import { deleteUserData, storePendingCount, wipeAndClose, wipeOtherUsers } from '../../src/client/sync/user-data.ts';
import { perform } from '../../src/client/sync/perform.ts';
import { syncAndCountUnsaved, signOut } from '../../src/client/sync/sign-out.ts';
import { storeServerRows } from '../../src/client/sync/rows-with-pending.ts';
import { resetDevice, serve, signInOnDevice } from './browser.ts';
import { amina, callFailure, newTicket, sara, ticketChange } from './support.ts';

beforeEach(resetDevice);
afterEach(() => vi.unstubAllGlobals());

const databases = async () =>
  (await indexedDB.databases()).map(({ name }) => name).toSorted((a, b) => (a! < b! ? -1 : 1));

/** Marks everything that waits as "may have arrived". */
const markSent = (db: LocalDatabase) => db.outbox.toCollection().modify({ state: 'sent' });

test('D-11 S4-19 after a sign-out without unsaved work only the language stays', async () => {
  const requests = serve({});
  const db = await signInOnDevice(amina);
  await storeServerRows(db, [ticketChange('t1', 1)]);
  writePreference('cod_locale', 'ar');
  writePreference('cod_theme', 'dark');

  expect(await syncAndCountUnsaved(db, 10)).toEqual({
    waiting: 0,
    parked: 0,
    inDoubt: 0,
    usersInDoubt: 0,
    drafts: 0,
    unseen: 0,
  });
  expect(await signOut(db, 'clean')).toBe('done');

  expect(await databases()).toEqual(['cod_device']);
  expect(await readSession()).toBeNull();
  expect(await listAccounts()).toEqual([]);
  expect(signedInPerson()).toBeNull();
  expect(Object.keys(localStorage)).toEqual(['cod_locale']);
  expect(readPreference('cod_theme')).toBeNull();
  expect(() => currentDatabase()).toThrow('No user is signed in');
  expect(requests).toMatchObject([{ path: '/api/auth/logout', authorization: 'Bearer token of Amina' }]);
});

test('with unsaved work a clean sign-out does nothing', async () => {
  serve({});
  const db = await signInOnDevice(amina);
  await perform(db, 'ticket.open', newTicket());
  await writeDraft(db, 'ticket', { subject: 'Half' });

  expect(await syncAndCountUnsaved(db, 10)).toEqual({
    waiting: 1,
    parked: 0,
    inDoubt: 0,
    usersInDoubt: 0,
    drafts: 1,
    unseen: 0,
  });
  expect(await signOut(db, 'clean')).toBe('unsaved');

  expect(signedInPerson()).toEqual(amina);
  expect(await db.outbox.count()).toBe(1);
});

test('D-11 a half-written text stops a clean sign-out like an unsent change; a field that an earlier build stored empty does not', async () => {
  serve({});
  const db = await signInOnDevice(amina);
  await writeEarlierDraft(db, 'ticket.reply.t1', 'Half a sent');
  await writeEarlierDraft(db, 'ticket.reply.t2', '  ');
  await writeEarlierDraft(db, 'ticket.new', {
    subject: '',
    type: 'order',
    priority: 'medium',
    content: '',
    order_id: 7,
  });

  expect(await syncAndCountUnsaved(db, 10)).toEqual({
    waiting: 0,
    parked: 0,
    inDoubt: 0,
    usersInDoubt: 0,
    drafts: 1,
    unseen: 0,
  });
  expect(await signOut(db, 'clean')).toBe('unsaved');

  expect(signedInPerson()).toEqual(amina);
  expect(await readDraft(db, 'ticket.reply.t1')).toBe('Half a sent');
});

test('D-11 a form of an earlier build stops a clean sign-out once: by a file without text, and by the text of a product', async () => {
  serve({});
  const db = await signInOnDevice(amina);
  const photo = { id: 'f1', name: 'photo.png', type: 'image/png', bytes: new ArrayBuffer(4) };
  await writeEarlierDraft(db, 'ticket.reply.t1', 'See the photo');
  await writeEarlierDraft(db, 'ticket.reply.t1.files', [photo]);
  await writeEarlierDraft(db, 'ticket.reply.t2.files', [photo]);
  await writeEarlierDraft(db, 'ticket.reply.t3.files', []);
  const untouched = { title: '', status: 'active', file: null, category_ids: [2] };
  await writeEarlierDraft(db, 'product.new', { values: untouched, base: null, sentKey: null });
  await writeEarlierDraft(db, 'product.7', { values: { ...untouched, title: 'Tea' }, base: null, sentKey: null });
  await writeEarlierDraft(db, 'product.7.picture', { file: photo });

  expect(await syncAndCountUnsaved(db, 10)).toMatchObject({ drafts: 3 });
  expect(await signOut(db, 'clean')).toBe('unsaved');
  expect(await signOut(db, 'discard')).toBe('done');

  expect(await databases()).toEqual(['cod_device']);
});

test('D-11 S4-19 waiting changes can be kept: the server’s rows are deleted, the outbox and the drafts stay', async () => {
  serve({});
  const db = await signInOnDevice(amina);
  await storeServerRows(db, [
    ticketChange('t1', 1, { subject: 'Private' }),
    ticketChange('t2', 1, { subject: 'Also private' }),
  ]);
  await perform(db, 'ticket.reply', { id: uuidv7(), ticket_id: 't1', content: 'Unsent words' });
  await writeDraft(db, 'reply t2', 'Half a sentence');

  expect(await signOut(db, 'keep')).toBe('done');

  const later = openDatabase(amina.id);
  expect(await later.tickets.count()).toBe(0);
  expect(JSON.stringify(await later.shadow.toArray())).not.toMatch(/private/i);
  expect(await later.outbox.toArray()).toMatchObject([{ state: 'queued', args: { content: 'Unsent words' } }]);
  expect(await later.responses.toArray()).toMatchObject([{ content: 'Unsent words' }]);
  expect(await readDraft(later, 'reply t2')).toBe('Half a sentence');
  expect(await later.fact('at')).toMatchObject({ cursor: null });
  expect(await listAccounts()).toEqual([{ userId: amina.id, name: 'Amina', waiting: 1 }]);
  expect(await readSession()).toBeNull();
  later.close();
});

test('D-11 queued items can be discarded, but those that may have arrived are cancelled first', async () => {
  const requests = serve({ '/api/outcomes/cancel': () => ({ code: 'SUCCESS', state: 'cancelled', touched: [] }) });
  const db = await signInOnDevice(amina);
  const id = await perform(db, 'ticket.open', newTicket());
  await markSent(db);
  await perform(db, 'ticket.open', newTicket());

  expect(await signOut(db, 'discard')).toBe('done');

  expect(requests.map(({ path, input }) => [path, input.key])).toEqual([
    ['/api/outcomes/cancel', id],
    ['/api/auth/logout', undefined],
  ]);
  expect(await databases()).toEqual(['cod_device']);
});

test('D-11 without a connection an item that may have arrived is not discarded', async () => {
  serve({ '/api/outcomes/cancel': () => callFailure('unreachable') });
  const db = await signInOnDevice(amina);
  await perform(db, 'ticket.open', newTicket());
  await markSent(db);

  expect(await signOut(db, 'discard')).toBe('unreachable');

  expect(signedInPerson()).toEqual(amina);
  expect(await db.outbox.count()).toBe(1);
});

test('the server is not needed to sign out', async () => {
  serve({ '/api/auth/logout': () => callFailure('unreachable') });
  const db = await signInOnDevice(amina);

  expect(await signOut(db, 'clean')).toBe('done');

  expect(await databases()).toEqual(['cod_device']);
});

test("another user's sign-in deletes the rows of earlier users, but never waiting changes", async () => {
  serve({});
  const first = await signInOnDevice(amina);
  await storeServerRows(first, [ticketChange('t1', 1)]);
  await perform(first, 'ticket.open', newTicket());
  await storePendingCount(first, 1);
  const karim = await signInOnDevice({ ...amina, id: 4, name: 'Karim', email: 'karim@example.test' });
  await storeServerRows(karim, [ticketChange('t9', 1)]);
  first.close();
  karim.close();

  await signInOnDevice(sara);
  await wipeOtherUsers(sara.id);

  expect(await databases()).toEqual(['cod_2', 'cod_3', 'cod_device']);
  const kept = openDatabase(amina.id);
  expect(await kept.tickets.get('t1')).toBeUndefined();
  expect(await kept.outbox.count()).toBe(1);
  expect((await listAccounts()).map(({ name }) => name)).toEqual(['Sara', 'Amina']);
  kept.close();
});

test('D-11 S4-20 OF-36 a draft of choices outlasts the end of a session and the sign-in of another user', async () => {
  serve({});
  const db = await signInOnDevice(amina);
  await writeDraft(db, 'product.new', { values: { title: '', category_ids: [2] }, base: null, sentKey: null });
  await wipeAndClose(db);

  await signInOnDevice(sara);
  await wipeOtherUsers(sara.id);

  const kept = openDatabase(amina.id);
  expect(await readDraft(kept, 'product.new')).toMatchObject({ values: { category_ids: [2] } });
  kept.close();
});

test('D-11 a tab that wipes the cache while another tab deletes the database does not create it again', async () => {
  const db = await signInOnDevice(amina);
  const ofOtherTab = openDatabase(amina.id);
  await ofOtherTab.fact('person');
  const deletion = Promise.withResolvers<boolean>();
  const deletePictures = vi.fn<() => Promise<boolean>>(async () => true).mockReturnValueOnce(deletion.promise);
  vi.stubGlobal('caches', { delete: deletePictures });

  const wiped = wipeAndClose(ofOtherTab);
  await expect.poll(() => deletePictures).toHaveBeenCalledOnce();
  await deleteUserData(db);
  deletion.resolve(true);
  await wiped;

  expect(await databases()).toEqual(['cod_device']);
});
