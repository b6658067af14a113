import { expect, onTestFinished, test } from 'vitest';
import { emailKinds, emailVariables, type EmailKind } from '../../src/contract/mail.ts';
import { openMailTransport } from '../../src/server/platform/mail/transport.ts';
import { expectRefused } from '../support/client.ts';
import { partsOf, startSmtpServer } from '../support/smtp-server.ts';
import { startTestServer, takeMail, type TestServer } from '../support/test-server.ts';

const text = (kind: EmailKind, more: { locale?: string; subject?: string; body?: string }) => ({
  kind,
  locale: 'en',
  subject: '',
  body: '',
  ...more,
});

const save = (server: TestServer, more: object, headers = {}) =>
  server.as('sara').post('/api/shop/mail', { sender_name: '', reply_to: '', texts: [], ...more }, headers);

const readMail = async (server: TestServer) => (await server.as('sara').get('/api/shop/mail')).body;

/** A server that sends its e-mails over SMTP, as the operator has set it up. */
async function startShopWithMail() {
  const smtpServer = await startSmtpServer();
  const from = '"Shop, the old" <shop@example.test>';
  const transport = openMailTransport({ kind: 'smtp', url: smtpServer.url, from });
  onTestFinished(() => transport.close());
  const server = await startTestServer({
    overrides: { transport },
    env: { PUBLIC_URL: 'https://shop.example', MAIL_FROM: from },
  });
  /** Asks for a new password, and returns the e-mail about it. */
  const passwordEmail = async () => {
    await server.guest.post('/api/auth/password/forgot', { email: server.users.amina.email });
    await server.mail.deliver();
    return { ...partsOf(smtpServer.emails.at(-1)!), envelope: smtpServer.emails.at(-1)!.from };
  };
  return { server, passwordEmail };
}

test('S2U-05 e-mails have the name and the reply address that an admin set; their address stays that of the operator', async () => {
  const { server, passwordEmail } = await startShopWithMail();
  const before = await passwordEmail();
  expect(before.head).toContain('From: "Shop, the old" <shop@example.test>');
  expect(before.head).not.toContain('Reply-To');

  await save(server, { sender_name: ' Souk "Digital" ', reply_to: 'Help@Souk.example ' });

  const after = await passwordEmail();
  expect(after.head).toContain('From: "Souk \\"Digital\\"" <shop@example.test>');
  expect(after.head).toContain('Reply-To: help@souk.example');
  expect([before.envelope, after.envelope]).toEqual(['shop@example.test', 'shop@example.test']);
  expect((await readMail(server)).sender).toBe('"Shop, the old" <shop@example.test>');
});

test('S2U-05 an e-mail has the own text of its kind in the reader’s language, plain text and HTML; a blank one has the standard text', async () => {
  const { server, passwordEmail } = await startShopWithMail();
  const body = 'Hi {name} <b>& co</b>,\nat {shop}:\n\n\n{link}\n\nOr by hand: {link}!';
  await save(server, { texts: [text('new_password', { subject: 'A key for {name}', body })] });
  await server.services.db
    .updateTable('users')
    .set({ name: '<i>{link}</i>' })
    .where('id', '=', server.users.amina.id)
    .execute();

  const { head, text: plain, html } = await passwordEmail();
  const link = /https:\/\/shop\.example\/auth\/password-reset\?token=[\w-]+/.exec(plain)![0];
  expect(plain.replaceAll(link, 'LINK').replaceAll('\r', '').trim()).toMatch(
    /^\S*[\s\S]*Hi \u2068<i>\{link\}< i>\u2069 <b>& co<\/b>,\nat Comptoir:\n\nLINK\n\nOr by hand: LINK!\n\nComptoir/,
  );
  expect(html).toContain('Hi \u2068&#60;i&#62;{link}&#60; i&#62;\u2069 &#60;b&#62;&#38; co&#60;/b&#62;,<br>');
  expect(html).toContain(`<a href="${link}" style="color:#0f766e">${link}</a>!`);
  expect(html).toMatch(
    new RegExp(`<a href="${link.replace('?', '\\?')}" style="display:inline-block[^>]*>Choose a password</a>`),
  );
  expect(decodeURIComponent(/Subject: =\?UTF-8\?Q\?(.*?)\?=/.exec(head)![1]!.replaceAll('=', '%'))).toContain(
    'A_key_for_',
  );

  await save(server, { texts: [text('new_password', { subject: 'Only a subject' })] });
  const subjectOnly = await passwordEmail();
  expect(subjectOnly.head).toContain('Subject: Only a subject');
  expect(subjectOnly.text).toContain('The link works once');
});

test('S2U-05 the texts of one language replace no others, and a user gets those of the own language', async () => {
  const server = await startTestServer();
  const body = 'مرحبًا {name}، الرصيد {balance} بعد {amount}. {shop}';
  await save(server, { texts: [text('balance_added', { locale: 'ar', subject: 'رصيد {amount}', body })] });
  await server.as('sara').post('/api/auth/pin', { password: 'kept-in-a-safe', pin: '80412' });
  const addFor = async (locale: string) => {
    await server.services.db.updateTable('users').set({ locale }).where('id', '=', server.users.amina.id).execute();
    await server.as('sara').post(`/api/users/${server.users.amina.id}/balance/add`, { amount: 5, pin: '80412' });
    return (await takeMail(server))[0]!;
  };

  const arabic = await addFor('ar');
  expect(arabic.subject).toMatch(/^رصيد .*5,00/);
  expect(arabic.text).toMatch(/^مرحبًا \u2068Amina\u2069، الرصيد .*5,00.* بعد .*5,00.*\. Comptoir\n\nComptoir\n$/);
  expect(arabic.html).toContain('<html lang="ar" dir="rtl">');
  // A text without its link has no button.
  expect(arabic.html).not.toContain('<a ');
  expect((await addFor('fr')).text).toContain('ont été ajoutés à votre solde');
});

test('S2U-05 unknown variables, a missing link and line breaks in headers are refused by their fields', async () => {
  const server = await startTestServer();
  const refused = await save(server, {
    sender_name: 'Shop\r\nBcc: eve@evil.example',
    reply_to: 'a@b.example\nBcc: eve@evil.example',
    texts: [
      text('ticket_reply', { subject: 'Hello\nBcc: eve@evil.example', body: 'Your order {product}' }),
      text('new_password', { subject: 'Open {link}', body: 'Open the app.' }),
      text('confirm_address', { locale: 'fr', subject: 'x'.repeat(151), body: 'Ouvrez { link }' }),
      text('balance_added', { subject: '{amount} {constructor}', body: 'No link needed, {} is refused' }),
    ],
  });

  expectRefused(refused, 422, 'INVALID_FIELDS');
  expect(refused.body.errors).toEqual({
    sender_name: ['invalid'],
    reply_to: ['invalid'],
    'texts.0.subject': ['invalid'],
    'texts.0.body': ['variable:product'],
    'texts.1.subject': ['variable:link'],
    'texts.1.body': ['missing:link'],
    'texts.2.subject': ['max:150'],
    'texts.2.body': ['invalid'],
    'texts.3.subject': ['variable:constructor'],
    'texts.3.body': ['invalid'],
  });
  const twice = [text('ticket_reply', { body: 'One' }), text('ticket_reply', { body: 'Two' })];
  expect((await save(server, { texts: twice })).body.errors).toEqual({ texts: ['unique'] });
  expect((await readMail(server)).mail).toEqual({ sender_name: '', reply_to: '', texts: [], rev: 1 });
});

test('S2U-05 two admins do not overwrite each other’s texts, each change is in the audit log, and blank texts are not stored', async () => {
  const server = await startTestServer();
  const own = text('ticket_reply', { body: 'Read it: {link}' });
  await save(server, { sender_name: 'Souk', texts: [own, text('order_delivered', {})] }, { 'If-Match': '"1"' });

  const refused = await save(server, { sender_name: 'Bazaar' }, { 'If-Match': '"1"' });
  expectRefused(refused, 412, 'REVISION_CHANGED');
  expect(refused.body.details.current).toEqual({ sender_name: 'Souk', reply_to: '', texts: [own], rev: 2 });
  await save(server, { sender_name: 'Souk' }, { 'If-Match': '"2"' });

  const { entries } = (await server.as('sara').get('/api/audit?action=mail.update')).body;
  const texts = { en: { subject: '', body: 'Read it: {link}' } };
  expect(entries.map(({ fields }: { fields: unknown }) => fields)).toEqual([
    [{ field: 'ticket_reply', old_value: texts, new_value: {} }],
    [
      { field: 'sender_name', old_value: '', new_value: 'Souk' },
      { field: 'ticket_reply', old_value: {}, new_value: texts },
    ],
  ]);
  expect(entries[0]).toMatchObject({ entity: 'shop', entity_key: 'mail', actor_name: 'Sara' });
});

test('S2U-05 every standard text is acceptable as an own text, and the warnings to admins cannot be replaced', async () => {
  const server = await startTestServer();
  const { standard, examples } = await readMail(server);
  expect(standard).toHaveLength(3 * emailKinds.length);
  const texts = standard.map(({ kind, locale, subject, body }: Record<string, string>) => ({
    kind,
    locale,
    subject,
    body,
  }));

  expect((await save(server, { texts })).status).toBe(200);
  for (const locale of ['en', 'fr', 'ar'])
    for (const name of Object.values(emailVariables).flat()) expect(examples[locale][name]).toBeTruthy();
  const warning = { ...text('ticket_reply', { body: 'Nothing to see' }), kind: 'new_admin' };
  expect((await save(server, { texts: [warning] })).body.errors).toEqual({ 'texts.0.kind': ['invalid'] });
});
