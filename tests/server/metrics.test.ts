import type { IncomingHttpHeaders } from 'node:http';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { putTopup } from '../support/topup-rows.ts';

/** The values of a metrics text, by name and labels; the labels are in alphabetical order. */
function parseMetrics(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  for (const line of lines) expect(line).toMatch(/^[a-z][a-z\d_]*(\{[^{}]*\})? ([\d.e+-]+|Nan)$/);
  return new Map(
    lines.map((line) => {
      const name = line.slice(0, line.lastIndexOf(' '));
      const sorted = name.replace(/\{(.*)\}/, (_all, labels: string) => `{${labels.split(',').toSorted().join(',')}}`);
      return [sorted, Number(line.slice(line.lastIndexOf(' ')))];
    }),
  );
}

test('requests are counted by the path pattern of their call and by status, and their duration is measured', async () => {
  const server = await startTestServer();
  await server.as('amina').get('/api/tickets/1042');
  await server.as('amina').get('/api/tickets/1043');
  await server.guest.get('/api/auth/current');

  const answer = await server.guest.get('/metrics');
  const found = parseMetrics(answer.body);

  expect(answer.headers.get('content-type')).toContain('text/plain');
  expect(found.get('http_requests_total{method="GET",route="/api/tickets/:id",status="404"}')).toBe(2);
  expect(found.get('http_requests_total{method="GET",route="/api/auth/current",status="401"}')).toBe(1);
  const ticket = 'method="GET",route="/api/tickets/:id"';
  expect(found.get(`http_request_duration_seconds_count{${ticket}}`)).toBe(2);
  expect(found.get(`http_request_duration_seconds_bucket{le="+Inf",${ticket}}`)).toBe(2);
  expect(found.get(`http_request_duration_seconds_sum{${ticket}}`)).toBeGreaterThan(0);
  expect(found.get('comptoir_database_up')).toBe(1);
});

test('an operator sees the process’s CPU time, memory, event loop, garbage collection and open handles', async () => {
  const server = await startTestServer();
  // A second server in the process must not list a metric twice.
  await startTestServer();

  const { body } = await server.guest.get('/metrics');
  const found = parseMetrics(body);

  for (const name of ['process_resident_memory_bytes', 'nodejs_heap_size_used_bytes', 'nodejs_external_memory_bytes'])
    expect(found.get(name)).toBeGreaterThan(1e5);
  expect(found.get('process_uptime_seconds')).toBeGreaterThanOrEqual(0);
  expect(found.get(`comptoir_info{version="${packageJson.version}"}`)).toBe(1);
  expect(found.get('process_cpu_seconds_total')).toBeGreaterThan(0);
  expect(found.get('nodejs_heap_size_total_bytes')).toBeGreaterThan(1e6);
  expect(found.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
  expect(found.has('nodejs_active_resources_total')).toBe(true);
  expect(body).toContain('# TYPE nodejs_gc_duration_seconds histogram');
  const types = String(body)
    .split('\n')
    .filter((line) => line.startsWith('# TYPE'));
  expect(types.filter((line, index) => types.indexOf(line) !== index)).toEqual([]);
});

test('the metrics count waiting e-mails and changes without a feed number', async () => {
  const server = await startTestServer();
  server.mail.isDown = true;
  await server.guest.post('/api/auth/register', {
    name: 'Nour',
    email: 'nour@example.test',
    password: 'a good phrase',
  });
  await server.services.sequencer.run();
  server.clock.advance(60_000);

  const waiting = parseMetrics((await server.guest.get('/metrics')).body);
  server.mail.isDown = false;
  server.clock.advance(3_600_000);
  await server.mail.deliver();
  const delivered = parseMetrics((await server.guest.get('/metrics')).body);

  expect(waiting.get('comptoir_letters_waiting')).toBe(1);
  expect(waiting.get('comptoir_letters_oldest_seconds')).toBe(60);
  expect(waiting.get('comptoir_feed_waiting')).toBe(0);
  expect(delivered.get('comptoir_letters_waiting')).toBe(0);
});

test('TU-17 the metrics count top-up requests that wait, with the age of the oldest in seconds', async () => {
  const server = await startTestServer();
  const read = async () => parseMetrics((await server.guest.get('/metrics')).body);
  const none = await read();
  await putTopup(server, {});
  server.clock.advance(60_000);
  await putTopup(server, {});
  await putTopup(server, { status: 'refused' });
  server.clock.advance(30_000);

  const found = await read();

  expect([none.get('comptoir_topups_waiting'), none.get('comptoir_topups_oldest_seconds')]).toEqual([0, 0]);
  expect([found.get('comptoir_topups_waiting'), found.get('comptoir_topups_oldest_seconds')]).toEqual([2, 90]);
});

test('the metrics contain no user and no secret, and unknown paths add no names', async () => {
  const server = await startTestServer();
  await server.guest.post('/api/auth/login', server.users.amina);
  for (let number = 0; number < 20; number += 1)
    await server.guest.get(`/api/nothing/${number}?token=secret-${number}`);

  const { body } = await server.guest.get('/metrics');

  for (const word of ['amina', 'secret', 'example.test', server.settings.pepper]) expect(body).not.toContain(word);
  expect([...parseMetrics(body).keys()].filter((name) => name.startsWith('http_requests_total')).length).toBeLessThan(
    5,
  );
});

const metricsToken = 'a-token-for-the-metrics-of-this-shop';

/** Requests the metrics from this address, with these headers. */
async function requestMetrics(server: TestServer, remoteAddress: string, headers: IncomingHttpHeaders = {}) {
  const { statusCode, body } = await server.app.inject({ url: '/metrics', remoteAddress, headers });
  return { status: statusCode, body };
}

test('the metrics can be read from this machine only', async () => {
  const server = await startTestServer();

  for (const local of ['127.0.0.1', '127.9.8.7', '::1', '::ffff:127.0.0.1']) {
    expect((await requestMetrics(server, local)).status).toBe(200);
  }
  for (const foreign of ['192.168.1.7', '203.0.113.9', '::ffff:10.0.0.1', 'fe80::1', '2001:db8::1', '128.0.0.1']) {
    const { status, body } = await requestMetrics(server, foreign);
    expect([status, JSON.parse(body)]).toEqual([404, (await server.guest.get('/nothing')).body]);
  }
});

test('no client gets the metrics through a proxy on this machine, whether the proxy is trusted or not', async () => {
  for (const proxies of ['', 'loopback']) {
    const server = await startTestServer({ env: { TRUSTED_PROXY: proxies } });
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
      expect([headers, (await requestMetrics(server, '127.0.0.1', headers)).status]).toEqual([headers, 404]);
  }
});

test('with METRICS_TOKEN the metrics can be read from everywhere, with a wrong token from nowhere', async () => {
  const server = await startTestServer({ env: { METRICS_TOKEN: metricsToken } });
  const serverWithoutToken = await startTestServer();
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

  const proxied = { 'x-forwarded-for': '127.0.0.1' };
  for (const [peer, headers] of [['203.0.113.9', {}] as const, ['127.0.0.1', proxied] as const]) {
    expect((await requestMetrics(server, peer, { ...headers, ...bearer(metricsToken) })).status).toBe(200);
    for (const wrong of ['x', '', `${metricsToken}x`, metricsToken.slice(1), metricsToken.toUpperCase()]) {
      expect((await requestMetrics(server, peer, { ...headers, ...bearer(wrong) })).status).toBe(404);
    }
    expect((await requestMetrics(serverWithoutToken, peer, { ...headers, ...bearer(metricsToken) })).status).toBe(404);
  }
  expect((await requestMetrics(server, '203.0.113.9')).status).toBe(404);
  expect((await requestMetrics(server, '203.0.113.9', { authorization: metricsToken })).status).toBe(404);
});
