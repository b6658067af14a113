import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { endpoints } from '../../src/contract/all.ts';
import { createRandom } from '../../src/server/demo/random.ts';
import { realCalls } from '../support/real-requests.ts';
import { databaseKind, openWorld, type Name } from '../support/world.ts';

const world = await openWorld({ env: { REQUESTS_PER_MINUTE: '0' } });
const calls = await realCalls(world);
const agent = new Agent({ keepAlive: true });
afterAll(() => agent.destroy());

/** Byte for byte as they stand in the request line. */
const junk = [
  "0 -1 -0 +1 1e1 1.0 01 0x1 1%20 %201 1%0a NaN null undefined true 1%27 1'-- 1%20or%201=1 1,2 1;2 1%2C2 * %25",
  '9223372036854775808 18446744073709551616 9007199254740993 __proto__ constructor [object%20Object]',
  '%00 1%00 %D9%A1 %EF%BC%91 %E2%80%AE1 .. ../ ..%2F ..%2f..%2fetc%2fpasswd . %2e%2e',
  `${'1'.repeat(40)} ${'x'.repeat(300)}`,
].flatMap((some) => some.split(' '));
/** Percent signs that stand for nothing: not even a path. */
const noPaths = ['%', '%zz', '%C0%AF', '%ED%A0%80'];

const withParameter = endpoints.flatMap((endpoint) =>
  [...endpoint.path.matchAll(/:\w+/g)].map(([name]) => [endpoint.name, name, endpoint] as const),
);

test.each(withParameter)(
  `%s: what cannot be in the place of %s is not there, on ${databaseKind}`,
  async (_name, name, endpoint) => {
    const call = await calls.of(endpoint);
    const body = JSON.stringify(call.fields(createRandom(endpoint.name)));
    const before = await counted();
    const fitting = call.path.split('/');
    const at = endpoint.path.split('/').indexOf(name);

    const others: string[] = [];
    for (const value of [...junk, ...noPaths]) {
      const path = fitting.with(at, value).join('/');
      const { status, code } = await send(endpoint.method, path, call.who ?? 'amina', body);
      const expected = noPaths.includes(value) ? [400] : [404, 422];
      if (!expected.includes(status)) others.push(`${path}: ${status} ${code}`);
    }

    expect(others).toEqual([]);
    expect(await counted()).toEqual(before);
    expect(world.errors.splice(0)).toEqual([]);
  },
  60_000,
);

test.each(withParameter)(`%s: nothing is under another %s of the right shape`, async (_name, name, endpoint) => {
  const call = await calls.of(endpoint);
  const at = endpoint.path.split('/').indexOf(name);
  const none = name === ':day' ? '2026-02-30' : name === ':key' ? 'none' : '987654321';
  const path = call.path.split('/').with(at, none).join('/');

  const { status } = await send(
    endpoint.method,
    path,
    call.who ?? 'amina',
    JSON.stringify(call.fields(createRandom('1'))),
  );

  expect(status).toBe(404);
});

/** By hand: fetch and inject tidy a path up before it goes out. */
async function send(method: string, path: string, who: Name, body: string) {
  const headers: Record<string, string> = { Authorization: `Bearer ${await tokenOf(who)}` };
  if (method !== 'GET') headers['Idempotency-Key'] = randomUUID();
  if (method === 'POST') headers['Content-Type'] = 'application/json';
  const { hostname, port } = new URL(world.url);
  return new Promise<{ status: number; code: string }>((resolve, reject) => {
    const sent = request({ method, hostname, port, path, headers, agent }, (answer) => {
      textOf(answer).then((said) => {
        const { code } = JSON.parse(said) as { code: string };
        resolve({ status: answer.statusCode!, code });
      }, reject);
    });
    sent.on('error', reject);
    sent.end(method === 'POST' ? body : undefined);
  });
}

const tokens = new Map<string, Promise<string>>();
function tokenOf(who: Name): Promise<string> {
  if (!tokens.has(who)) tokens.set(who, world.signIn(who));
  return tokens.get(who)!;
}

/** How much there is of everything a call could have made or changed. */
async function counted() {
  const { db } = world.means;
  const rows = (table: 'audit' | 'orders' | 'ledger' | 'tickets' | 'responses' | 'products' | 'categories' | 'users') =>
    db
      .selectFrom(table)
      .select((row) => row.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
  const tables = ['audit', 'orders', 'ledger', 'tickets', 'responses', 'products', 'categories', 'users'] as const;
  return Promise.all(tables.map(async (table) => [table, Number((await rows(table)).count)]));
}
