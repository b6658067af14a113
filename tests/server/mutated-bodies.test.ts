import type { InjectOptions } from 'fastify';
import { randomUUID } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { endpoints } from '../../src/contract/all.ts';
import { replaceCode } from '../../src/contract/codes.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { refundPart } from '../../src/contract/orders.ts';
import { refusalStatus } from '../../src/contract/refusals.ts';
import { approveTopup, refuseTopup } from '../../src/contract/topups.ts';
import { createRandom, type Random } from '../../src/server/demo/random.ts';
import { isNightly } from '../support/commit.ts';
import { hasField } from '../support/schema-examples.ts';
import { formOf, jsonOf, malform, queryOf } from '../support/malformed-values.ts';
import { realCalls, type RealCall } from '../support/real-requests.ts';
import { databaseKind, startTestServer } from '../support/test-server.ts';

/** Each seed makes other requests: `MUTATION_SEED=2 vitest run …`. */
const seed = process.env.MUTATION_SEED ?? '1';
const requestsPerCall = Number(process.env.MUTATIONS ?? (isNightly ? 500 : 100));

const server = await startTestServer({ env: { REQUESTS_PER_MINUTE: '0' } });
const calls = await realCalls(server);

const withBody = endpoints.filter(({ method }) => method === 'POST');
const withQuery = endpoints.filter(({ method, path, input }) => method === 'GET' && hasQuery(input, path));

/** The accepted call of each endpoint, prepared before the clock moves. */
const prepared = new Map<string, RealCall>();
for (const endpoint of [...withBody, ...withQuery]) prepared.set(endpoint.name, await calls.callTo(endpoint));

/** Further ones of calls that name what was left of their order, decide their request or use up a code: another record each. */
const furtherCalls = new Map<string, RealCall[]>();
for (const endpoint of [refundPart, approveTopup, refuseTopup, replaceCode]) {
  const further: RealCall[] = [];
  while (further.length < 12) further.push(await calls.callTo(endpoint));
  furtherCalls.set(endpoint.name, further);
}

/** Calls with a limit on requests, and the ms after which they may be made again. */
const throttled: Record<string, number> = {
  login: 61_000,
  register: 61_000,
  resendConfirmation: 1_201_000,
  forgotPassword: 1_201_000,
  setPin: 61_000,
  changePassword: 61_000,
  changeEmail: 721_000,
  revealCodes: 61_000,
};
/** Calls that check a password, a PIN or an e-mailed link, which earlier requests may have changed or locked. */
const renewedEachTime = [
  'confirmEmail resetPassword setPin changePassword changeEmail createUser',
  'addToBalance subtractFromBalance approveTopup withdrawCodes replaceCode revealCodes',
].flatMap((names) => names.split(' '));
/** Calls that end their own session, or use something up. */
const oneByOne = [...Object.keys(throttled), 'logout', 'confirmEmail', 'resetPassword'];

const heapBefore = await usedMemory();

test.each([...withBody, ...withQuery].map((endpoint) => [endpoint.name, endpoint] as const))(
  `%s handles ${requestsPerCall} mutated requests without a 5xx, on ${databaseKind}`,
  async (_name, endpoint) => {
    let call = prepared.get(endpoint.name)!;
    await calls.renew();
    const random = createRandom(`${seed} ${endpoint.name}`);
    const real = await send(endpoint, call, requestOf(endpoint, call, call.fields(random)));
    expect({ code: real.code, faults: real.faults }).toEqual({ code: 'SUCCESS', faults: [] });

    const seen = new Map<string, number>();
    const faults: string[] = [];
    const atOnce = oneByOne.includes(endpoint.name) ? 1 : 8;
    for (let sent = 0; sent < requestsPerCall; sent += atOnce) {
      server.clock.advance(throttled[endpoint.name] ?? 1);
      if (renewedEachTime.includes(endpoint.name)) await calls.renew();
      call = furtherCalls.get(endpoint.name)?.pop() ?? call;
      const burst = Array.from({ length: atOnce }, () => mutatedRequest(endpoint, call, random));
      for (const answer of await Promise.all(burst.map((request) => send(endpoint, call, request)))) {
        seen.set(answer.code, (seen.get(answer.code) ?? 0) + 1);
        faults.push(...answer.faults);
      }
    }

    expect(faults.slice(0, 3), `seed ${seed}: ${faults.length} faults`).toEqual([]);
    // When some mutated requests are accepted, the others are refused for their content, not for their user or record.
    expect(seen.get('SUCCESS')).toBeGreaterThan(0);
    expect(server.errors.splice(0)).toEqual([]);
    expect([seen.get('TOO_MANY_REQUESTS'), seen.get('UNAUTHENTICATED')]).toEqual([undefined, undefined]);
  },
);

test('all mutated requests together leave less than 32 MiB more memory in use', async () => {
  expect((await usedMemory()) - heapBefore).toBeLessThan(32 * 1_048_576);
});

type Payload = Pick<InjectOptions, 'headers' | 'payload'> & { query?: string };

function mutatedRequest(endpoint: Endpoint, call: RealCall, random: Random): Payload {
  return requestOf(endpoint, call, malform(call.fields(random), random), random);
}

/** The request with `value` as a query, a form (half of the mutated ones where forms are accepted) or JSON. */
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

/** A token that is renewed after a week on the server's clock: sessions end (D-6). */
async function tokenOf(endpoint: Endpoint, who: NonNullable<RealCall['who']>): Promise<string> {
  const known = tokens.get(who);
  if (endpoint.name === 'logout') return server.signIn(who);
  if (known && server.clock.now - known.at < 7 * 86_400_000) return known.token;
  const token = await server.signIn(who);
  tokens.set(who, { token, at: server.clock.now });
  return token;
}

async function send(endpoint: Endpoint, call: RealCall, { query, payload, headers }: Payload) {
  const bearer = call.who ? { authorization: `Bearer ${await tokenOf(endpoint, call.who)}` } : {};
  const key = endpoint.key === 'none' ? {} : { 'idempotency-key': randomUUID() };
  const answer = await server.app.inject({
    method: endpoint.method,
    url: query === undefined ? call.path : `${call.path}?${query}`,
    headers: { ...headers, ...bearer, ...key },
    ...(payload !== undefined && { payload }),
  });
  const body = answer.json<Body>();
  const wrong = faultsOf(endpoint, answer.statusCode, body);
  const context = `${answer.statusCode} ${answer.body.slice(0, 200)} ← ${query ?? String(payload as string | Buffer).slice(0, 300)}`;
  return { code: body.code, faults: wrong.map((fault) => `${fault}: ${context}`) };
}

interface Body {
  code: string;
  errors?: Record<string, string[]>;
  results?: { status: number }[];
}

/** The parts of an answer that the contract does not allow. */
function faultsOf(endpoint: Endpoint, status: number, body: Body): string[] {
  if (status === 200) return faultsOfSuccess(endpoint, body);
  const isRefusalOfContract = refusalStatus[body.code as keyof typeof refusalStatus] === status && status < 500;
  const named = Object.keys(body.errors ?? {});
  const unknown = named.filter((field) => !hasField(endpoint.input, field.split('.')));
  return [
    ...(isRefusalOfContract ? [] : ['no refusal of the contract']),
    ...unknown.map((field) => `the field "${field}" is not in the input of the call`),
    ...(body.code === 'INVALID_FIELDS' && named.length === 0 ? ['no field is named'] : []),
  ];
}

function faultsOfSuccess(endpoint: Endpoint, body: Body): string[] {
  const hasServerError = (body.results ?? []).some((result) => result.status >= 500);
  return [
    ...(hasServerError ? ['a mutation has a status of 500 or more'] : []),
    ...(endpoint.output.safeParse(body).success ? [] : ['not the answer of the contract']),
  ];
}

/** Returns whether a call has a query: fields that are not in its path. */
function hasQuery(input: Endpoint['input'], path: string): boolean {
  const shape = (input._zod.def as { shape?: object }).shape ?? {};
  return Object.keys(shape).some((name) => !path.includes(`:${name}`));
}

/** Bytes in use after garbage collection, which frees buffers some turns later than the objects that hold them. */
async function usedMemory(): Promise<number> {
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
