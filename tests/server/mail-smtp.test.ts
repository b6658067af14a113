// database: any
import { onTestFinished, expect, test } from 'vitest';
import { openMailTransport } from '../../src/server/platform/mail/transport.ts';
import { linkIn, startSmtpServer, partsOf, type SmtpFault } from '../support/smtp-server.ts';
import { startTestServer } from '../support/test-server.ts';

const leila = { name: 'Leila', email: 'leila@example.test', password: 'une bonne phrase' };

/** A server that sends its e-mails over SMTP, for https://shop.example. */
async function startShopWithMail() {
  const smtpServer = await startSmtpServer();
  const transport = openMailTransport({ kind: 'smtp', url: smtpServer.url, from: 'Shop <shop@example.test>' });
  onTestFinished(() => transport.close());
  const server = await startTestServer({ overrides: { transport }, env: { PUBLIC_URL: 'https://shop.example' } });
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    server.guest.post(`/api/auth/${path}`, body, headers);
  let seen = 0;
  /** Sends the waiting e-mails; returns those that arrived since the last call, by recipient. */
  const deliverMail = async () => {
    await server.mail.deliver();
    const arrived = smtpServer.emails.slice(seen, (seen = smtpServer.emails.length));
    return arrived.toSorted((a, b) => a.to.join().localeCompare(b.to.join()));
  };
  return { smtpServer, server, post, deliverMail };
}

const tokenIn = (email: Parameters<typeof linkIn>[0]) => linkIn(email).searchParams.get('token')!;

test('only the newest confirmation link of an account works, once, within a day; it is re-sent at most three times an hour', async () => {
  const { server, post, deliverMail } = await startShopWithMail();
  const day = 24 * 3_600_000;
  const confirm = async (token: string) => (await post('email/confirm', { token })).status;
  await post('register', leila);
  await post('register', { ...leila, email: 'nour@example.test', name: 'Nour' });
  const [first, nourEmail] = await deliverMail();
  const resent = [];
  for (let attempt = 0; attempt < 4; attempt += 1)
    resent.push((await post('email/resend', { email: leila.email })).status);
  const resentEmails = await deliverMail();

  expect([first!.to, nourEmail!.to]).toEqual([[leila.email], ['nour@example.test']]);
  expect(resent).toEqual([200, 200, 200, 429]);
  expect(resentEmails.map(({ to }) => to)).toEqual(Array(3).fill([leila.email]));
  const stale = [first!, ...resentEmails.slice(0, 2)];
  expect(await Promise.all(stale.map((email) => confirm(tokenIn(email))))).toEqual([422, 422, 422]);
  server.clock.advance(day - 60_000);
  expect(await Promise.all([1, 2].map(() => confirm(tokenIn(resentEmails[2]!))))).toContain(422);
  expect((await post('login', leila)).status).toBe(200);
  expect((await post('login', { ...leila, email: 'nour@example.test' })).body.code).toBe('ACCOUNT_NOT_ACTIVE');
  server.clock.advance(60_001);
  expect(await confirm(tokenIn(nourEmail!))).toBe(422);
});

test('only the newest password link of an account works, once, within a day', async () => {
  const { server, post, deliverMail } = await startShopWithMail();
  const forgot = (email: string) => post('password/forgot', { email });
  const resetPassword = async (token: string, password = 'a new good phrase') =>
    (await post('password/reset', { token, password })).status;
  const login = async (who: 'amina' | 'karim', password: string) =>
    (await post('login', { email: `${who}@example.test`, password })).status;
  await forgot('amina@example.test');
  await forgot('amina@example.test');
  await forgot('karim@example.test');
  const [first, second, karimEmail] = await deliverMail();

  expect(await resetPassword(tokenIn(first!))).toBe(422);
  server.clock.advance(24 * 3_600_000 - 60_000);
  expect(await resetPassword(tokenIn(second!))).toBe(200);
  expect(await resetPassword(tokenIn(second!), 'another good phrase')).toBe(422);
  expect([await login('amina', 'a new good phrase'), await login('karim', 'a new good phrase')]).toEqual([200, 401]);
  expect(await login('karim', server.users.karim.password)).toBe(200);
  server.clock.advance(60_001);
  expect(await resetPassword(tokenIn(karimEmail!))).toBe(422);
});

test('the host of every link is that of PUBLIC_URL, whatever headers the request has', async () => {
  const { server, deliverMail } = await startShopWithMail();
  const poison = [
    { host: 'evil.example' },
    { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http', 'x-forwarded-port': '8080' },
    { forwarded: 'host=evil.example;proto=http' },
    { origin: 'https://shop.example', referer: 'https://evil.example/', 'x-original-host': 'evil.example' },
  ];
  const calls = [
    ['register', leila],
    ['email/resend', { email: leila.email }],
    ['password/forgot', { email: 'amina@example.test' }],
  ] as const;
  for (const [turn, headers] of poison.entries())
    for (const [path, body] of calls) {
      // An hour later the limits of an address allow these e-mails again.
      server.clock.advance(turn === 0 ? 0 : 3_600_001);
      const answer = await server.app.inject({ method: 'POST', url: `/api/auth/${path}`, headers, payload: body });
      expect(answer.statusCode).toBe(200);
    }

  const emails = await deliverMail();

  expect(emails).toHaveLength(12);
  for (const email of emails) {
    expect(linkIn(email).origin).toBe('https://shop.example');
    expect(email.raw).not.toContain('evil.example');
  }
});

const names = [
  'Eve\r\nBcc: all@example.test',
  'Eve\nSubject: You have won',
  'Eve\rTo: all@example.test',
  'Eve\r\n\r\n<a href="https://evil.example">win</a>',
  'Eve\u0085Bcc: all@example.test\u2028Bcc: all@example.test\u2029x',
  '<img src=x onerror=alert(1)>',
  '"><script>alert(1)</script>&lt;b&gt;',
  'Eve \u202eevil\u2066\u202d\u200f\u061c',
  'https://evil.example/win',
  'www.evil.example',
  'evil.example',
  'mail to eve@evil.example now',
  'http:\u2044\u2044evil.example',
  'e\u0301ve =?utf-8?B?QmNjOiBhbGw=?=',
  '.\r\n.\r\nMAIL FROM:<eve@evil.example>',
];

test('a name adds no header, no markup, no link and no change of the text direction to an e-mail', async () => {
  const { server, post, deliverMail } = await startShopWithMail();
  const shape = (email: Parameters<typeof partsOf>[0]) => {
    const { head, text, html } = partsOf(email);
    return {
      headers: head.match(/^[\w-]+(?=:)/gm),
      tags: html.match(/<[^>]*>/g)!.map((tag) => tag.replace(/token=[\w-]+/, 'token=…')),
      links: `${text}${html}`
        .match(/\b(https?:|www\.|mailto:|\S+@\S+|evil\.example)\S*/gi)!
        .map((link) => link.replace(/token=.*/s, '')),
      signs: `${text}${html}`.match(/[\u0080-\u009f\u200e\u200f\u061c\u202a-\u202e\u2066\u2067\u2028\u2029]/g),
      lines: text.split('\r\n').length,
    };
  };
  await post('register', leila);
  const plain = shape((await deliverMail())[0]!);

  for (const [number, name] of names.entries()) {
    const email = `eve${number}@example.test`;
    expect((await post('register', { ...leila, name, email })).status).toBe(200);
    const [sent, ...others] = await deliverMail();

    expect(others).toEqual([]);
    expect(sent!.to).toEqual([email]);
    expect({ name, ...shape(sent!) }).toEqual({ name, ...plain });
  }
  expect(plain.signs).toBeNull();
  // The same holds for the e-mail for a new password.
  const { karim } = server.users;
  await server.services.db.updateTable('users').set({ name: 'Karim' }).where('id', '=', karim.id).execute();
  await post('password/forgot', { email: karim.email });
  const reset = shape((await deliverMail())[0]!);
  await server.services.db
    .updateTable('users')
    .set({ name: names.join(' ').slice(0, 100) })
    .where('id', '=', karim.id)
    .execute();
  await post('password/forgot', { email: karim.email });
  expect(shape((await deliverMail())[0]!)).toEqual(reset);
});

const faults: [string, SmtpFault | 'no connections'][] = [
  ['closes every connection', 'no connections'],
  ['says 421 at once', { at: 'greeting', say: '421 come later' }],
  ['says 451 to the sender', { at: 'MAIL', say: '451 not now' }],
  ['says 450 to the address', { at: 'RCPT', say: '450 greylisted' }],
  ['says 550 to the address', { at: 'RCPT', say: '550 nobody here' }],
  ['says 452 to the e-mail', { at: 'DATA', say: '452 no room' }],
  ['hangs up in the middle of the e-mail', 'hang up in DATA'],
  ['says 451 after the e-mail', { at: 'end of DATA', say: '451 not now' }],
  ['says 554 after the e-mail', { at: 'end of DATA', say: '554 not that' }],
];

test.each(faults)('a mail server that %s for a while loses no e-mail and gets none twice', async (_what, fault) => {
  const { smtpServer, server, post, deliverMail } = await startShopWithMail();
  if (fault === 'no connections') smtpServer.isDown = true;
  else smtpServer.faults.push(...Array<SmtpFault>(4).fill(fault));

  await post('register', leila);
  await post('password/forgot', { email: 'amina@example.test' });
  expect(await deliverMail()).toEqual([]);
  server.clock.advance(15_001);
  expect(await deliverMail()).toEqual([]);
  if (fault === 'no connections') smtpServer.isDown = false;
  server.clock.advance(3_600_000);
  const emails = await deliverMail();
  server.clock.advance(3_600_000);

  expect(emails.map(({ to }) => to.join()).toSorted()).toEqual(['amina@example.test', leila.email]);
  expect(await deliverMail()).toEqual([]);
  // A mail server that stored an e-mail and still refused it recognises the repetition by its Message-ID.
  const idOf = (raw: string) => /^Message-ID: .+$/im.exec(raw)?.[0];
  expect(new Set(smtpServer.receivedTexts.map(idOf)).size).toBe(2);
  expect(server.errors).toEqual([]);
});
