import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { clientOf, expectRefused } from '../support/client.ts';
import { listenToPokes } from '../support/pokes.ts';
import { emptyHouse, runCommand, startProgram } from '../support/programs.ts';
import { databaseKind } from '../support/world.ts';

// SQLite is one machine's file: several server nodes need PostgreSQL.
test.runIf(databaseKind === 'postgres')(
  'two servers on one database are one house',
  async () => {
    const house = await emptyHouse();
    const email = 'root@example.test';
    const password = 'une phrase assez longue';
    await runCommand('create-root', house, { args: ['--email', email, '--password-stdin'], input: password });
    const [one, other] = await Promise.all([startProgram(house), startProgram(house)]);
    const [here, there] = [clientOf(one.url, async () => ({})), clientOf(other.url, async () => ({}))];

    const login = await here.post('/api/auth/login', { email, password });
    const bearer = { Authorization: `Bearer ${login.body.data.token}` };
    expect((await there.get('/api/auth/current', bearer)).status).toBe(200);

    const heard = await listenToPokes(one.url, login.body.data.token);
    const registered = { name: 'Leila', email: 'leila@example.test', password: 'une bonne phrase' };
    expect((await there.post('/api/auth/register', registered)).status).toBe(200);
    await expect.poll(heard, { timeout: 10_000 }).toBeGreaterThan(1);

    for (let time = 0; time < 5; time += 1) {
      const client = time % 2 === 0 ? here : there;
      expectRefused(await client.post('/api/auth/login', { email, password: 'a guess' }), 401, 'INVALID_CREDENTIALS');
    }
    expectRefused(await here.post('/api/auth/login', { email, password }), 429, 'TOO_MANY_REQUESTS');
    expectRefused(await there.post('/api/auth/login', { email, password }), 429, 'TOO_MANY_REQUESTS');

    const key = randomUUID();
    const sealed = await here.post('/api/outcomes/cancel', { key }, bearer);
    expect([sealed.body.state, (await there.get(`/api/outcomes/${key}`, bearer)).body.state]).toEqual([
      'cancelled',
      'cancelled',
    ]);

    await there.post('/api/auth/logout', undefined, bearer);
    expectRefused(await here.get('/api/auth/current', bearer), 401, 'UNAUTHENTICATED');
  },
  90_000,
);
