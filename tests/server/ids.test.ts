import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { endpoints } from '../../src/contract/all.ts';
import { createRandom } from '../../src/server/demo/random.ts';
import { realCalls } from '../support/real-requests.ts';
import { databaseKind, startTestServer, type TestUserName } from '../support/test-server.ts';

const server = await startTestServer({ env: { REQUESTS_PER_MINUTE: '0' } });
const calls = await realCalls(server);
const agent = new Agent({ keepAlive: true });
afterAll(() => agent.destroy());

/** Values that cannot be a parameter of a path, byte for byte as they are sent in the request line. */
const junk = [
  "0 -1 -0 +1 1e1 1.0 01 0x1 1%20 %201 1%0a NaN null undefined true 1%27 1'-- 1%20or%201=1 1,2 1;2 1%2C2 * %25",
  '9223372036854775808 18446744073709551616 9007199254740993 __proto__ constructor [object%20Object]',
  '%00 1%00 %D9%A1 %EF%BC%91 %E2%80%AE1 .. ../ ..%2F ..%2f..%2fetc%2fpasswd . %2e%2e',
  `${'1'.repeat(40)} ${'x'.repeat(300)}`,
].flatMap((values) => values.split(' '));
/** Percent signs that encode nothing: they make the whole path invalid. */
const badEncodings = ['%', '%zz', '%C0%AF', '%ED%A0%80'];

const withParameter = endpoints.flatMap((endpoint) =>
  [...endpoint.path.matchAll(/:\w+/g)].map(([name]) => [endpoint.name, name, endpoint] as const),
);

test.each(withParameter)(
  `%s: a value that cannot be a %s is not found or refused, on ${databaseKind}`,
  async (_name, name, endpoint) => {
    const call = await calls.callTo(endpoint);
    const body = JSON.stringify(call.fields(createRandom(endpoint.name)));
    const before = await countRows();
    const segments = call.path.split('/');
    const position = endpoint.path.split('/').indexOf(name);

    const unexpected: string[] = [];
    for (const value of [...junk, ...badEncodings]) {
      const path = segments.with(position, value).join('/');
      const { status, code } = await send(endpoint.method, path, call.who ?? 'amina', body);
      const expected = badEncodings.includes(value) ? [400] : [404, 422];
      if (!expected.includes(status)) unexpected.push(`${path}: ${status} ${code}`);
    }

    expect(unexpected).toEqual([]);
    expect(await countRows()).toEqual(before);
    expect(server.errors.splice(0)).toEqual([]);
  },
);

test.each(withParameter)(`%s: a well-formed %s of no record is not found`, async (_name, name, endpoint) => {
  const call = await calls.callTo(endpoint);
  const position = endpoint.path.split('/').indexOf(name);
  const unknown = name === ':day' ? '2026-02-30' : name === ':key' ? 'none' : '987654321';
  const path = call.path.split('/').with(position, unknown).join('/');

  const { status } = await send(
    endpoint.method,
    path,
    call.who ?? 'amina',
    JSON.stringify(call.fields(createRandom('1'))),
  );

  expect(status).toBe(404);
});

/** Sends a raw request: `fetch` and `inject` normalise a path before they send it. */
async function send(method: string, path: string, who: TestUserName, body: string) {
  const headers: Record<string, string> = { Authorization: `Bearer ${await tokenOf(who)}` };
  if (method !== 'GET') headers['Idempotency-Key'] = randomUUID();
  if (method === 'POST') headers['Content-Type'] = 'application/json';
  const { hostname, port } = new URL(server.url);
  return new Promise<{ status: number; code: string }>((resolve, reject) => {
    const sent = request({ method, hostname, port, path, headers, agent }, (answer) => {
      textOf(answer).then((json) => {
        const { code } = JSON.parse(json) as { code: string };
        resolve({ status: answer.statusCode!, code });
      }, reject);
    });
    sent.on('error', reject);
    sent.end(method === 'POST' ? body : undefined);
  });
}

const tokens = new Map<string, Promise<string>>();
function tokenOf(who: TestUserName): Promise<string> {
  if (!tokens.has(who)) tokens.set(who, server.signIn(who));
  return tokens.get(who)!;
}

/** The row counts of all tables that a call could have changed. */
async function countRows() {
  const { db } = server.services;
  const rows = (table: 'audit' | 'orders' | 'ledger' | 'tickets' | 'responses' | 'products' | 'categories' | 'users') =>
    db
      .selectFrom(table)
      .select((row) => row.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
  const tables = ['audit', 'orders', 'ledger', 'tickets', 'responses', 'products', 'categories', 'users'] as const;
  return Promise.all(tables.map(async (table) => [table, Number((await rows(table)).count)]));
}
