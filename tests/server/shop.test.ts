import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import { roleIds } from '../../src/contract/limits.ts';
import { referencedFiles } from '../../src/server/platform/files/referenced-files.ts';
import { expectRefused } from '../support/client.ts';
import { png, postForm, putLogo } from '../support/uploads.ts';
import { startTestServer, takeMail, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  return () => server.close();
});

const week = [...Array.from({ length: 6 }, () => ({ from: '09:00', to: '18:00' })), null];
const usual = { high: 1, medium: 4, low: 24 };
const save = (body: object, headers = {}) => server.as('sara').post('/api/shop', body, headers);
const firstPass = {
  protocol: 1,

  epoch: null,
  cursor: null,
  before: null,
  mutations: [],
};

test('S2U-03 S2U-04 every device gets the name, the opening hours and their time zone with its passes', async () => {
  expect((await server.as('amina').post('/api/sync', firstPass)).body.shop).toEqual({
    name: 'Comptoir',
    hours: week.map(() => null),
    time_zone: 'UTC',
    accent: 'teal',
    logo: null,
    topup_limits: { open_max: 3, day_max: 5, day_amount: null, balance_max: null },
  });

  const { body } = await save({ name: ' Souk Digital ', hours: week });

  expect(body.shop).toEqual({ name: 'Souk Digital', hours: week, accent: 'teal', logo: null, goals: usual, rev: 2 });
  const { shop } = (await server.as('amina').post('/api/sync', firstPass)).body;
  expect(shop).toMatchObject({ name: 'Souk Digital', hours: week, time_zone: 'UTC', accent: 'teal', logo: null });
});

test('S2U-07 every device gets the colour of the shop, which a call without one keeps', async () => {
  const { body } = await save({ name: 'Souk', hours: week, accent: 'indigo' });
  expect(body.shop).toEqual({ name: 'Souk', hours: week, accent: 'indigo', logo: null, goals: usual, rev: 2 });
  await save({ name: 'Bazaar', hours: week });

  const { shop } = (await server.as('amina').post('/api/sync', firstPass)).body;
  expect(shop).toMatchObject({ name: 'Bazaar', accent: 'indigo' });
  expect((await save({ name: 'Souk', hours: week, accent: 'red' })).body.errors).toEqual({ accent: ['invalid'] });
  expectRefused(
    await server.as('amina').post('/api/shop', { name: 'Souk', hours: week, accent: 'blue' }),
    403,
    'FORBIDDEN',
  );
  const { entries } = (await server.as('sara').get('/api/audit?action=shop.update')).body;
  expect(entries.at(-1).fields).toContainEqual({ field: 'accent', old_value: 'teal', new_value: 'indigo' });
});

test('S2R-17 devices of support get the goals of the shop, which a call without them keeps; each change is in the audit log', async () => {
  const goals = { high: 2, medium: 8, low: 48 };
  const { id } = server.users.karim;
  await server.as('sara').post(`/api/users/${id}`, { role_id: roleIds.agent });
  const goalsOf = async (who: 'sara' | 'karim' | 'amina') =>
    (await server.as(who).post('/api/sync', firstPass)).body.shop.goals;
  expect(await goalsOf('sara')).toEqual(usual);
  const { body } = await save({ name: 'Souk', hours: week, goals: { ...goals, high: '2' } });
  expect(body.shop.goals).toEqual(goals);
  await save({ name: 'Bazaar', hours: week });

  expect(await goalsOf('sara')).toEqual(goals);
  expect(await goalsOf('karim')).toEqual(goals);
  expect(await goalsOf('amina')).toBeUndefined();
  const { entries } = (await server.as('sara').get('/api/audit?action=shop.update')).body;
  expect(entries.at(-1).fields).toContainEqual({ field: 'goals', old_value: usual, new_value: goals });
  for (const high of [0, 721, 1.5, '', null])
    expect((await save({ name: 'Souk', hours: week, goals: { ...goals, high } })).body.errors).toHaveProperty([
      'goals.high',
    ]);
});

test('S2U-03 two admins do not overwrite each other, and each change is in the audit log', async () => {
  await save({ name: 'Souk', hours: week }, { 'If-Match': '"1"' });
  const refused = await save({ name: 'Bazaar', hours: week }, { 'If-Match': '"1"' });

  expectRefused(refused, 412, 'REVISION_CHANGED');
  expect(refused.body.details.current).toMatchObject({ name: 'Souk', rev: 2 });
  const { entries } = (await server.as('sara').get('/api/audit?action=shop.update')).body;
  expect(entries).toMatchObject([{ entity: 'shop', actor_name: 'Sara' }]);
  expect(entries[0].fields[0]).toEqual({ field: 'name', old_value: 'Comptoir', new_value: 'Souk' });
});

test('S2U-04 wrong names and hours are refused by their fields', async () => {
  const wrong = week.with(2, { from: '18:00', to: '09:00' }).with(3, { from: '9', to: '25:00' });

  expect((await save({ name: ' ', hours: wrong })).body.errors).toEqual({
    name: ['required'],
    'hours.2.to': ['invalid'],
    'hours.3.from': ['invalid'],
    'hours.3.to': ['invalid'],
  });
  expect((await save({ name: 'Souk', hours: week.slice(1) })).status).toBe(422);
});

test('S2U-03 e-mails name the shop', async () => {
  await save({ name: 'Souk & Co', hours: week });
  const { amina } = server.users;
  await server.guest.post('/api/auth/password/forgot', { email: amina.email });
  await server.as('sara').post(`/api/users/${amina.id}`, { password: 'a new good phrase' });

  const sent = (await takeMail(server)).map(({ text, html }) => [text, html] as const);

  expect(sent).toHaveLength(2);
  for (const [text, html] of sent) {
    expect(text).toContain('Souk & Co');
    expect(html).toContain('Souk &#38; Co');
    expect(text + html).not.toMatch(/Comptoir|\{shop\}/);
  }
  expect(sent.some(([, html]) => html.includes('Open Souk &#38; Co'))).toBe(true);
});

test('S2U-07 every visitor gets the logo, made smaller, from its own address, and every device its name', async () => {
  const wide = await sharp({ create: { width: 1_600, height: 400, channels: 3, background: '#0b6e66' } })
    .png()
    .toBuffer();
  const image = { name: 'logo.png', type: 'image/png', bytes: new Uint8Array(wide) };
  const { body } = await postForm(server, 'sara', '/api/shop/logo', { image });
  expect(body.shop).toMatchObject({ name: 'Comptoir', rev: 1, logo: expect.stringMatching(/^[\w-]+\.png$/) });

  const { shop } = (await server.as('amina').post('/api/sync', firstPass)).body;
  expect(shop.logo).toBe(body.shop.logo);
  const answer = await fetch(`${server.url}/files/logo/${shop.logo}`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  expect(await sharp(await answer.arrayBuffer()).metadata()).toMatchObject({ width: 512, height: 128 });
  for (const path of [`/files/catalog/${shop.logo}`, `/files/shop/${shop.logo}`, '/files/logo/x.png'])
    expect((await fetch(server.url + path)).status).toBe(404);
});

test('S2U-07 a replaced or removed logo is no longer sent; the present one is kept by the cleanup', async () => {
  const first = await putLogo(server);
  const logo = await putLogo(server);
  await save({ name: 'Souk', hours: week, accent: 'blue' });
  const status = async (name: string) => (await fetch(`${server.url}/files/logo/${name}`)).status;
  expect([await status(first), await status(logo)]).toEqual([404, 200]);
  expect(await referencedFiles(server.services.reader)).toEqual(new Set([`shop/${logo}`]));

  const { body } = await server.as('sara').post('/api/shop/logo/remove', {});
  expect(body.shop).toMatchObject({ name: 'Souk', accent: 'blue', logo: null, rev: 2 });
  expect(await status(logo)).toBe(404);
  expect(await referencedFiles(server.services.reader)).toEqual(new Set());
  const { entries } = (await server.as('sara').get('/api/audit?action=shop.update')).body;
  expect(entries[0].fields).toEqual([{ field: 'logo', old_value: logo, new_value: null }]);
});

test('S2U-07 only pictures become the logo, and only by admins', async () => {
  const pdf = { name: 'logo.pdf', type: 'application/pdf', bytes: new TextEncoder().encode('%PDF-1.4\n%%EOF') };
  const svg = {
    name: 'logo.svg',
    type: 'image/svg+xml',
    bytes: new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  };
  for (const image of [pdf, svg])
    expectRefused(await postForm(server, 'sara', '/api/shop/logo', { image }), 415, 'INVALID_FILE_TYPE');
  expect((await server.as('sara').post('/api/shop/logo', { image: 'https://x.example/a.png' })).status).toBe(422);
  expectRefused(await postForm(server, 'amina', '/api/shop/logo', { image: await png() }), 403, 'FORBIDDEN');
  expect((await server.as('sara').get('/api/shop')).body.shop.logo).toBeNull();
});
