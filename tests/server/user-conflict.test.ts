import { beforeEach, expect, test } from 'vitest';
import { expectRefused } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  return () => server.close();
});

test('OF-12 of two admins who edit the same field of a user, the later one gets the saved values and overwrites nothing', async () => {
  const path = `/api/users/${server.users.amina.id}`;
  const seen = (await server.as('sara').get(path)).body.user;
  await server.as('root').post(path, { name: 'Amina H.' });

  const late = await server.as('sara').post(path, { name: 'A. Haddad', from: { name: seen.name } });
  const other = await server.as('sara').post(path, { username: 'amina', from: { username: seen.username } });

  expectRefused(late, 409, 'CONFLICT');
  expect(late.body.details).toMatchObject({ current: { name: 'Amina H.', email: seen.email }, by: 'Root' });
  expect(other.body.user).toMatchObject({ name: 'Amina H.', username: 'amina' });
  const decided = await server.as('sara').post(path, { name: 'A. Haddad', from: { name: 'Amina H.' } });
  expect(decided.body.user).toMatchObject({ name: 'A. Haddad', username: 'amina' });
});
