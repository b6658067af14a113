import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signedInPerson } from '../../src/client/api/session.ts';
import { currentDatabase } from '../../src/client/local/current.ts';
import { openDatabase, type LocalDatabase } from '../../src/client/local/database.ts';
import { listAccounts, readSession } from '../../src/client/local/device.ts';
import { newId } from '../../src/client/local/ids.ts';
import type { Pledge } from '../../src/client/local/stored.ts';
import { readDraft, writeDraft } from '../../src/client/local/drafts.ts';
import { readPreference, writePreference } from '../../src/client/local/preferences.ts';
import { rememberWaiting, wipeOthers } from '../../src/client/sync/other-people.ts';
import { perform } from '../../src/client/sync/perform.ts';
import { owed, signOut } from '../../src/client/sync/sign-out.ts';
import { takeRows } from '../../src/client/sync/view.ts';
import { freshDevice, serve, signedIn } from './browser.ts';
import { amina, fails, newTicket, sara, ticketChange } from './support.ts';

beforeEach(freshDevice);
afterEach(() => vi.unstubAllGlobals());

const databases = async () =>
  (await indexedDB.databases()).map(({ name }) => name).toSorted((a, b) => (a! < b! ? -1 : 1));

/** Marks everything that waits as "may have arrived". */
const sent = (db: LocalDatabase) => db.outbox.toCollection().modify({ state: 'sent' });

test('with nothing owed nothing of the person stays but the language', async () => {
  const asked = serve({});
  const db = await signedIn(amina);
  await takeRows(db, [ticketChange('t1', 1)]);
  writePreference('cod_locale', 'ar');
  writePreference('cod_theme', 'dark');

  expect(await owed(db, 10)).toEqual({ waiting: 0, parked: 0, inDoubt: 0, drafts: 0, unseen: 0 });
  expect(await signOut(db, 'clean')).toBe('done');

  expect(await databases()).toEqual(['cod_device']);
  expect(await readSession()).toBeNull();
  expect(await listAccounts()).toEqual([]);
  expect(signedInPerson()).toBeNull();
  expect(Object.keys(localStorage)).toEqual(['cod_locale']);
  expect(readPreference('cod_theme')).toBeNull();
  expect(() => currentDatabase()).toThrow('Nobody is signed in');
  expect(asked).toMatchObject([{ path: '/api/auth/logout', authorization: 'Bearer token of Amina' }]);
});

test('with something owed a clean sign-out does nothing', async () => {
  serve({});
  const db = await signedIn(amina);
  await perform(db, 'ticket.open', newTicket());
  await writeDraft(db, 'ticket', { subject: 'Half' });

  expect(await owed(db, 10)).toEqual({ waiting: 1, parked: 0, inDoubt: 0, drafts: 1, unseen: 0 });
  expect(await signOut(db, 'clean')).toBe('owed');

  expect(signedInPerson()).toEqual(amina);
  expect(await db.outbox.count()).toBe(1);
});

test('OF-24 a half-written text is asked about like an unsent change; an emptied field is not', async () => {
  serve({});
  const db = await signedIn(amina);
  await writeDraft(db, 'ticket.reply.t1', 'Half a sent');
  await writeDraft(db, 'ticket.reply.t2', '  ');
  await writeDraft(db, 'ticket.new', { subject: '', type: 'order', content: '', order_id: 7 });

  expect(await owed(db, 10)).toEqual({ waiting: 0, parked: 0, inDoubt: 0, drafts: 1, unseen: 0 });
  expect(await signOut(db, 'clean')).toBe('owed');

  expect(signedInPerson()).toEqual(amina);
  expect(await readDraft(db, 'ticket.reply.t1')).toBe('Half a sent');
});

test('what waits can be kept: the rows of the server go, the outbox and the drafts stay', async () => {
  serve({});
  const db = await signedIn(amina);
  await takeRows(db, [
    ticketChange('t1', 1, { subject: 'Private' }),
    ticketChange('t2', 1, { subject: 'Also private' }),
  ]);
  await perform(db, 'ticket.reply', { id: newId(), ticket_id: 't1', content: 'Unsent words' });
  await writeDraft(db, 'reply t2', 'Half a sentence');

  expect(await signOut(db, 'keep')).toBe('done');

  const later = openDatabase(amina.id);
  expect(await later.tickets.count()).toBe(0);
  expect(JSON.stringify(await later.shadow.toArray())).not.toContain('rivate');
  expect(await later.outbox.toArray()).toMatchObject([{ state: 'queued', args: { content: 'Unsent words' } }]);
  expect(await later.responses.toArray()).toMatchObject([{ content: 'Unsent words' }]);
  expect(await readDraft(later, 'reply t2')).toBe('Half a sentence');
  expect(await later.fact('at')).toMatchObject({ cursor: null });
  expect(await listAccounts()).toEqual([{ userId: amina.id, name: 'Amina', waiting: 1 }]);
  expect(await readSession()).toBeNull();
  later.close();
});

test('what waits can be discarded, but what may have arrived is sealed first', async () => {
  const asked = serve({ '/api/outcomes/cancel': () => ({ code: 'SUCCESS', state: 'cancelled', touched: [] }) });
  const db = await signedIn(amina);
  const id = await perform(db, 'ticket.open', newTicket());
  await sent(db);
  await perform(db, 'ticket.open', newTicket());

  expect(await signOut(db, 'discard')).toBe('done');

  expect(asked.map(({ path, input }) => [path, input.key])).toEqual([
    ['/api/outcomes/cancel', id],
    ['/api/auth/logout', undefined],
  ]);
  expect(await databases()).toEqual(['cod_device']);
});

test('without a line nothing is discarded that may have arrived', async () => {
  serve({ '/api/outcomes/cancel': () => fails('unreachable') });
  const db = await signedIn(amina);
  await perform(db, 'ticket.open', newTicket());
  await sent(db);

  expect(await signOut(db, 'discard')).toBe('unreachable');

  expect(signedInPerson()).toEqual(amina);
  expect(await db.outbox.count()).toBe(1);
});

const inDoubt = (key: string): Pledge => ({
  key,
  state: 'asked',
  call: 'placeOrder',
  about: { product_id: 5, title: 'Tea', quantity: 1, amount: 12 },
  createdAt: Date.now(),
});
const outcomeOf = (state: string, touched: string[] = []) => ({
  '/api/outcomes/cancel': () => ({ code: 'SUCCESS', state, touched }),
});

test('Money 4: discarding at sign-out cancels an order in doubt before it is forgotten', async () => {
  const asked = serve(outcomeOf('cancelled'));
  const db = await signedIn(amina);
  await db.pledges.bulkPut([inDoubt('k1'), inDoubt('k2')]);

  expect(await signOut(db, 'discard')).toBe('done');

  expect(asked.map(({ path, input }) => [path, input.key])).toEqual([
    ['/api/outcomes/cancel', 'k1'],
    ['/api/outcomes/cancel', 'k2'],
    ['/api/auth/logout', undefined],
  ]);
  expect(await databases()).toEqual(['cod_device']);
});

test('Money 4: an order in doubt that cannot be canceled now is not discarded', async () => {
  serve({ '/api/outcomes/cancel': () => fails('unreachable') });
  const db = await signedIn(amina);
  await db.pledges.put(inDoubt('k1'));

  expect(await signOut(db, 'discard')).toBe('unreachable');

  expect(signedInPerson()).toEqual(amina);
  expect(await db.pledges.toArray()).toMatchObject([{ key: 'k1', state: 'asked' }]);
});

test('Money 4: when the line is lost between two orders in doubt, what is known of the first stays to be seen', async () => {
  let count = 0;
  const answer = { code: 'SUCCESS', state: 'cancelled', touched: [] };
  serve({ '/api/outcomes/cancel': () => (count++ === 0 ? answer : fails('unreachable')) });
  const db = await signedIn(amina);
  await db.pledges.bulkPut([inDoubt('k1'), inDoubt('k2')]);

  expect(await signOut(db, 'discard')).toBe('unreachable');

  expect((await db.pledges.toArray()).map(({ key, state }) => [key, state])).toEqual([
    ['k1', 'settled'],
    ['k2', 'asked'],
  ]);
});

test('an order that was placed after all is told before the person leaves, also who discards', async () => {
  serve(outcomeOf('applied', ['orders:77']));
  const db = await signedIn(amina);
  await db.pledges.put(inDoubt('k1'));

  expect(await signOut(db, 'discard')).toBe('owed');
  expect(await owed(db, 0)).toMatchObject({ inDoubt: 0, unseen: 1 });
  expect(signedInPerson()).toEqual(amina);

  expect(await signOut(db, 'discard', ['k1'])).toBe('done');
  expect(await databases()).toEqual(['cod_device']);
});

test('an outcome nobody has seen keeps a clean sign-out waiting until it was shown', async () => {
  serve({});
  const db = await signedIn(amina);
  await db.pledges.put({ ...inDoubt('k1'), state: 'settled', outcome: 'cancelled', touched: [] });

  expect(await owed(db, 10)).toEqual({ waiting: 0, parked: 0, inDoubt: 0, drafts: 0, unseen: 1 });
  expect(await signOut(db, 'clean')).toBe('owed');
  expect(await signOut(db, 'clean', ['k1'])).toBe('done');
});

test('what is in doubt or not seen outlives a sign-out that keeps, and the login page counts what is in doubt', async () => {
  serve({});
  const db = await signedIn(amina);
  const settled: Pledge = { ...inDoubt('k2'), state: 'settled', outcome: 'cancelled', touched: [] };
  await db.pledges.bulkPut([inDoubt('k1'), settled]);

  expect(await signOut(db, 'keep')).toBe('done');

  const later = openDatabase(amina.id);
  expect((await later.pledges.toArray()).map(({ key, state }) => [key, state])).toEqual([
    ['k1', 'asked'],
    ['k2', 'settled'],
  ]);
  expect(await listAccounts()).toEqual([{ userId: amina.id, name: 'Amina', waiting: 1 }]);
  later.close();
});

test('the server is not needed to sign out', async () => {
  serve({ '/api/auth/logout': () => fails('unreachable') });
  const db = await signedIn(amina);

  expect(await signOut(db, 'clean')).toBe('done');

  expect(await databases()).toEqual(['cod_device']);
});

test("another person's sign-in wipes the rows of the first, never what waits", async () => {
  serve({});
  const first = await signedIn(amina);
  await takeRows(first, [ticketChange('t1', 1)]);
  await perform(first, 'ticket.open', newTicket());
  await rememberWaiting(first, 1);
  const karim = await signedIn({ ...amina, id: 4, name: 'Karim', email: 'karim@example.test' });
  await takeRows(karim, [ticketChange('t9', 1)]);
  first.close();
  karim.close();

  await signedIn(sara);
  await wipeOthers(sara.id);

  expect(await databases()).toEqual(['cod_2', 'cod_3', 'cod_device']);
  const kept = openDatabase(amina.id);
  expect(await kept.tickets.get('t1')).toBeUndefined();
  expect(await kept.outbox.count()).toBe(1);
  expect((await listAccounts()).map(({ name }) => name)).toEqual(['Sara', 'Amina']);
  kept.close();
});
