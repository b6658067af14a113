import { expect, test } from 'vitest';
import { clientOf } from '../support/client.ts';
import { emptyHouse, runCommand, startProgram } from '../support/programs.ts';

test('SIGTERM cuts no request: what has begun is answered, streams end, and the exit code is 0', async () => {
  const house = await emptyHouse();
  const email = 'root@example.test';
  await runCommand('create-root', house, {
    args: ['--email', email, '--password-stdin'],
    input: 'une phrase assez longue',
  });
  const program = await startProgram(house);
  const guest = clientOf(program.url, async () => ({}));
  const login = await guest.post('/api/auth/login', { email, password: 'une phrase assez longue' });
  const headers = { Authorization: `Bearer ${login.body.data.token}` };
  const stream = await fetch(`${program.url}/api/sync/events`, { headers });

  // Two dozen password checks take their time: most of them are under way when the signal comes.
  let answered = 0;
  const asked = Array.from({ length: 24 }, (_, number) =>
    guest
      .post('/api/auth/login', { email: `nobody${number}@example.test`, password: 'a guess' })
      .finally(() => (answered += 1)),
  );
  await expect.poll(() => answered, { timeout: 20_000, interval: 5 }).toBeGreaterThanOrEqual(5);
  const begun = performance.now();
  const exit = program.stop('SIGTERM');
  const answers = await Promise.all(asked);

  expect(answers.map(({ body }) => body.code)).toEqual(Array(24).fill('INVALID_CREDENTIALS'));
  expect(await exit).toBe(0);
  expect(performance.now() - begun).toBeLessThan(10_000);
  expect(await stream.text()).toContain('event: poke');
}, 60_000);

test('after SIGKILL the next start finds everything that was answered', async () => {
  const house = await emptyHouse();
  const first = await startProgram(house);
  const registered = { name: 'Leila', email: 'leila@example.test', password: 'une bonne phrase' };
  const answer = await clientOf(first.url, async () => ({})).post('/api/auth/register', registered);
  await first.stop('SIGKILL');

  const second = await startProgram(house);

  expect(answer.status).toBe(200);
  const login = await clientOf(second.url, async () => ({})).post('/api/auth/login', registered);
  expect(login.body).toMatchObject({ code: 'ACCOUNT_NOT_ACTIVE', details: { reason: 'unconfirmed' } });
}, 60_000);

test('production prints no secret and seeds nothing', async () => {
  const house = await emptyHouse();
  const program = await startProgram(house);
  const guest = clientOf(program.url, async () => ({}));
  await guest.post('/api/auth/register', { name: 'Leila', email: 'leila@example.test', password: 'une bonne phrase' });
  await new Promise((resolve) => setTimeout(resolve, 500));
  await program.stop('SIGINT');

  expect(program.printed()).toContain('Comptoir is at http://127.0.0.1');
  expect(program.printed()).not.toMatch(/token=|une bonne phrase|@/);
});
