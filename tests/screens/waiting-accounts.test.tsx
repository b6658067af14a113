import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Providers } from '../../src/client/app/root.tsx';
import { WaitingAccounts } from '../../src/client/features/auth/waiting-accounts.tsx';
import { openDatabase } from '../../src/client/local/database.ts';
import { deviceDatabase, rememberAccount } from '../../src/client/local/device.ts';
import type { PendingCall } from '../../src/client/local/stored.ts';
import { writeDraft, writeEarlierDraft } from '../support/drafts.ts';
import { uuidv7 } from '../../src/contract/uuid.ts';
import { perform } from '../../src/client/sync/perform.ts';
import { activateLocale } from '../../src/client/text/locales.ts';
import type { Locale } from '../../src/contract/locales.ts';

beforeEach(async () => {
  await deviceDatabase().accounts.clear();
  for (const { name } of await indexedDB.databases()) if (/^cod_\d/.test(name!)) indexedDB.deleteDatabase(name!);
});
afterEach(cleanup);

/** Writes tickets as a user of this device; the count that is stored with the name stays 0, as after a crash. */
async function writeTickets(userId: number, name: string, count: number): Promise<void> {
  await rememberAccount({ userId, name, waiting: 0 });
  const db = openDatabase(userId);
  for (let n = 0; n < count; n++) {
    const ticket = { id: uuidv7(), subject: 'No code', type: 'order' as const, content: 'It did not come' };
    await perform(db, 'ticket.open', { ...ticket, order_id: null });
  }
  db.close();
}

async function loginPage(locale: Locale): Promise<string[]> {
  await activateLocale(locale);
  const { container } = render(<WaitingAccounts />, { wrapper: Providers });
  await screen.findByRole('status');
  return [...container.querySelectorAll('p')].map(({ textContent }) => textContent);
}

test('D-11 the login page names every account with waiting changes, and counts them in its outbox', async () => {
  await writeTickets(3, 'Amina', 10);
  await writeTickets(4, 'Karim', 1);
  await writeTickets(5, 'Sara', 0);

  expect(await loginPage('en')).toEqual(['Log in as Amina to send 10 changes', 'Log in as Karim to send 1 change']);
});

test.each([
  ['fr', 1, 'Connectez-vous en tant que Amina pour envoyer 1 modification'],
  ['fr', 3, 'Connectez-vous en tant que Amina pour envoyer 3 modifications'],
  ['ar', 1, 'سجّل الدخول باسم Amina لإرسال تغيير واحد'],
  ['ar', 2, 'سجّل الدخول باسم Amina لإرسال تغييرين'],
  ['ar', 3, 'سجّل الدخول باسم Amina لإرسال 3 تغييرات'],
  ['ar', 11, 'سجّل الدخول باسم Amina لإرسال 11 تغييرًا'],
] as const)('D-11 in %s the login page says that %i changes wait', async (locale, count, sentence) => {
  await writeTickets(3, 'Amina', count);

  expect(await loginPage(locale)).toEqual([sentence]);
});

test('D-11 the login page also says whose payments are unconfirmed, with and without changes', async () => {
  await writeTickets(3, 'Amina', 2);
  await writeTickets(4, 'Karim', 0);
  await addOrdersInDoubt(3, 1);
  await addOrdersInDoubt(4, 2);

  expect(await loginPage('en')).toEqual([
    'Log in as Amina to send 2 changes',
    'Log in as Amina to see whether 1 payment went through',
    'Log in as Karim to see whether 2 payments went through',
  ]);
});

test.each([
  ['fr', 1, 'Connectez-vous en tant que Amina pour savoir si 1 paiement a abouti'],
  ['fr', 2, 'Connectez-vous en tant que Amina pour savoir si 2 paiements ont abouti'],
  ['ar', 1, 'سجّل الدخول باسم Amina لمعرفة ما إذا تمت دفعة واحدة'],
  ['ar', 2, 'سجّل الدخول باسم Amina لمعرفة ما إذا تمت دفعتان'],
  ['ar', 3, 'سجّل الدخول باسم Amina لمعرفة ما إذا تمت 3 دفعات'],
  ['ar', 11, 'سجّل الدخول باسم Amina لمعرفة ما إذا تمت 11 دفعة'],
] as const)('D-11 in %s the login page says that %i payments are unconfirmed', async (locale, count, sentence) => {
  await writeTickets(3, 'Amina', 0);
  await addOrdersInDoubt(3, count);

  expect(await loginPage(locale)).toEqual([sentence]);
});

test.each([
  ['en', 1, 'Log in as Sara to see whether 1 user was created'],
  ['fr', 2, 'Connectez-vous en tant que Sara pour savoir si 2 utilisateurs ont été créés'],
  ['ar', 1, 'سجّل الدخول باسم Sara لمعرفة ما إذا أُنشئ مستخدم واحد'],
  ['ar', 2, 'سجّل الدخول باسم Sara لمعرفة ما إذا أُنشئ مستخدمان'],
] as const)(
  'D-11 in %s the login page calls %i new users without a balance no payments',
  async (locale, count, sentence) => {
    await writeTickets(5, 'Sara', 0);
    await addInDoubt(5, count, { call: 'createUser', about: { user_name: 'Leïla' } });

    expect(await loginPage(locale)).toEqual([sentence]);
  },
);

test('D-11 the login page also names whose texts are unfinished, one for each form', async () => {
  await writeTickets(3, 'Amina', 1);
  await writeTickets(4, 'Karim', 0);
  await writeTickets(5, 'Sara', 0);
  const db = openDatabase(4);
  await writeDraft(db, 'ticket.reply.t1', 'Half a sentence');
  await writeDraft(db, 'ticket.reply.t1.files', [{ id: 'f1', name: 'a.png', type: 'image/png' }]);
  await writeDraft(db, 'ticket.reply.t1.mode', { type: 'note' });
  await writeDraft(db, 'ticket.new', { subject: '', type: 'order' });
  db.close();
  const emptied = openDatabase(5);
  await writeEarlierDraft(emptied, 'ticket.reply.t2', '');
  emptied.close();

  expect(await loginPage('en')).toEqual(['Log in as Amina to send 1 change', 'Log in as Karim to finish 2 texts']);
});

test.each([
  ['fr', 1, 'Connectez-vous en tant que Amina pour terminer 1 texte'],
  ['fr', 2, 'Connectez-vous en tant que Amina pour terminer 2 textes'],
  ['ar', 1, 'سجّل الدخول باسم Amina لإكمال نص واحد'],
  ['ar', 2, 'سجّل الدخول باسم Amina لإكمال نصين'],
  ['ar', 3, 'سجّل الدخول باسم Amina لإكمال 3 نصوص'],
  ['ar', 11, 'سجّل الدخول باسم Amina لإكمال 11 نصًا'],
] as const)('D-11 in %s the login page says that %i texts are unfinished', async (locale, count, sentence) => {
  await writeTickets(3, 'Amina', 0);
  const db = openDatabase(3);
  for (let n = 0; n < count; n++) await writeDraft(db, `ticket.reply.t${n}`, 'Half');
  db.close();

  expect(await loginPage(locale)).toEqual([sentence]);
});

const addOrdersInDoubt = (userId: number, count: number) =>
  addInDoubt(userId, count, { call: 'placeOrder', about: {} });

/** Stores calls in doubt of a user, and one call whose outcome is known. */
async function addInDoubt(userId: number, count: number, call: Pick<PendingCall, 'call' | 'about'>): Promise<void> {
  const db = openDatabase(userId);
  for (let n = 0; n <= count; n++) {
    const state = n < count ? 'asked' : 'settled';
    await db.pledges.put({ key: `k${n}`, state, unanswered: true, ...call, createdAt: n });
  }
  db.close();
}
