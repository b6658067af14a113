// database: any
import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { endpoints } from '../../src/contract/all.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { databaseKind, startTestServer } from '../support/test-server.ts';
import { putTopupMethod, topupsOn } from '../support/topup-calls.ts';

const server = await startTestServer({ env: { REQUESTS_PER_MINUTE: '0' } });
const tokens = { amina: await server.signIn('amina'), sara: await server.signIn('sara') };

const topup = await topupsOn(server).opened('amina', { method_id: await putTopupMethod(server.services) });

const withBody = endpoints.filter(({ method }) => method === 'POST');

const json = { 'Content-Type': 'application/json' };
const formHeaders = { 'Content-Type': 'multipart/form-data; boundary=x' };
const gzipped = Uint8Array.from(gzipSync(`{"a":"${'x'.repeat(4_000_000)}"}`));

interface BrokenBody {
  name: string;
  body: string | Uint8Array<ArrayBuffer>;
  headers: Record<string, string>;
  /** The status and the code with which every call refuses it. */
  status: number;
  code: string;
}

const bodies: BrokenBody[] = [
  { name: 'incomplete JSON', body: '{"a":', headers: json, status: 400, code: 'INVALID_REQUEST' },
  { name: 'JSON followed by more JSON', body: '{} {}', headers: json, status: 400, code: 'INVALID_REQUEST' },
  { name: 'JSON with NaN', body: '{"amount":NaN}', headers: json, status: 400, code: 'INVALID_REQUEST' },
  { name: 'an empty body with the type JSON', body: '', headers: json, status: 400, code: 'INVALID_REQUEST' },
  { name: 'a JSON list', body: '[{}]', headers: json, status: 400, code: 'INVALID_REQUEST' },
  { name: 'a JSON string', body: '"{}"', headers: json, status: 400, code: 'INVALID_REQUEST' },
  { name: 'a JSON number', body: '1e400', headers: json, status: 400, code: 'INVALID_REQUEST' },
  { name: 'JSON with __proto__', body: '{"__proto__":{"a":1}}', headers: json, status: 400, code: 'INVALID_REQUEST' },
  {
    name: 'JSON with constructor.prototype',
    body: '{"constructor":{"prototype":{}}}',
    headers: json,
    status: 400,
    code: 'INVALID_REQUEST',
  },
  {
    name: 'plain text',
    body: '{}',
    headers: { 'Content-Type': 'text/plain' },
    status: 415,
    code: 'INVALID_FILE_TYPE',
  },
  {
    name: 'fields of a form',
    body: 'a=1',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    status: 415,
    code: 'INVALID_FILE_TYPE',
  },
  {
    name: 'XML',
    body: '<a/>',
    headers: { 'Content-Type': 'application/xml' },
    status: 415,
    code: 'INVALID_FILE_TYPE',
  },
  { name: 'an unknown type', body: '{}', headers: { 'Content-Type': ';;' }, status: 415, code: 'INVALID_FILE_TYPE' },
  {
    name: 'a gzip bomb',
    body: gzipped,
    headers: { ...json, 'Content-Encoding': 'gzip' },
    status: 400,
    code: 'INVALID_REQUEST',
  },
  {
    name: 'JSON that is declared as gzip',
    body: '{}',
    headers: { ...json, 'Content-Encoding': 'gzip' },
    status: 415,
    code: 'INVALID_FILE_TYPE',
  },
  {
    name: 'more than a megabyte',
    body: `{"a":"${'x'.repeat(1_048_577)}"}`,
    headers: json,
    status: 413,
    code: 'REQUEST_TOO_LARGE',
  },
];

test.each(bodies)(
  `every POST call refuses $name with $status, on ${databaseKind}`,
  async ({ body, headers, status, code }) => {
    for (const endpoint of withBody) {
      const answer = await send(endpoint, body, headers);
      expect({ name: endpoint.name, ...answer }).toEqual({ name: endpoint.name, status, code });
    }
    expect(server.errors.splice(0)).toEqual([]);
  },
);

const depth = 200_000;
const bombs = {
  'nested lists': (name: string) => `{"${name}":${'['.repeat(depth)}${']'.repeat(depth)}}`,
  'nested objects': (name: string) => `{"${name}":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`,
};

test.each(Object.entries(bombs))(
  `every POST call answers %s, 200,000 deep, without a 5xx, on ${databaseKind}`,
  async (_name, bomb) => {
    for (const endpoint of withBody) {
      for (const name of ['mutations', 'id', 'note']) {
        const answer = await send(endpoint, bomb(name), json);
        expect({ name: endpoint.name, ...answer }).toMatchObject({ status: expect.toBeOneOf(expectedStatuses) });
      }
    }
    expect(server.errors.splice(0)).toEqual([]);
  },
);

const expectedStatuses = [200, 400, 404, 413, 422];

test('a queued action nested 200,000 deep is refused as too large; with a second action the whole request is refused', async () => {
  const action = (args: string) =>
    `{"id":"${randomUUID()}","kind":"notification.read","v":1,"lane":"notifications:1","args":${args}}`;
  const deep = action(`{"ids":${'['.repeat(depth)}${']'.repeat(depth)}}`);
  const sync = (mutations: string[]) =>
    `{"protocol":1,"epoch":null,"cursor":"v1.user.0","before":null,"mutations":[${mutations.join(',')}]}`;
  const post = (body: string) => server.withToken(tokens.amina).post('/api/sync', body);

  const alone = await post(sync([deep]));
  const together = await post(sync([deep, action(`{"ids":["${randomUUID()}"]}`)]));

  expect([alone.status, alone.body.results[0].code]).toEqual([200, 'REQUEST_TOO_LARGE']);
  expect([together.status, together.body.code]).toEqual([413, 'REQUEST_TOO_LARGE']);
  expect(server.errors.splice(0)).toEqual([]);
});

test(`a device with an invalid sync position gets an answer, on ${databaseKind}`, async () => {
  const invalidPositions = [
    '',
    ':',
    '0:',
    '1:abc',
    '1:5.7',
    '2:1e9',
    '3:x.y',
    '4:1.2.3',
    '5:-1',
    '6:.',
    '8:1.abc',
    '99:1',
    '٣:1',
  ];
  const huge = ['1:99999999999999999999', '6:1.99999999999999999999', `4:${'9'.repeat(200)}`];
  const ask = (who: 'amina' | 'sara', body: object) => server.withToken(tokens[who]).post('/api/sync', body);
  const request = { protocol: 1, epoch: null, mutations: [] };

  for (const before of [...invalidPositions, ...huge, '\0', '1:\ud800']) {
    for (const [who, cursor] of [
      ['amina', 'v1.user.0'],
      ['sara', 'v1.admin.0'],
    ] as const) {
      const { status, body } = await ask(who, { ...request, cursor, before });
      expect({ before, status, code: body.code }).toEqual({ before, status: 200, code: 'SUCCESS' });
    }
  }
  for (const cursor of ['v1.user.', 'v1.user.-1', 'v1.user.999999999999999', 'v1.user.1e9', '\0', '']) {
    expect({ cursor, status: (await ask('amina', { ...request, cursor, before: null })).status }).toMatchObject({
      status: 200,
    });
  }
  expect(server.errors.splice(0)).toEqual([]);
});

test('a form is refused by every call that takes only JSON', async () => {
  for (const endpoint of withBody.filter(({ multipart }) => !multipart)) {
    const answer = await send(endpoint, '--x--\r\n', formHeaders);
    expect({ name: endpoint.name, ...answer }).toEqual({ name: endpoint.name, status: 415, code: 'INVALID_FILE_TYPE' });
  }
});

/** Sends the body as a user who may make the call. Records in its path need not exist: the body is checked first. */
async function send(endpoint: Endpoint, body: BrokenBody['body'], headers: Record<string, string>) {
  // The limits per minute start again.
  server.clock.advance(61_000);
  const token = await tokenFor(endpoint);
  const bearer: Record<string, string> = endpoint.audience === 'anyone' ? {} : { Authorization: `Bearer ${token}` };
  const path = endpoint.path
    .replaceAll(/users\/:id/g, `users/${server.users.karim.id}`)
    .replaceAll(/topups\/:id/g, `topups/${topup.id}`)
    .replaceAll(/:\w+/g, '1');
  const answer = await fetch(server.url + path, {
    method: 'POST',
    headers: { ...bearer, ...headers, 'Idempotency-Key': randomUUID() },
    body,
  });
  return { status: answer.status, code: ((await answer.json()) as { code: string }).code };
}

/** A new session for a sign-out, otherwise a shared one. */
async function tokenFor({ name, audience }: Endpoint): Promise<string> {
  if (name === 'logout') return server.signIn('amina');
  return audience === 'signedIn' || audience === 'topups.open' ? tokens.amina : tokens.sara;
}
