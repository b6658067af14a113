import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { expectRefused } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  return () => server.close();
});

const post = (path: string, body: object, headers = {}) => server.as('sara').post(path, body, headers);

/** A shop with one company and one city; returns their ids. */
async function aShop() {
  const company = (await post('/api/deliveries', { title: 'Colis Express' })).body.deliveries[0].id as number;
  const city = (await post('/api/cities', { title: 'Fez' })).body.cities[0].id as number;
  return { company, city, rate: (price: number | null) => ({ delivery_id: company, city_id: city, price }) };
}

test('V-18 S2U-02 app/initial has the companies, the cities and the rates, also for customers', async () => {
  const { company, city, rate } = await aShop();
  await post('/api/cities', { title: 'Agadir' });
  await post('/api/rates', rate(3.5));

  const { body } = await server.as('amina').get('/api/app/initial');

  expect(body.deliveries).toEqual([{ id: company, title: 'Colis Express' }]);
  expect(body.cities.map(({ title }: { title: string }) => title)).toEqual(['Agadir', 'Fez']);
  expect(body.rates).toEqual([{ city_id: city, delivery_id: company, price: 3.5 }]);
});

test('S2U-01 an admin creates, renames and deletes companies and cities, and their rates go with them', async () => {
  const { company, city, rate } = await aShop();
  await post('/api/rates', rate(3.5));
  await post(`/api/deliveries/${company}`, { title: ' Atlas ' });
  const renamed = (await post(`/api/cities/${city}`, { title: 'Fès' })).body;

  expect(renamed).toMatchObject({
    deliveries: [{ title: 'Atlas' }],
    cities: [{ title: 'Fès' }],
    rates: [{ price: 3.5 }],
  });
  const left = (await server.as('sara').delete(`/api/cities/${city}`)).body;
  expect(left).toMatchObject({ deliveries: [{ title: 'Atlas' }], cities: [], rates: [] });
  expectRefused(await server.as('sara').delete(`/api/cities/${city}`), 404, 'NOT_FOUND');
});

test('S2U-01 a title exists once, whatever its capitals, and an empty or a negative value is refused', async () => {
  const { rate, company } = await aShop();
  await post('/api/deliveries', { title: 'Atlas' });

  expect((await post('/api/deliveries', { title: 'COLIS express' })).body.errors).toEqual({ title: ['unique'] });
  expect((await post(`/api/deliveries/${company}`, { title: 'atlas' })).body.errors).toEqual({ title: ['unique'] });
  expect((await post(`/api/deliveries/${company}`, { title: 'Colis express' })).status).toBe(200);
  expect((await post('/api/cities', { title: ' ' })).body.errors).toEqual({ title: ['required'] });
  expect((await post('/api/rates', rate(-1))).body.errors).toEqual({ price: ['number-min:0'] });
});

test('S2U-01 a rate is set, changed and removed; an outdated change of it is refused with the current table', async () => {
  const { rate, company } = await aShop();
  await post('/api/rates', rate(3.5), { 'If-Match': '"0"' });
  const changed = (await post('/api/rates', rate(4), { 'If-Match': '"1"' })).body;
  const refused = await post('/api/rates', rate(9), { 'If-Match': '"1"' });

  expect(changed.rates).toMatchObject([{ price: 4, rev: 2 }]);
  expectRefused(refused, 412, 'REVISION_CHANGED');
  expect(refused.body.details.current.rates).toMatchObject([{ price: 4 }]);
  expect((await post('/api/rates', rate(null))).body.rates).toEqual([]);
  // A rate is no change of the company itself.
  expect((await post(`/api/deliveries/${company}`, { title: 'Atlas' }, { 'If-Match': '"1"' })).status).toBe(200);
  expectRefused(
    await post(`/api/deliveries/${company}`, { title: 'Rapid' }, { 'If-Match': '"1"' }),
    412,
    'REVISION_CHANGED',
  );
});

test('S2U-01 S2T-01 every change is in the audit log, and a repeated key changes nothing', async () => {
  const key = { 'Idempotency-Key': randomUUID() };
  await post('/api/cities', { title: 'Fez' }, key);
  const { body } = await post('/api/cities', { title: 'Fez' }, key);
  const [city] = body.cities;
  await post(`/api/cities/${city.id}`, { title: 'Fès' });

  const { entries } = (await server.as('sara').get(`/api/audit?entity=cities&key=${city.id}`)).body;
  expect(entries).toMatchObject([
    { action: 'city.update', entity_name: 'Fès', fields: [{ field: 'title', old_value: 'Fez', new_value: 'Fès' }] },
    { action: 'city.create', actor_name: 'Sara' },
  ]);
});
