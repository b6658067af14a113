import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { endpoints } from '../../src/contract/all.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { databaseKind, openWorld } from '../support/world.ts';

const world = await openWorld({ env: { REQUESTS_PER_MINUTE: '0' } });
const tokens = { amina: await world.signIn('amina'), sara: await world.signIn('sara') };

const withBody = endpoints.filter(({ method }) => method === 'POST');

const json = { 'Content-Type': 'application/json' };
const boundary = { 'Content-Type': 'multipart/form-data; boundary=x' };
const packed = Uint8Array.from(gzipSync(`{"a":"${'x'.repeat(4_000_000)}"}`));

interface Broken {
  about: string;
  body: string | Uint8Array<ArrayBuffer>;
  headers: Record<string, string>;
  /** What every call says to it. */
  status: number;
  code: string;
}

const bodies: Broken[] = [
  { about: 'half of a JSON', body: '{"a":', headers: json, status: 400, code: 'INVALID_REQUEST' },
  { about: 'JSON with more behind it', body: '{} {}', headers: json, status: 400, code: 'INVALID_REQUEST' },
  { about: 'JSON with NaN', body: '{"amount":NaN}', headers: json, status: 400, code: 'INVALID_REQUEST' },
  { about: 'nothing, called JSON', body: '', headers: json, status: 400, code: 'INVALID_REQUEST' },
  { about: 'a list', body: '[{}]', headers: json, status: 400, code: 'INVALID_REQUEST' },
  { about: 'a text', body: '"{}"', headers: json, status: 400, code: 'INVALID_REQUEST' },
  { about: 'a number', body: '1e400', headers: json, status: 400, code: 'INVALID_REQUEST' },
  { about: 'a prototype', body: '{"__proto__":{"a":1}}', headers: json, status: 400, code: 'INVALID_REQUEST' },
  {
    about: 'a constructor',
    body: '{"constructor":{"prototype":{}}}',
    headers: json,
    status: 400,
    code: 'INVALID_REQUEST',
  },
  {
    about: 'plain text',
    body: '{}',
    headers: { 'Content-Type': 'text/plain' },
    status: 415,
    code: 'INVALID_FILE_TYPE',
  },
  {
    about: 'fields of a form',
    body: 'a=1',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    status: 415,
    code: 'INVALID_FILE_TYPE',
  },
  {
    about: 'XML',
    body: '<a/>',
    headers: { 'Content-Type': 'application/xml' },
    status: 415,
    code: 'INVALID_FILE_TYPE',
  },
  { about: 'an unknown type', body: '{}', headers: { 'Content-Type': ';;' }, status: 415, code: 'INVALID_FILE_TYPE' },
  {
    about: 'a gzip bomb',
    body: packed,
    headers: { ...json, 'Content-Encoding': 'gzip' },
    status: 400,
    code: 'INVALID_REQUEST',
  },
  {
    about: 'JSON that says it is packed',
    body: '{}',
    headers: { ...json, 'Content-Encoding': 'gzip' },
    status: 415,
    code: 'INVALID_FILE_TYPE',
  },
  {
    about: 'a megabyte too much',
    body: `{"a":"${'x'.repeat(1_048_577)}"}`,
    headers: json,
    status: 413,
    code: 'REQUEST_TOO_LARGE',
  },
];

test.each(bodies)(
  `every call refuses $about with $status, on ${databaseKind}`,
  async ({ body, headers, status, code }) => {
    for (const endpoint of withBody) {
      const answer = await send(endpoint, body, headers);
      expect({ name: endpoint.name, ...answer }).toEqual({ name: endpoint.name, status, code });
    }
    expect(world.errors.splice(0)).toEqual([]);
  },
);

const depth = 200_000;
const bombs = {
  'a list in lists': (name: string) => `{"${name}":${'['.repeat(depth)}${']'.repeat(depth)}}`,
  'an object in objects': (name: string) => `{"${name}":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`,
};

test.each(Object.entries(bombs))(`every call survives %s, 200,000 deep, on ${databaseKind}`, async (_about, bomb) => {
  for (const endpoint of withBody) {
    for (const name of ['mutations', 'id', 'note']) {
      const answer = await send(endpoint, bomb(name), json);
      expect({ name: endpoint.name, ...answer }).toMatchObject({ status: expect.toBeOneOf(taken) });
    }
  }
  expect(world.errors.splice(0)).toEqual([]);
});

const taken = [200, 400, 404, 413, 422];

test('a queued action whose arguments are 200,000 deep is refused as too large, and stops no other', async () => {
  const action = (args: string) =>
    `{"id":"${randomUUID()}","kind":"notification.read","v":1,"lane":"notifications:1","args":${args}}`;
  const deep = action(`{"ids":${'['.repeat(depth)}${']'.repeat(depth)}}`);
  const sync = (mutations: string[]) =>
    `{"protocol":1,"epoch":null,"cursor":"v1.user.0","before":null,"mutations":[${mutations.join(',')}]}`;
  const post = (body: string) => world.withToken(tokens.amina).post('/api/sync', body);

  const alone = await post(sync([deep]));
  const together = await post(sync([deep, action(`{"ids":["${randomUUID()}"]}`)]));

  expect([alone.status, alone.body.results[0].code]).toEqual([200, 'REQUEST_TOO_LARGE']);
  expect([together.status, together.body.code]).toEqual([413, 'REQUEST_TOO_LARGE']);
  expect(world.errors.splice(0)).toEqual([]);
});

test(`a device that stands nowhere is answered, on ${databaseKind}`, async () => {
  const places = [
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
  const ask = (who: 'amina' | 'sara', body: object) => world.withToken(tokens[who]).post('/api/sync', body);
  const request = { protocol: 1, epoch: null, mutations: [] };

  for (const before of [...places, ...huge, '\0', '1:\ud800']) {
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
  expect(world.errors.splice(0)).toEqual([]);
});

test('a form is refused where none is taken', async () => {
  for (const endpoint of withBody.filter(({ multipart }) => !multipart)) {
    const answer = await send(endpoint, '--x--\r\n', boundary);
    expect({ name: endpoint.name, ...answer }).toEqual({ name: endpoint.name, status: 415, code: 'INVALID_FILE_TYPE' });
  }
});

/** By somebody who may; the records of the path need not be there, the body is looked at first or never. */
async function send(endpoint: Endpoint, body: Broken['body'], headers: Record<string, string>) {
  world.clock.pass(61_000);
  const token = await tokenFor(endpoint);
  const bearer: Record<string, string> = endpoint.audience === 'anyone' ? {} : { Authorization: `Bearer ${token}` };
  const path = endpoint.path.replaceAll(/users\/:id/g, `users/${world.people.karim.id}`).replaceAll(/:\w+/g, '1');
  const answer = await fetch(world.url + path, {
    method: 'POST',
    headers: { ...bearer, ...headers, 'Idempotency-Key': randomUUID() },
    body,
  });
  return { status: answer.status, code: ((await answer.json()) as { code: string }).code };
}

/** Who signs out needs a session of their own for that. */
async function tokenFor({ name, audience }: Endpoint): Promise<string> {
  if (name === 'logout') return world.signIn('amina');
  return audience === 'signedIn' ? tokens.amina : tokens.sara;
}
