import { beforeAll, expect, test } from 'vitest';
import { endpoints } from '../../src/contract/all.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { roleIds } from '../../src/contract/limits.ts';
import { mutationSchemas } from '../../src/contract/mutations.ts';
import { can } from '../../src/contract/permissions.ts';
import { checkComplete, createApp, mutations, routes } from '../../src/server/app.ts';
import type { MutationHandler } from '../../src/server/platform/changes/synced.ts';
import { send, type Call, type Example } from '../support/call.ts';
import { examples } from '../support/call-examples.ts';
import { expectRefused } from '../support/client.ts';
import { fillShop, type FilledShop } from '../support/filled-shop.ts';
import { databaseKind, type TestUser } from '../support/test-server.ts';

const actors = ['guest', 'unconfirmed', 'deactivated', 'owner', 'other', 'agent', 'admin', 'root'] as const;
type Actor = (typeof actors)[number];

/** The expected answer of a call: a status, or the same answer as for a record that does not exist. */
type Expected = number | 'like a missing record';

let filled: FilledShop;
let people: Record<Exclude<Actor, 'guest'>, TestUser>;
beforeAll(async () => {
  filled = await fillShop();
  const { amina: owner, karim: other, sara: admin, root } = filled.server.users;
  const [unconfirmed, deactivated, agent] = [await filled.newcomer(), await filled.newcomer(), await filled.newcomer()];
  people = { unconfirmed, deactivated, owner, other, agent, admin, root };
  const { db } = filled.server.services;
  const notConfirmed = { is_active: 0, confirmed_at: null };
  await db.updateTable('users').set(notConfirmed).where('id', '=', unconfirmed.id).execute();
  await db.updateTable('users').set({ is_active: 0 }).where('id', '=', deactivated.id).execute();
  await db.updateTable('users').set({ role_id: roleIds.agent }).where('id', '=', agent.id).execute();
});

test('OF-29 every call of the contract has one route, and no route is without a call', () => {
  checkComplete(routes, endpoints);
  expect(() => checkComplete(routes.slice(1), endpoints)).toThrow('health has 0 routes');
  expect(() => checkComplete([...routes, routes[0]!], endpoints)).toThrow('health has 2 routes');
  expect(() => checkComplete(routes, endpoints.slice(1))).toThrow('is not in contract/all.ts');
});

test('every kind of mutation of the contract has one handler, and no handler is without a kind', async () => {
  const { services } = filled.server;
  const start = (handlers: readonly MutationHandler[]) => createApp(services, { handlers });

  await (await start(mutations)).close();
  expect(mutations.map(({ kind, v }) => `${kind}@${v}`).toSorted()).toEqual(Object.keys(mutationSchemas).toSorted());
  await expect(start(mutations.slice(1))).rejects.toThrow('ticket.open@1 has 0 handlers');
  await expect(start([...mutations, mutations[0]!])).rejects.toThrow('ticket.open@1 has 2 handlers');
  await expect(start([...mutations, { ...mutations[0]!, v: 9 }])).rejects.toThrow(
    'ticket.open@9 is not in contract/mutations.ts',
  );
});

test.each(endpoints.flatMap((endpoint) => actors.map((actor) => [endpoint.name, actor, endpoint] as const)))(
  `S6-01 S2S-01 S2S-05 %s called by %s is answered as that actor may see it, on ${databaseKind}`,
  async (name, actor, endpoint) => {
    const example = examples[name];
    if (!example) throw new Error(`${name} is not in the table of tests/support/call-examples.ts`);
    const expectedAnswer = expectedOf(endpoint, example, actor);

    const answer = await answerTo(endpoint, actor, await exampleCall(endpoint, example, actor));

    const isHidden = expectedAnswer === 'like a missing record';
    const expected = isHidden ? await answerTo(endpoint, actor, example.owned!.missing) : { status: expectedAnswer };
    expect(isHidden ? answer : { status: answer.status }).toEqual(expected);
  },
);

test('a guest’s call is refused as unauthenticated before its input is checked', async () => {
  const { server } = filled;
  const keyed = endpoints.find(({ key, audience }) => key === 'always' && audience === 'signedIn')!;
  const amina = server.withToken(await server.signIn('amina'));

  const invalidKey = { 'Idempotency-Key': 'no uuid' };
  expectRefused(await server.guest.post(keyed.path, '{"broken":1}', invalidKey), 401, 'UNAUTHENTICATED');
  expectRefused(await amina.post(keyed.path, {}, invalidKey), 400, 'INVALID_REQUEST');
});

/** The role of each actor who can sign in. */
const roleOfActor = { owner: 'user', other: 'user', agent: 'agent', admin: 'admin', root: 'admin' } as const;

/** The status with which a call of an actor is refused, by its audience and the table of permissions; else undefined. */
function refusalOf({ audience }: Endpoint, actor: Actor): number | undefined {
  if (audience === 'anyone') return undefined;
  if (actor === 'guest' || actor === 'unconfirmed' || actor === 'deactivated') return 401;
  return audience === 'signedIn' || can(roleOfActor[actor], audience) ? undefined : 403;
}

/** The status that the example states for an actor with the right to the call; else undefined. */
function statedOf({ forAdmins, forAgents, by }: Example, actor: Actor): number | undefined {
  if (by === 'root' && actor !== 'root') return 403;
  if (actor === 'agent') return forAgents ?? forAdmins;
  return actor === 'admin' || actor === 'root' ? forAdmins : undefined;
}

function expectedOf(endpoint: Endpoint, example: Example, actor: Actor): Expected {
  const stated = refusalOf(endpoint, actor) ?? statedOf(example, actor);
  if (stated !== undefined) return stated;
  const { owned } = example;
  const isSupport = actor === 'agent' || actor === 'admin' || actor === 'root';
  if (!owned || actor === 'owner' || (isSupport && owned.by === 'admins')) return 200;
  return 'like a missing record';
}

/** Calls that are refused change nothing, so they all use the same example. */
const sharedCalls = new Map<string, Promise<Call>>();

async function exampleCall(endpoint: Endpoint, example: Example, actor: Actor): Promise<Call> {
  const create = async () => example.call(filled, actor === 'guest' ? people.owner : people[actor]);
  if (refusalOf(endpoint, actor) === undefined) return create();
  const known = sharedCalls.get(endpoint.name) ?? create();
  sharedCalls.set(endpoint.name, known);
  return known;
}

/** Makes the call; returns its status and its JSON body without the request id, or null for any other body. */
async function answerTo(endpoint: Endpoint, actor: Actor, call: Call): Promise<{ status: number; body: unknown }> {
  const { server } = filled;
  const headers: Record<string, string> =
    actor === 'guest' ? {} : { Authorization: `Bearer ${await server.signIn(people[actor])}` };
  const answer = await send(server, endpoint, call, headers);
  if (answer.headers.get('content-type')?.startsWith('text/event-stream')) {
    await answer.body?.cancel();
    return { status: answer.status, body: null };
  }
  const text = await answer.text();
  if (!answer.headers.get('content-type')?.startsWith('application/json')) return { status: answer.status, body: null };
  const { request_id: _id, ...body } = JSON.parse(text) as Record<string, unknown>;
  return { status: answer.status, body };
}
