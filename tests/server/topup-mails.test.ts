import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { startReminder, sendReminder } from '../../src/server/features/topup-settings/reminder.ts';
import { queueNotice, type Notice } from '../../src/server/platform/mail/notices.ts';
import { inTransaction } from '../../src/server/platform/database/transaction.ts';
import { openServices } from '../../src/server/platform/services.ts';
import { putTopup } from '../support/topup-rows.ts';
import { startTestServer, takeMail, type TestServer, type TestUserName } from '../support/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({ env: { TIME_ZONE: 'Africa/Tripoli', PUBLIC_URL: 'https://shop.example' } });
  return () => server.close();
});

const hour = 3_600_000;
const setUser = (
  who: TestUserName,
  columns: { locale?: string; muted_mail?: string; is_active?: number; confirmed_at?: number | null },
) => server.services.db.updateTable('users').set(columns).where('id', '=', server.users[who].id).execute();

const send = async (who: TestUserName, notice: Notice) => {
  const { services, users } = server;
  await inTransaction(services.db, (tx) => queueNotice({ tx, services, now: services.now() }, users[who].id, notice));
  return takeMail(server);
};

const id = '0190a000-0000-7000-8000-000000000001';
const refused = (more: object = {}): Notice => ({
  kind: 'topup.refused',
  topup: { id, number: 31, amount: 50_25, reason: 'not_received', note: null, ...more },
});

test('TU-16 a customer learns by e-mail why a request was refused, in their language, with the admin’s note as one safe line', async () => {
  const [email] = await send('amina', refused());
  expect([email!.recipient, email!.subject]).toEqual(['amina@example.test', 'Your top-up request #31 was refused']);
  expect(email!.text).toContain('#31 of €50.25 was refused: the payment has not arrived.');
  expect(email!.text).toContain(`https://shop.example/user/top-ups/${id}`);
  expect(email!.text).not.toContain('The shop writes');

  const note = 'Only 12.50 arrived\n\nSubject: <b>now</b>\u202e';
  const [noted] = await send('amina', refused({ reason: 'other', note }));
  expect(noted!.text).toContain('was refused: another reason.');
  expect(noted!.text).toContain('The shop writes: \u2068Only 12.50 arrived Subject: <b>now</b>\u2069\n');
  expect(noted!.html).not.toContain('<b>now');

  await setUser('amina', { locale: 'fr' });
  expect((await send('amina', refused({ reason: 'unreadable' })))[0]!.text).toContain('le reçu est illisible');
  await setUser('amina', { locale: 'ar' });
  expect((await send('amina', refused({ reason: 'used_before' })))[0]!.text).toContain('سبق أن أُضيف');
});

test('TU-16 the e-mail about a refusal follows the switch of changes of the balance, and its texts cannot be replaced', async () => {
  await setUser('amina', { muted_mail: '["balance.changed"]' });
  expect(await send('amina', refused())).toEqual([]);
  await setUser('amina', { muted_mail: '["ticket.response"]' });
  expect(await send('amina', refused())).toHaveLength(1);
  await setUser('amina', { is_active: 0 });
  expect(await send('amina', refused())).toEqual([]);

  for (const kind of ['topup_refused', 'topup_reminder', 'topup_method_changed']) {
    const texts = [{ kind, locale: 'en', subject: '', body: 'Nothing' }];
    const answer = await server.as('sara').post('/api/shop/mail', { sender_name: 'Comptoir', reply_to: '', texts });
    expect(answer.status).toBe(422);
  }
});

const bank = {
  name: { en: 'Bank transfer', fr: 'Virement' },
  steps: { en: 'Send {amount}.' },
  accounts: [
    { label: { en: 'IBAN' }, value: 'LY83 0020' },
    { label: { en: 'Wallet' }, value: 'pay@shop.ly' },
  ],
  min: 10,
  max: 500,
  proof: 'either',
  is_active: true,
};
/** Saves the method and returns the e-mails that follow. */
const save = async (fields: object, path = '') => {
  const answer = await server.as('root').post(`/api/topup-methods${path}`, { ...bank, ...fields });
  expect(answer.status).toBe(200);
  return { id: answer.body.method.id as number, mail: await takeMail(server) };
};

test('TU-15 a new way to pay and each change of its accounts or activity is e-mailed to all admins, with old and new values', async () => {
  await setUser('sara', { muted_mail: '["balance.changed","ticket.response","order.delivered"]', locale: 'fr' });
  const { id: method, mail } = await save({});
  const path = `/${method}`;
  expect(mail.map(({ recipient }) => recipient).toSorted()).toEqual(['root@example.test', 'sara@example.test']);
  const own = mail.find(({ recipient }) => recipient.startsWith('root'))!;
  expect(own.subject).toBe('A way to pay was changed');
  expect(own.text).toContain('– → \u2068IBAN\u2069: \u2068LY83 0020\u2069\n');
  expect(own.text).toContain('Customers see it now.');
  expect(own.text).toContain('https://shop.example/admin/settings/top-ups');
  expect(mail.find(({ recipient }) => recipient.startsWith('sara'))!.text).toContain('Virement');

  const [iban, wallet] = bank.accounts;
  const swapped = { ...iban!, value: 'LY99 6666' };
  const [email] = (await save({ accounts: [swapped, wallet] }, path)).mail;
  expect(email!.text).toContain('\u2068IBAN\u2069: \u2068LY83 0020\u2069 → \u2068IBAN\u2069: \u2068LY99 6666\u2069');
  expect(email!.text).not.toContain('pay@shop.ly');
  const [removed] = (await save({ accounts: [swapped] }, path)).mail;
  expect(removed!.text).toContain('\u2068Wallet\u2069: \u2068pay@shop.ly\u2069 → –');
  const renamed = { ...swapped, label: { en: 'IBAN', fr: 'Compte' } };
  const labels = (await save({ accounts: [renamed] }, path)).mail.find(({ recipient }) => recipient.startsWith('root'));
  expect(labels!.text).toContain(
    '\u2068IBAN\u2069: \u2068LY99 6666\u2069 → \u2068IBAN, Compte\u2069: \u2068LY99 6666\u2069',
  );
  const hidden = (await save({ accounts: [renamed], is_active: false }, path)).mail;
  expect(hidden).toHaveLength(2);
  expect(hidden.find(({ recipient }) => recipient.startsWith('root'))!.text).toContain('Customers do not see it.');
});

test('TU-15 other changes of a way to pay cause no e-mail, nor does a refused one; deactivated admins and agents get none', async () => {
  const { id: method } = await save({});
  const path = `/${method}`;
  expect((await save({ max: 20, name: { en: 'Bank' }, steps: { en: 'Pay.' } }, path)).mail).toEqual([]);
  expect((await save({ accounts: bank.accounts.toReversed() }, path)).mail).toEqual([]);
  await server.as('root').post(`/api/topup-methods${path}`, { ...bank, accounts: [] }, { 'If-Match': '"1"' });
  expect(await takeMail(server)).toEqual([]);
  await setUser('sara', { is_active: 0 });
  expect((await save({ is_active: false }, path)).mail.map(({ recipient }) => recipient)).toEqual([
    'root@example.test',
  ]);
});

/** 09:00 in Tripoli (UTC+2), days after the clock of the tests begins. */
const nineOn = (day: number) => Date.UTC(2026, 10, day, 7);
const remindAt = async (at: number) => {
  server.clock.now = at;
  await sendReminder(server.services);
  return takeMail(server);
};
const putAt = async (at: number, columns: { status?: string } = {}) => {
  server.clock.now = at;
  return putTopup(server, columns);
};

test('TU-17 admins are reminded once a day at nine while a request waits longer than 24 hours', async () => {
  const late = await putAt(nineOn(24) - 2 * hour);
  await putAt(nineOn(24) + hour);
  await putAt(nineOn(20), { status: 'refused' });

  expect(await remindAt(nineOn(25) - 1)).toEqual([]);
  const mail = await remindAt(nineOn(25));
  expect(mail.map(({ recipient }) => recipient).toSorted()).toEqual(['root@example.test', 'sara@example.test']);
  expect(mail[0]!.subject).toBe('Top-up requests that wait: 1');
  expect(mail[0]!.text).toContain('Requests: 1\nHours since the oldest: 26\n');
  expect(mail[0]!.text).toContain('https://shop.example/admin/top-ups?status=waiting');
  expect(await remindAt(nineOn(25) + 10 * hour)).toEqual([]);
  expect((await remindAt(nineOn(26)))[0]!.text).toContain('Requests: 2\nHours since the oldest: 50\n');

  await server.services.db.updateTable('topups').set({ status: 'cancelled' }).where('id', '=', late).execute();
  expect((await remindAt(nineOn(27) + 5 * hour))[0]!.text).toContain('Requests: 1\n');
  await server.services.db.updateTable('topups').set({ status: 'cancelled' }).execute();
  expect(await remindAt(nineOn(28))).toEqual([]);
});

test('TU-17 several servers and a clock that is set back send one reminder a day, and a running server checks each minute', async () => {
  await putAt(nineOn(20));
  server.clock.now = nineOn(25);
  const transport = { send: async () => undefined, close: () => undefined };
  const second = await openServices(server.settings, { now: () => server.clock.now, transport });
  onTestFinished(() => second.close());

  await Promise.all([server.services, second.services, server.services, second.services].map(sendReminder));
  server.clock.now = nineOn(24);
  await sendReminder(server.services);
  const count = () => server.services.db.selectFrom('letters').select('id').execute();
  expect(await count()).toHaveLength(2);

  server.clock.now = nineOn(26);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const reminder = startReminder(server.services);
  vi.advanceTimersByTime(60_000);
  await reminder.stop();
  expect(await count()).toHaveLength(4);
});
