import { onTestFinished, expect, test } from 'vitest';
import { openTransport } from '../../src/server/platform/mail/transport.ts';
import { linkIn, openSink, wordsOf, type Trouble } from '../support/smtp-sink.ts';
import { openWorld } from '../support/world.ts';

const leila = { name: 'Leila', email: 'leila@example.test', password: 'une bonne phrase' };

/** A house that posts its letters over SMTP, for https://shop.example. */
async function houseWithPost() {
  const sink = await openSink();
  const transport = openTransport({ kind: 'smtp', url: sink.url, from: 'Shop <shop@example.test>' });
  onTestFinished(() => transport.close());
  const world = await openWorld({ outside: { transport }, env: { PUBLIC_URL: 'https://shop.example' } });
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    world.guest.post(`/api/auth/${path}`, body, headers);
  /** Waits until the queue is empty; returns the letters that came since the last time. */
  let seen = 0;
  const arrived = async () => {
    await world.post.deliver();
    return sink.letters.slice(seen, (seen = sink.letters.length));
  };
  return { sink, world, post, arrived };
}

const tokenIn = (letter: Parameters<typeof linkIn>[0]) => linkIn(letter).searchParams.get('token')!;

test('the confirmation: newest link only, once, for a day, for its own account; three more letters an hour', async () => {
  const { world, post, arrived } = await houseWithPost();
  const day = 24 * 3_600_000;
  const confirm = async (token: string) => (await post('email/confirm', { token })).status;
  await post('register', leila);
  await post('register', { ...leila, email: 'nour@example.test', name: 'Nour' });
  const [first, nours] = await arrived();
  const resent = [];
  for (let time = 0; time < 4; time += 1) resent.push((await post('email/resend', { email: leila.email })).status);
  const again = await arrived();

  expect([first!.to, nours!.to]).toEqual([[leila.email], ['nour@example.test']]);
  expect(resent).toEqual([200, 200, 200, 429]);
  expect(again.map(({ to }) => to)).toEqual(Array(3).fill([leila.email]));
  const stale = [first!, ...again.slice(0, 2)];
  expect(await Promise.all(stale.map((letter) => confirm(tokenIn(letter))))).toEqual([422, 422, 422]);
  world.clock.pass(day - 60_000);
  expect(await Promise.all([1, 2].map(() => confirm(tokenIn(again[2]!))))).toContain(422);
  expect((await post('login', leila)).status).toBe(200);
  expect((await post('login', { ...leila, email: 'nour@example.test' })).body.code).toBe('ACCOUNT_NOT_ACTIVE');
  world.clock.pass(60_001);
  expect(await confirm(tokenIn(nours!))).toBe(422);
});

test('the new password: newest link only, once, for a day, for its own account', async () => {
  const { world, post, arrived } = await houseWithPost();
  const forgot = (email: string) => post('password/forgot', { email });
  const choose = async (token: string, password = 'a new good phrase') =>
    (await post('password/reset', { token, password })).status;
  const login = async (who: 'amina' | 'karim', password: string) =>
    (await post('login', { email: `${who}@example.test`, password })).status;
  await forgot('amina@example.test');
  await forgot('amina@example.test');
  await forgot('karim@example.test');
  const [first, second, karims] = await arrived();

  expect(await choose(tokenIn(first!))).toBe(422);
  world.clock.pass(24 * 3_600_000 - 60_000);
  expect(await choose(tokenIn(second!))).toBe(200);
  expect(await choose(tokenIn(second!), 'another good phrase')).toBe(422);
  expect([await login('amina', 'a new good phrase'), await login('karim', 'a new good phrase')]).toEqual([200, 401]);
  expect(await login('karim', world.people.karim.password)).toBe(200);
  world.clock.pass(60_001);
  expect(await choose(tokenIn(karims!))).toBe(422);
});

test('the host of every link is that of PUBLIC_URL, whatever the request says', async () => {
  const { world, arrived } = await houseWithPost();
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
      // Each way once within the limits of an address: another hour.
      world.clock.pass(turn === 0 ? 0 : 3_600_001);
      const answer = await world.app.inject({ method: 'POST', url: `/api/auth/${path}`, headers, payload: body });
      expect(answer.statusCode).toBe(200);
    }

  const letters = await arrived();

  expect(letters).toHaveLength(12);
  for (const letter of letters) {
    expect(linkIn(letter).origin).toBe('https://shop.example');
    expect(letter.raw).not.toContain('evil.example');
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

test('a name adds no header, no markup, no link and no direction to any letter', async () => {
  const { world, post, arrived } = await houseWithPost();
  const shape = (letter: Parameters<typeof wordsOf>[0]) => {
    const { head, text, html } = wordsOf(letter);
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
  const plain = shape((await arrived())[0]!);

  for (const [number, name] of names.entries()) {
    const email = `eve${number}@example.test`;
    expect((await post('register', { ...leila, name, email })).status).toBe(200);
    const [letter, ...others] = await arrived();

    expect(others).toEqual([]);
    expect(letter!.to).toEqual([email]);
    expect({ name, ...shape(letter!) }).toEqual({ name, ...plain });
  }
  expect(plain.signs).toBeNull();
  // The same words stand in the letter of a new password.
  const { karim } = world.people;
  await world.means.db.updateTable('users').set({ name: 'Karim' }).where('id', '=', karim.id).execute();
  await post('password/forgot', { email: karim.email });
  const reset = shape((await arrived())[0]!);
  await world.means.db
    .updateTable('users')
    .set({ name: names.join(' ').slice(0, 100) })
    .where('id', '=', karim.id)
    .execute();
  await post('password/forgot', { email: karim.email });
  expect(shape((await arrived())[0]!)).toEqual(reset);
});

const troubles: [string, Trouble | 'refused connections'][] = [
  ['refuses connections', 'refused connections'],
  ['says 421 at once', { at: 'greeting', say: '421 come later' }],
  ['says 451 to the sender', { at: 'MAIL', say: '451 not now' }],
  ['says 450 to the address', { at: 'RCPT', say: '450 greylisted' }],
  ['says 550 to the address', { at: 'RCPT', say: '550 nobody here' }],
  ['says 452 to the letter', { at: 'DATA', say: '452 no room' }],
  ['hangs up in the middle of the letter', 'hang up in DATA'],
  ['says 451 after the letter', { at: 'end', say: '451 not now' }],
  ['says 554 after the letter', { at: 'end', say: '554 not that' }],
];

test.each(troubles)('a post office that %s for a while loses no letter and gets none twice', async (_what, trouble) => {
  const { sink, world, post, arrived } = await houseWithPost();
  if (trouble === 'refused connections') await sink.shut();
  else sink.troubles.push(...Array<Trouble>(4).fill(trouble));

  await post('register', leila);
  await post('password/forgot', { email: 'amina@example.test' });
  expect(await arrived()).toEqual([]);
  world.clock.pass(15_001);
  expect(await arrived()).toEqual([]);
  if (trouble === 'refused connections') await sink.open();
  world.clock.pass(3_600_000);
  const letters = await arrived();
  world.clock.pass(3_600_000);

  expect(letters.map(({ to }) => to.join()).toSorted()).toEqual(['amina@example.test', leila.email]);
  expect(await arrived()).toEqual([]);
  // A post office that took a letter it seemed to refuse knows it again.
  const idOf = (raw: string) => /^Message-ID: .+$/im.exec(raw)?.[0];
  expect(new Set(sink.read.map(idOf)).size).toBe(2);
  expect(world.errors).toEqual([]);
});
