import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { clientOf, expectRefused } from '../support/client.ts';
import { countEvents } from '../support/count-events.ts';
import { emptyInstallation, runCommand, startProgram } from '../support/programs.ts';
import { databaseKind } from '../support/test-server.ts';

// SQLite is one machine's file: several server nodes need PostgreSQL.
test.runIf(databaseKind === 'postgres')(
  'two servers on one database share sessions, events, sign-in limits and idempotency keys',
  async () => {
    const installation = await emptyInstallation();
    const email = 'root@example.test';
    const password = 'une phrase assez longue';
    await runCommand('create-root', installation, { args: ['--email', email, '--password-stdin'], input: password });
    const [first, second] = await Promise.all([startProgram(installation), startProgram(installation)]);
    const [viaFirst, viaSecond] = [clientOf(first.url, async () => ({})), clientOf(second.url, async () => ({}))];

    const login = await viaFirst.post('/api/auth/login', { email, password });
    const bearer = { Authorization: `Bearer ${login.body.data.token}` };
    expect((await viaSecond.get('/api/auth/current', bearer)).status).toBe(200);

    const received = await countEvents(first.url, login.body.data.token);
    const registered = { name: 'Leila', email: 'leila@example.test', password: 'une bonne phrase' };
    expect((await viaSecond.post('/api/auth/register', registered)).status).toBe(200);
    await expect.poll(received).toBeGreaterThan(1);

    for (let attempt = 0; attempt < 5; attempt += 1) {
      const client = attempt % 2 === 0 ? viaFirst : viaSecond;
      expectRefused(await client.post('/api/auth/login', { email, password: 'a guess' }), 401, 'INVALID_CREDENTIALS');
    }
    expectRefused(await viaFirst.post('/api/auth/login', { email, password }), 429, 'TOO_MANY_REQUESTS');
    expectRefused(await viaSecond.post('/api/auth/login', { email, password }), 429, 'TOO_MANY_REQUESTS');

    const key = randomUUID();
    const cancelled = await viaFirst.post('/api/outcomes/cancel', { key }, bearer);
    expect([cancelled.body.state, (await viaSecond.get(`/api/outcomes/${key}`, bearer)).body.state]).toEqual([
      'cancelled',
      'cancelled',
    ]);

    await viaSecond.post('/api/auth/logout', undefined, bearer);
    expectRefused(await viaFirst.get('/api/auth/current', bearer), 401, 'UNAUTHENTICATED');
  },
);
