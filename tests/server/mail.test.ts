import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import { startMailWorker } from '../../src/server/platform/mail/worker.ts';
import { openTransport } from '../../src/server/platform/mail/transport.ts';
import { fastFolder } from '../support/folders.ts';
import { linkTo, openWorld, type World } from '../support/world.ts';

const register = (world: World, change: object = {}, headers = {}) =>
  world.guest.post(
    '/api/auth/register',
    { name: 'Leila', email: 'leila@example.test', password: 'une bonne phrase', ...change },
    headers,
  );

/** A post office that keeps what it was given, as it came over the wire. */
async function postOffice() {
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

test('a letter reaches the post office over SMTP, to one address', async () => {
  const office = await postOffice();
  const transport = openTransport({ kind: 'smtp', url: office.url, from: 'Shop <shop@example.test>' });
  onTestFinished(() => transport.close());
  const world = await openWorld({ outside: { transport } });

  await register(world);
  await world.post.deliver();

  expect(office.received.map((letter) => letter.to)).toEqual([['leila@example.test']]);
  expect(office.received[0]!.raw).toContain('From: Shop <shop@example.test>');
  expect(office.received[0]!.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=')).toContain(
    `${world.url}/auth/email-confirmation?token=`,
  );
});

test('letters in the data folder are files any mail program opens', async () => {
  const folder = mkdtempSync(join(fastFolder, 'comptoir-letters-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const transport = openTransport({ kind: 'folder', folder, from: 'Comptoir <comptoir@localhost>' });
  const world = await openWorld({ outside: { transport } });

  await register(world);
  await world.post.deliver();

  const [name, ...others] = readdirSync(folder);
  expect(others).toEqual([]);
  expect(name).toMatch(/^2026-11-20T14-23-00-000Z-\d{6}\.eml$/);
  expect(readFileSync(join(folder, name!), 'utf8')).toContain('To: leila@example.test');
});

test('while the post office is down letters wait in the database, and go when it is back', async () => {
  const world = await openWorld();
  world.post.down = true;

  expect((await register(world)).status).toBe(200);
  await world.post.deliver();
  await world.post.deliver();
  const waiting = await world.means.db.selectFrom('letters').select(['attempts', 'sent_at', 'error']).execute();
  world.post.down = false;
  await world.post.deliver();
  expect(world.post.letters).toEqual([]);
  world.clock.pass(15_001);
  await world.post.deliver();

  expect(waiting).toEqual([{ attempts: 1, sent_at: null, error: 'the post office is closed' }]);
  expect(world.post.letters).toHaveLength(1);
  expect(world.errors).toEqual([]);
});

test('of two workers on one queue each letter goes out once', async () => {
  const world = await openWorld();
  world.post.down = true;
  for (let number = 0; number < 30; number += 1) await register(world, { email: `person${number}@example.test` });
  await world.post.deliver();
  world.clock.pass(3_600_000);
  const sent: string[] = [];
  const worker = () =>
    startMailWorker({
      ...world.means,
      every: 3_600_000,
      onLetter: undefined,
      transport: { send: async ({ recipient }) => void sent.push(recipient), close: () => undefined },
    });

  const workers = [worker(), worker(), worker()];
  await Promise.all(workers.map((one) => one.run()));
  await Promise.all(workers.map((one) => one.stop()));

  expect(sent.toSorted()).toEqual([...new Set(sent)].toSorted());
  expect(sent).toHaveLength(30);
});

test('a letter whose turn comes so late that another worker has taken it is left to that one', async () => {
  const world = await openWorld();
  world.post.down = true;
  for (let number = 0; number < 10; number += 1) await register(world, { email: `person${number}@example.test` });
  await world.post.deliver();
  world.clock.pass(3_600_000);
  const sent: string[] = [];
  const worker = (send: () => Promise<void>) =>
    startMailWorker({
      ...world.means,
      every: 3_600_000,
      onLetter: undefined,
      transport: { send: ({ recipient }) => (sent.push(recipient), send()), close: () => undefined },
    });
  const quick = worker(async () => undefined);
  const slow = worker(async () => {
    world.clock.pass(31_000);
    if (sent.length === 5) await quick.run();
  });

  await slow.run();
  await Promise.all([slow.stop(), quick.stop()]);

  expect(sent).toHaveLength(10);
  expect(new Set(sent).size).toBe(10);
});

test('what was sent keeps no link, and what a registration rolls back posts no letter', async () => {
  const world = await openWorld();
  await register(world);
  await world.post.deliver();
  await register(world, { email: 'amina@example.test' });
  await world.post.deliver();

  expect(world.post.letters.map((letter) => letter.recipient)).toEqual(['leila@example.test']);
  const rows = await world.means.db.selectFrom('letters').select(['body_text', 'body_html']).execute();
  expect(rows).toEqual([{ body_text: '', body_html: '' }]);
  const token = new URL(linkTo(world, 'leila@example.test')).searchParams.get('token')!;
  expect(JSON.stringify(await world.means.db.selectFrom('mail_tokens').selectAll().execute())).not.toContain(token);
});

test.each([
  ['en', 'ltr', 'Confirm your e-mail address'],
  ['fr', 'ltr', 'Confirmez votre adresse e-mail'],
  ['ar', 'rtl', 'أكّد عنوان بريدك الإلكتروني'],
])('S1 a letter in %s is written %s', async (locale, dir, subject) => {
  const world = await openWorld();

  await register(world, { locale });
  await world.post.deliver();

  const [letter] = world.post.letters;
  expect(letter!.subject).toBe(subject);
  expect(letter!.html).toContain(`<html lang="${locale}" dir="${dir}">`);
});

test('the host of a link comes from PUBLIC_URL, never from the request', async () => {
  const world = await openWorld({ env: { PUBLIC_URL: 'https://shop.example' } });

  await register(world, {}, { 'X-Forwarded-Host': 'evil.example', Forwarded: 'host=evil.example' });
  await world.app.inject({
    method: 'POST',
    url: '/api/auth/email/resend',
    headers: { host: 'evil.example' },
    payload: { email: 'leila@example.test' },
  });
  await world.post.deliver();

  expect(world.post.letters.map((letter) => /https?:[^?]+/.exec(letter.text)![0])).toEqual(
    Array(2).fill('https://shop.example/auth/email-confirmation'),
  );
});

test('a name can add neither a header nor markup nor a link, nor turn the text around', async () => {
  const office = await postOffice();
  const transport = openTransport({ kind: 'smtp', url: office.url, from: 'Shop <shop@example.test>' });
  onTestFinished(() => transport.close());
  const world = await openWorld({ outside: { transport } });
  const names = [
    'Eve\r\nBcc: all@example.test',
    '<img src=x onerror=alert(1)>',
    'Eve \u202eevil',
    'www.evil.example/win',
  ];

  for (const [number, name] of names.entries()) await register(world, { name, email: `eve${number}@example.test` });
  await world.post.deliver();

  expect(office.received.map((letter) => letter.to)).toEqual(
    [0, 1, 2, 3].map((number) => [`eve${number}@example.test`]),
  );
  for (const { raw } of office.received) {
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
  'no letter goes to %j',
  async (email) => {
    const world = await openWorld();
    expect((await register(world, { email })).body.errors).toEqual({ email: ['invalid'] });
  },
);
