import type { IncomingHttpHeaders } from 'node:http';
import { expect, test } from 'vitest';
import { openWorld, type World } from '../support/world.ts';

/** Lines of the text as numbers by name and labels. */
function read(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  for (const line of lines) expect(line).toMatch(/^[a-z_]+(\{[^{}]*\})? [\d.e+-]+$/);
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

test('requests are counted by the pattern of their call and by status, with how long they took', async () => {
  const world = await openWorld();
  await world.as('amina').get('/api/tickets/1042');
  await world.as('amina').get('/api/tickets/1043');
  await world.guest.get('/api/auth/current');

  const answer = await world.guest.get('/metrics');
  const found = read(answer.body);

  expect(answer.headers.get('content-type')).toContain('text/plain');
  expect(found.get('http_requests_total{method="GET",route="/api/tickets/:id",status="404"}')).toBe(2);
  expect(found.get('http_requests_total{method="GET",route="/api/auth/current",status="401"}')).toBe(1);
  const ticket = 'method="GET",route="/api/tickets/:id"';
  expect(found.get(`http_request_duration_seconds_count{${ticket}}`)).toBe(2);
  expect(found.get(`http_request_duration_seconds_bucket{${ticket},le="+Inf"}`)).toBe(2);
  expect(found.get(`http_request_duration_seconds_sum{${ticket}}`)).toBeGreaterThan(0);
  expect(found.get('process_resident_memory_bytes')).toBeGreaterThan(1e7);
  expect(found.get('comptoir_database_up')).toBe(1);
});

test('letters that wait and changes that are not numbered yet are told', async () => {
  const world = await openWorld();
  world.post.down = true;
  await world.guest.post('/api/auth/register', { name: 'Nour', email: 'nour@example.test', password: 'a good phrase' });
  await world.means.sequencer.run();
  world.clock.pass(60_000);

  const waiting = read((await world.guest.get('/metrics')).body);
  world.post.down = false;
  world.clock.pass(3_600_000);
  await world.post.deliver();
  const delivered = read((await world.guest.get('/metrics')).body);

  expect(waiting.get('comptoir_letters_waiting')).toBe(1);
  expect(waiting.get('comptoir_letters_oldest_seconds')).toBe(60);
  expect(waiting.get('comptoir_feed_waiting')).toBe(0);
  expect(delivered.get('comptoir_letters_waiting')).toBe(0);
});

test('nobody and nothing secret is in it, and its names do not grow with what is asked for', async () => {
  const world = await openWorld();
  await world.guest.post('/api/auth/login', world.people.amina);
  for (let time = 0; time < 20; time += 1) await world.guest.get(`/api/nothing/${time}?token=secret-${time}`);

  const { body } = await world.guest.get('/metrics');

  for (const word of ['amina', 'secret', 'example.test', world.settings.pepper]) expect(body).not.toContain(word);
  expect([...read(body).keys()].filter((name) => name.startsWith('http_requests_total')).length).toBeLessThan(5);
});

const metricsToken = 'a-token-for-the-metrics-of-this-shop';

/** Asks for the metrics as a peer with this address, with these headers. */
async function ask(world: World, remoteAddress: string, headers: IncomingHttpHeaders = {}) {
  const { statusCode, body } = await world.app.inject({ url: '/metrics', remoteAddress, headers });
  return { status: statusCode, body };
}

test('the metrics are there for this machine itself, and nowhere for whoever comes from elsewhere', async () => {
  const world = await openWorld();

  for (const local of ['127.0.0.1', '127.9.8.7', '::1', '::ffff:127.0.0.1']) {
    expect((await ask(world, local)).status).toBe(200);
  }
  for (const foreign of ['192.168.1.7', '203.0.113.9', '::ffff:10.0.0.1', 'fe80::1', '2001:db8::1', '128.0.0.1']) {
    const { status, body } = await ask(world, foreign);
    expect([status, JSON.parse(body)]).toEqual([404, (await world.guest.get('/nothing')).body]);
  }
});

test('a proxy on this machine opens the metrics to nobody outside, trusted or not', async () => {
  for (const proxies of ['', 'loopback']) {
    const world = await openWorld({ env: { TRUSTED_PROXY: proxies } });
    const proxied: IncomingHttpHeaders[] = [
      { 'x-forwarded-for': '203.0.113.9' },
      { 'x-forwarded-for': '127.0.0.1' },
      { 'x-forwarded-proto': 'https' },
      { 'x-forwarded-host': 'shop.example' },
      { forwarded: 'for=203.0.113.9' },
      { 'x-real-ip': '203.0.113.9' },
      { via: '1.1 proxy' },
      { 'cf-connecting-ip': '203.0.113.9' },
      { host: 'shop.example' },
      { host: 'localhost.shop.example' },
    ];

    for (const headers of proxied)
      expect([headers, (await ask(world, '127.0.0.1', headers)).status]).toEqual([headers, 404]);
  }
});

test('METRICS_TOKEN opens the metrics from everywhere; a wrong one opens them from nowhere', async () => {
  const world = await openWorld({ env: { METRICS_TOKEN: metricsToken } });
  const without = await openWorld();
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

  const proxied = { 'x-forwarded-for': '127.0.0.1' };
  for (const [peer, headers] of [['203.0.113.9', {}] as const, ['127.0.0.1', proxied] as const]) {
    expect((await ask(world, peer, { ...headers, ...bearer(metricsToken) })).status).toBe(200);
    for (const wrong of ['x', '', `${metricsToken}x`, metricsToken.slice(1), metricsToken.toUpperCase()]) {
      expect((await ask(world, peer, { ...headers, ...bearer(wrong) })).status).toBe(404);
    }
    expect((await ask(without, peer, { ...headers, ...bearer(metricsToken) })).status).toBe(404);
  }
  expect((await ask(world, '203.0.113.9')).status).toBe(404);
  expect((await ask(world, '203.0.113.9', { authorization: metricsToken })).status).toBe(404);
});
