import { beforeEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  return () => server.close();
});

const read = async (path: string, period: string) =>
  (await server.as('sara').get(`/api/dashboard/admin${path}?period=${period}`)).body;

test('S9-06 the week is shown when no period or an unknown one is requested', async () => {
  const week = await read('/users-by-time', 'week');

  expect(await read('/users-by-time', 'fortnight')).toEqual(week);
  expect((await server.as('sara').get('/api/dashboard/admin/users-by-time')).body).toEqual(week);
});

test('S6-01 a customer cannot read the dashboard', async () => {
  const paths = ['', '/users-by-time', '/financial-by-time', '/status-distribution', '/answer-times', '/recent-orders'];
  for (const path of paths) {
    expect((await server.as('amina').get(`/api/dashboard/admin${path}`)).status).toBe(403);
  }
});
