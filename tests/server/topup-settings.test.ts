import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { roleIds } from '../../src/contract/limits.ts';
import { entities } from '../../src/contract/sync-limits.ts';
import { expectRefused } from '../support/client.ts';
import { createDevice } from '../support/device.ts';
import { startTestServer, type TestServer, type TestUserName } from '../support/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  return () => server.close();
});

const bank = {
  name: { en: 'Bank transfer', ar: 'تحويل مصرفي' },
  steps: { en: 'Send {amount} with {reference}.' },
  accounts: [{ label: { en: 'IBAN' }, value: 'LY83 0020 4800' }],
  min: 10,
  max: 500.5,
  proof: 'either',
  is_active: true,
};
const create = async (fields: object = {}): Promise<{ id: number; rev: number; position: number }> => {
  const answer = await server.as('root').post('/api/topup-methods', { ...bank, ...fields });
  expect(answer.status).toBe(200);
  return answer.body.method;
};
const namesFor = async (who: TestUserName): Promise<string[]> =>
  (await server.as(who).get('/api/topup-methods')).body.methods.map(({ name }: typeof bank) => name.en);
const makeAgent = (who: 'karim') =>
  server.as('sara').post(`/api/users/${server.users[who].id}`, { role_id: roleIds.agent });
const device = (who: TestUserName) => Object.assign(createDevice(server.as(who)), { entities: [...entities] });
const entriesOf = async (action: string) =>
  (await server.as('root').get(`/api/audit?action=${action}`)).body.entries as { fields: object[] }[];

test('TU-11 root creates and changes ways to pay; other admins read all, customers the active ones, agents none', async () => {
  const { id } = await create();
  await create({ name: { en: 'Wallet' }, is_active: false });

  const changed = await server.as('root').post(`/api/topup-methods/${id}`, { ...bank, max: 20, proof: 'both' });

  expect(changed.body.method).toMatchObject({ ...bank, id, max: 20, proof: 'both', position: 0, rev: 2 });
  expect(await namesFor('sara')).toEqual(['Bank transfer', 'Wallet']);
  expect(await namesFor('amina')).toEqual(['Bank transfer']);
  await makeAgent('karim');
  expectRefused(await server.as('karim').get('/api/topup-methods'), 403, 'FORBIDDEN');
  for (const who of ['sara', 'amina', 'karim'] as const) {
    expectRefused(await server.as(who).post('/api/topup-methods', bank), 403, 'FORBIDDEN');
    for (const path of [`/api/topup-methods/${id}`, '/api/topup-methods/999999'])
      expectRefused(await server.as(who).post(path, bank), 403, 'FORBIDDEN');
    expectRefused(await server.as(who).post(`/api/topup-methods/${id}/move`, { before_id: null }), 403, 'FORBIDDEN');
  }
  expectRefused(await server.as('root').post('/api/topup-methods/999999', bank), 404, 'NOT_FOUND');
});

test('TU-11 a method changed meanwhile is not overwritten, and a repeated key creates one method', async () => {
  const { id } = await create();
  await server.as('root').post(`/api/topup-methods/${id}`, { ...bank, max: 20 });

  const refused = await server.as('root').post(`/api/topup-methods/${id}`, bank, { 'If-Match': '"1"' });
  const accepted = await server.as('root').post(`/api/topup-methods/${id}`, bank, { 'If-Match': '"2"' });
  const key = { 'Idempotency-Key': randomUUID() };
  const twice = [
    await server.as('root').post('/api/topup-methods', bank, key),
    await server.as('root').post('/api/topup-methods', bank, key),
  ];

  expectRefused(refused, 412, 'REVISION_CHANGED');
  expect(refused.body.details.current).toMatchObject({ id, max: 20, rev: 2 });
  expect(accepted.body.method).toMatchObject({ max: 500.5, rev: 3 });
  expect(twice[1]!.body).toEqual(twice[0]!.body);
  expect(await namesFor('sara')).toHaveLength(2);
});

test('TU-11 wrong fields are refused by their names', async () => {
  const errorsOf = async (fields: object) =>
    Object.keys((await server.as('root').post('/api/topup-methods', { ...bank, ...fields })).body.errors ?? {});

  expect(await errorsOf({ name: { en: ' ' } })).toEqual(['name']);
  expect(await errorsOf({ min: 20, max: 10 })).toEqual(['max']);
  expect(await errorsOf({ min: 0.001 })).toEqual(['min']);
  expect(await errorsOf({ proof: 'cash' })).toEqual(['proof']);
  expect(await errorsOf({ accounts: Array.from({ length: 9 }, () => bank.accounts[0]) })).toEqual(['accounts']);
});

test('TU-11 root moves a method before another one or last; positions are numbered again, and each change is in the audit log', async () => {
  const [a, b, c] = [
    await create({ name: { en: 'A' } }),
    await create({ name: { en: 'B' } }),
    await create({ name: { en: 'C' } }),
  ];
  const move = (id: number, before: number | null) =>
    server.as('root').post(`/api/topup-methods/${id}/move`, { before_id: before });

  const first = await move(c.id, a.id);
  expect(first.body.method).toMatchObject({ id: c.id, position: 0, rev: 2 });
  expect(await namesFor('amina')).toEqual(['C', 'A', 'B']);
  await move(c.id, null);
  expect(await namesFor('amina')).toEqual(['A', 'B', 'C']);
  expectRefused(await move(999_999, null), 404, 'NOT_FOUND');
  await server.as('root').post(`/api/topup-methods/${b.id}`, { ...bank, name: { en: 'B' }, max: 20 });

  const fields = (await entriesOf('topup.method')).flatMap((entry) => entry.fields);
  expect(fields).toContainEqual({ field: 'position', old_value: 2, new_value: 0 });
  expect(fields).toContainEqual({ field: 'max', old_value: 500.5, new_value: 20 });
  expect(fields).toContainEqual({ field: 'accounts', old_value: null, new_value: bank.accounts });
});

test('TU-12 devices get methods as changes: customers lose an inactive one, moved ones arrive, agents get none', async () => {
  const [a, b] = [await create({ name: { en: 'A' } }), await create({ name: { en: 'B' } })];
  const [phone, office] = [device('amina'), device('sara')];
  await makeAgent('karim');
  const agent = device('karim');
  const [first] = await phone.catchUp();
  await office.catchUp();
  await agent.catchUp();
  expect(first!.older.filter(({ entity }) => entity === 'topup_methods')).toHaveLength(2);
  expect(phone.row('topup_methods', a.id)).toMatchObject({ name: { en: 'A' }, min: 10, max: 500.5, rev: 1 });

  await server.as('root').post(`/api/topup-methods/${b.id}/move`, { before_id: a.id });
  await server.as('root').post(`/api/topup-methods/${a.id}`, { ...bank, is_active: false });
  for (const one of [phone, office, agent]) await one.catchUp();

  expect(phone.row('topup_methods', a.id)).toBeNull();
  expect(phone.row('topup_methods', b.id)).toMatchObject({ position: 0, rev: 2 });
  expect(office.row('topup_methods', a.id)).toMatchObject({ is_active: false, position: 1 });
  expect(agent.keys('topup_methods')).toEqual([]);
  const old = createDevice(server.as('amina'));
  const answers = await old.catchUp();
  expect(answers.flatMap(({ older, changes }) => [...older, ...changes]).map(({ entity }) => entity)).not.toContain(
    'topup_methods',
  );
});

const usual = { open_max: 3, day_max: 5, day_amount: null, balance_max: null };

test('TU-13 root sets the limits, which other admins read; a change on a limit changed meanwhile is refused', async () => {
  const limits = { open_max: 2, day_max: 4, day_amount: 1_000.5, balance_max: 5_000 };
  const { body } = await server.as('sara').get('/api/topup-limits');
  expect(body.limits).toEqual({ ...usual, rev: 1 });

  const saved = await server.as('root').post('/api/topup-limits', limits, { 'If-Match': '"1"' });
  const refused = await server.as('root').post('/api/topup-limits', usual, { 'If-Match': '"1"' });

  expect(saved.body.limits).toEqual({ ...limits, rev: 2 });
  expectRefused(refused, 412, 'REVISION_CHANGED');
  expect(refused.body.details.current).toEqual({ ...limits, rev: 2 });
  for (const who of ['sara', 'amina'] as const)
    expectRefused(await server.as(who).post('/api/topup-limits', usual), 403, 'FORBIDDEN');
  expectRefused(await server.as('amina').get('/api/topup-limits'), 403, 'FORBIDDEN');
  const wrong = await server.as('root').post('/api/topup-limits', { ...usual, open_max: 0, day_amount: 0 });
  expect(Object.keys(wrong.body.errors).toSorted()).toEqual(['day_amount', 'open_max']);
  const [entry] = await entriesOf('topup.limits');
  expect(entry!.fields).toContainEqual({ field: 'open_max', old_value: 3, new_value: 2 });
});

test('TU-13 the limits survive changes of the shop and of the windows, whose answers do not contain them', async () => {
  const limits = { ...usual, open_max: 7 };
  await server.as('root').post('/api/topup-limits', limits);
  const { shop } = (await server.as('sara').get('/api/shop')).body;
  const { rev, ...fields } = shop;

  const saved = await server.as('sara').post('/api/shop', { ...fields, name: 'Souk' }, { 'If-Match': `"${rev}"` });
  const { windows } = (await server.as('sara').get('/api/shop/windows')).body;
  await server.as('sara').post('/api/shop/windows', { ...windows, orders: 300 });
  const refused = await server.as('sara').post('/api/shop', fields, { 'If-Match': `"${rev}"` });

  expect((await server.as('sara').get('/api/topup-limits')).body.limits).toEqual({ ...limits, rev: 2 });
  const names = ['accent', 'goals', 'hours', 'logo', 'name', 'rev'];
  for (const one of [shop, saved.body.shop, refused.body.details.current])
    expect(Object.keys(one).toSorted()).toEqual(names);
});

test('TU-14 devices of customers and admins get the limits with their passes and are notified of a change, agents do not', async () => {
  await makeAgent('karim');
  const limitsOf = async (who: TestUserName) => {
    const answer = await createDevice(server.as(who)).exchange();
    return answer.shop?.topup_limits;
  };
  expect([await limitsOf('amina'), await limitsOf('sara'), await limitsOf('karim')]).toEqual([usual, usual, undefined]);
  const notified: string[][] = [];
  const { notifier } = server.services;
  const notify = notifier.notify.bind(notifier);
  notifier.notify = (scopes) => {
    notified.push([...scopes]);
    notify(scopes);
  };

  await server.as('root').post('/api/topup-limits', { ...usual, day_amount: 99.5 });

  expect(notified).toContainEqual(['catalog']);
  expect(await limitsOf('amina')).toEqual({ ...usual, day_amount: 99.5 });
});
