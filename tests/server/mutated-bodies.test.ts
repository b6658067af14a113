import type { InjectOptions } from 'fastify';
import { randomUUID } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { endpoints } from '../../src/contract/all.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { refusalStatus } from '../../src/contract/refusals.ts';
import { createRandom, type Random } from '../../src/server/demo/random.ts';
import { hasField } from '../support/examples.ts';
import { formOf, jsonOf, mutated, queryOf } from '../support/noise.ts';
import { realCalls, type RealCall } from '../support/real-requests.ts';
import { databaseKind, openWorld } from '../support/world.ts';

/** Another seed tries other requests: `MUTATION_SEED=2 vitest run …`. */
const seed = process.env.MUTATION_SEED ?? '1';
/** Most mutated requests are refused before the database is asked, by the same code on both. */
const perCall = Number(process.env.MUTATIONS ?? (databaseKind === 'sqlite' ? 500 : 100));

const world = await openWorld({ env: { REQUESTS_PER_MINUTE: '0' } });
const calls = await realCalls(world);

const withBody = endpoints.filter(({ method }) => method === 'POST');
const withQuery = endpoints.filter(({ method, path, input }) => method === 'GET' && asks(input, path));

/** Prepared before the clock moves. */
const prepared = new Map<string, RealCall>();
for (const endpoint of [...withBody, ...withQuery]) prepared.set(endpoint.name, await calls.of(endpoint));

/** Calls that count how often they are asked, and the ms after which they may be asked again. */
const throttled: Record<string, number> = {
  login: 61_000,
  register: 61_000,
  resendConfirmation: 1_201_000,
  forgotPassword: 1_201_000,
  setPin: 61_000,
  changePassword: 61_000,
  changeEmail: 721_000,
};
/** Calls that change what they ask for: a password, a PIN, a letter. */
const spent =
  'confirmEmail resetPassword setPin changePassword changeEmail createUser addToBalance subtractFromBalance'.split(' ');
/** Calls that end their own session, or use something up. */
const oneByOne = [...Object.keys(throttled), 'logout', 'confirmEmail', 'resetPassword'];

const heapBefore = await heap();

test.each([...withBody, ...withQuery].map((endpoint) => [endpoint.name, endpoint] as const))(
  `%s takes ${perCall} mutated requests without a 5xx, on ${databaseKind}`,
  async (_name, endpoint) => {
    const call = prepared.get(endpoint.name)!;
    await calls.renew();
    const random = createRandom(`${seed} ${endpoint.name}`);
    const real = await send(endpoint, call, requestOf(endpoint, call, call.fields(random)));
    expect({ code: real.code, faults: real.faults }).toEqual({ code: 'SUCCESS', faults: [] });

    const seen = new Map<string, number>();
    const faults: string[] = [];
    const atOnce = oneByOne.includes(endpoint.name) ? 1 : 8;
    for (let sent = 0; sent < perCall; sent += atOnce) {
      world.clock.pass(throttled[endpoint.name] ?? 1);
      if (spent.includes(endpoint.name)) await calls.renew();
      const burst = Array.from({ length: atOnce }, () => mutatedRequest(endpoint, call, random));
      for (const answer of await Promise.all(burst.map((request) => send(endpoint, call, request)))) {
        seen.set(answer.code, (seen.get(answer.code) ?? 0) + 1);
        faults.push(...answer.faults);
      }
    }

    expect(faults.slice(0, 3), `seed ${seed}: ${faults.length} faults`).toEqual([]);
    // Some were still right: the others were wrong in what they said, not in whom or what they named.
    expect(seen.get('SUCCESS')).toBeGreaterThan(0);
    expect(world.errors.splice(0)).toEqual([]);
    expect([seen.get('TOO_MANY_REQUESTS'), seen.get('UNAUTHENTICATED')]).toEqual([undefined, undefined]);
  },
  120_000,
);

test('after all of it the process holds no more memory than before', async () => {
  expect((await heap()) - heapBefore).toBeLessThan(32 * 1_048_576);
});

type Payload = Pick<InjectOptions, 'headers' | 'payload'> & { query?: string };

function mutatedRequest(endpoint: Endpoint, call: RealCall, random: Random): Payload {
  return requestOf(endpoint, call, mutated(call.fields(random), random), random);
}

/** As the call is made: a query, a form (every second time where forms are taken), or JSON. */
function requestOf(endpoint: Endpoint, call: RealCall, value: unknown, random?: Random): Payload {
  if (endpoint.method === 'GET') return { query: queryOf(value, random ?? createRandom(seed)) };
  const asForm = endpoint.multipart && (random ? random.chance(0.5) : true);
  if (!asForm) return { payload: jsonOf(value), headers: { 'content-type': 'application/json' } };
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const { image: _address, ...fields } = (isObject ? value : {}) as Record<string, unknown>;
  const { body, type } = formOf({ ...fields, ...call.file });
  return { payload: body, headers: { 'content-type': type } };
}

const tokens = new Map<string, { token: string; at: number }>();

/** Signed in anew once the clock has gone on for a week: sessions end (D-6). */
async function tokenOf(endpoint: Endpoint, who: NonNullable<RealCall['who']>): Promise<string> {
  const known = tokens.get(who);
  if (endpoint.name === 'logout') return world.signIn(who);
  if (known && world.clock.now - known.at < 7 * 86_400_000) return known.token;
  const token = await world.signIn(who);
  tokens.set(who, { token, at: world.clock.now });
  return token;
}

async function send(endpoint: Endpoint, call: RealCall, { query, payload, headers }: Payload) {
  const bearer = call.who ? { authorization: `Bearer ${await tokenOf(endpoint, call.who)}` } : {};
  const key = endpoint.key === 'none' ? {} : { 'idempotency-key': randomUUID() };
  const answer = await world.app.inject({
    method: endpoint.method,
    url: query === undefined ? call.path : `${call.path}?${query}`,
    headers: { ...headers, ...bearer, ...key },
    ...(payload !== undefined && { payload }),
  });
  const body = answer.json<Body>();
  const wrong = wrongWith(endpoint, answer.statusCode, body);
  const about = `${answer.statusCode} ${answer.body.slice(0, 200)} ← ${query ?? String(payload as string | Buffer).slice(0, 300)}`;
  return { code: body.code, faults: wrong.map((fault) => `${fault}: ${about}`) };
}

interface Body {
  code: string;
  errors?: Record<string, string[]>;
  results?: { status: number }[];
}

/** What the contract does not allow in an answer. */
function wrongWith(endpoint: Endpoint, status: number, body: Body): string[] {
  if (status === 200) return wrongInSuccess(endpoint, body);
  const designed = refusalStatus[body.code as keyof typeof refusalStatus] === status && status < 500;
  const named = Object.keys(body.errors ?? {});
  const unknown = named.filter((field) => !hasField(endpoint.input, field.split('.')));
  return [
    ...(designed ? [] : ['no refusal of the contract']),
    ...unknown.map((field) => `the field "${field}" is none of the call's`),
    ...(body.code === 'INVALID_FIELDS' && named.length === 0 ? ['no field is named'] : []),
  ];
}

function wrongInSuccess(endpoint: Endpoint, body: Body): string[] {
  const broken = (body.results ?? []).some((result) => result.status >= 500);
  return [
    ...(broken ? ['a mutation broke the server'] : []),
    ...(endpoint.output.safeParse(body).success ? [] : ['not the answer of the contract']),
  ];
}

/** Says whether a call reads a query: fields beside those of its path. */
function asks(input: Endpoint['input'], path: string): boolean {
  const shape = (input._zod.def as { shape?: object }).shape ?? {};
  return Object.keys(shape).some((name) => !path.includes(`:${name}`));
}

/** Bytes in use after everything unreachable is gone: buffers go some turns later than what held them. */
async function heap(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  let least = Infinity;
  for (let turn = 0; turn < 8; turn += 1) {
    collect();
    await new Promise((resolve) => setImmediate(resolve));
    const { heapUsed, external } = process.memoryUsage();
    least = Math.min(least, heapUsed + external);
  }
  return least;
}
