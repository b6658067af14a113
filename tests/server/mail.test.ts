import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import { startMailWorker } from '../../src/server/platform/mail/worker.ts';
import { openMailTransport } from '../../src/server/platform/mail/transport.ts';
import { fastFolder } from '../support/machine.ts';
import { linkEmailedTo, startTestServer, type TestServer } from '../support/test-server.ts';

const register = (server: TestServer, changes: object = {}, headers = {}) =>
  server.guest.post(
    '/api/auth/register',
    { name: 'Leila', email: 'leila@example.test', password: 'une bonne phrase', ...changes },
    headers,
  );

/** Starts an SMTP server that stores its e-mails as they were received. */
async function startSmtpServer() {
  const received: { to: string[]; raw: string }[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map((one) => one.address);
        received.push({ to, raw: Buffer.concat(parts).toString() });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { received, url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}` };
}

test('OF-32 an e-mail reaches the mail server over SMTP, to one address', async () => {
  const smtpServer = await startSmtpServer();
  const transport = openMailTransport({ kind: 'smtp', url: smtpServer.url, from: 'Shop <shop@example.test>' });
  onTestFinished(() => transport.close());
  const server = await startTestServer({ overrides: { transport } });

  await register(server);
  await server.mail.deliver();

  expect(smtpServer.received.map((email) => email.to)).toEqual([['leila@example.test']]);
  expect(smtpServer.received[0]!.raw).toContain('From: Shop <shop@example.test>');
  expect(smtpServer.received[0]!.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=')).toContain(
    `${server.url}/auth/email-confirmation?token=`,
  );
});

test('without a mail server each e-mail is written as one .eml file into the data folder', async () => {
  const folder = mkdtempSync(join(fastFolder, 'comptoir-mail-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const transport = openMailTransport({ kind: 'folder', folder, from: 'Comptoir <comptoir@localhost>' });
  const server = await startTestServer({ overrides: { transport } });

  await register(server);
  await server.mail.deliver();

  const [name, ...others] = readdirSync(folder);
  expect(others).toEqual([]);
  expect(name).toMatch(/^2026-11-20T14-23-00-000Z-\d{6}\.eml$/);
  expect(readFileSync(join(folder, name!), 'utf8')).toContain('To: leila@example.test');
});

test('while the mail server is down e-mails wait in the database, and are sent when it is back', async () => {
  const server = await startTestServer();
  server.mail.isDown = true;

  expect((await register(server)).status).toBe(200);
  await server.mail.deliver();
  await server.mail.deliver();
  const waiting = await server.services.db.selectFrom('letters').select(['attempts', 'sent_at', 'error']).execute();
  server.mail.isDown = false;
  await server.mail.deliver();
  expect(server.mail.sent).toEqual([]);
  server.clock.advance(15_001);
  await server.mail.deliver();

  expect(waiting).toEqual([{ attempts: 1, sent_at: null, error: 'the mail server is down' }]);
  expect(server.mail.sent).toHaveLength(1);
  expect(server.errors).toEqual([]);
});

test('three workers on one queue send each e-mail once', async () => {
  const server = await startTestServer();
  server.mail.isDown = true;
  for (let number = 0; number < 30; number += 1) await register(server, { email: `person${number}@example.test` });
  await server.mail.deliver();
  server.clock.advance(3_600_000);
  const sent: string[] = [];
  const worker = () =>
    startMailWorker({
      ...server.services,
      every: 3_600_000,
      onEmailSent: undefined,
      transport: { send: async ({ recipient }) => void sent.push(recipient), close: () => undefined },
    });

  const workers = [worker(), worker(), worker()];
  await Promise.all(workers.map((one) => one.run()));
  await Promise.all(workers.map((one) => one.stop()));

  expect(sent.toSorted()).toEqual([...new Set(sent)].toSorted());
  expect(sent).toHaveLength(30);
});

test('a sent e-mail leaves no link in the database, and a refused registration sends no e-mail', async () => {
  const server = await startTestServer();
  await register(server);
  await server.mail.deliver();
  await register(server, { email: 'amina@example.test' });
  await server.mail.deliver();

  expect(server.mail.sent.map((email) => email.recipient)).toEqual(['leila@example.test']);
  const rows = await server.services.db.selectFrom('letters').select(['body_text', 'body_html']).execute();
  expect(rows).toEqual([{ body_text: '', body_html: '' }]);
  const token = new URL(linkEmailedTo(server, 'leila@example.test')).searchParams.get('token')!;
  expect(JSON.stringify(await server.services.db.selectFrom('mail_tokens').selectAll().execute())).not.toContain(token);
});

test.each([
  ['en', 'ltr', 'Confirm your e-mail address'],
  ['fr', 'ltr', 'Confirmez votre adresse e-mail'],
  ['ar', 'rtl', 'أكّد عنوان بريدك الإلكتروني'],
])('OF-32 the e-mail has the language of the registration: %s, written %s', async (locale, dir, subject) => {
  const server = await startTestServer();

  await register(server, { locale });
  await server.mail.deliver();

  const [email] = server.mail.sent;
  expect(email!.subject).toBe(subject);
  expect(email!.html).toContain(`<html lang="${locale}" dir="${dir}">`);
});

test('the host of a link comes from PUBLIC_URL, never from the request', async () => {
  const server = await startTestServer({ env: { PUBLIC_URL: 'https://shop.example' } });

  await register(server, {}, { 'X-Forwarded-Host': 'evil.example', Forwarded: 'host=evil.example' });
  await server.app.inject({
    method: 'POST',
    url: '/api/auth/email/resend',
    headers: { host: 'evil.example' },
    payload: { email: 'leila@example.test' },
  });
  await server.mail.deliver();

  expect(server.mail.sent.map((email) => /https?:[^?]+/.exec(email.text)![0])).toEqual(
    Array(2).fill('https://shop.example/auth/email-confirmation'),
  );
});

test('a name adds no header, no markup, no link and no change of the text direction to an e-mail over SMTP', async () => {
  const smtpServer = await startSmtpServer();
  const transport = openMailTransport({ kind: 'smtp', url: smtpServer.url, from: 'Shop <shop@example.test>' });
  onTestFinished(() => transport.close());
  const server = await startTestServer({ overrides: { transport } });
  const names = [
    'Eve\r\nBcc: all@example.test',
    '<img src=x onerror=alert(1)>',
    'Eve \u202eevil',
    'www.evil.example/win',
  ];

  for (const [number, name] of names.entries()) await register(server, { name, email: `eve${number}@example.test` });
  await server.mail.deliver();

  expect(smtpServer.received.map((email) => email.to.join()).toSorted()).toEqual(
    [0, 1, 2, 3].map((number) => `eve${number}@example.test`),
  );
  for (const { raw } of smtpServer.received) {
    const headers = raw.slice(0, raw.indexOf('\r\n\r\n'));
    const html = raw.slice(raw.indexOf('<!doctype html>'));
    expect(headers).not.toMatch(/^bcc:/im);
    expect(html).toMatch(/^<!doctype html>/);
    expect(html).not.toContain('<img');
    expect(raw).not.toContain('=E2=80=AE');
    expect(raw).not.toContain('evil.example');
  }
});

test.each(['eve@example.test\r\nBcc: all@example.test', 'eve@example.test,all@example.test', 'Eve <eve@example.test>'])(
  '%j is refused as an e-mail address',
  async (email) => {
    const server = await startTestServer();
    expect((await register(server, { email })).body.errors).toEqual({ email: ['invalid'] });
  },
);
