// database: any
import { expect, test } from 'vitest';
import { createApp } from '../../src/server/app.ts';
import { refuseLaterCodes } from '../support/later-codes.ts';
import { startTestServer } from '../support/test-server.ts';

test('D-27 a test fails where a call that older apps make refuses with a code that they do not know', async () => {
  const startWith = (calls: string[]) =>
    startTestServer({
      createApp: async (...args) => {
        const app = await createApp(...args);
        refuseLaterCodes(app, { INVALID_CREDENTIALS: calls });
        return app;
      },
    });
  const wrong = { email: 'amina@example.test', password: 'not hers' };

  const old = await (await startWith([])).guest.post('/api/auth/login', wrong);
  const later = await (await startWith(['login'])).guest.post('/api/auth/login', wrong);

  expect(old.body.message).toBe('login refuses with INVALID_CREDENTIALS, which an older app does not know');
  expect(old.body.code).toBeUndefined();
  expect([later.status, later.body.code]).toEqual([401, 'INVALID_CREDENTIALS']);
});
