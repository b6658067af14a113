import { beforeAll, expect, test } from 'vitest';
import { endpoints } from '../../src/contract/all.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { mutationSchemas } from '../../src/contract/mutations.ts';
import { checkComplete, createApp, mutations, routes } from '../../src/server/app.ts';
import type { MutationHandler } from '../../src/server/platform/synced.ts';
import { send, type Call, type Example } from '../support/call.ts';
import { examples } from '../support/calls.ts';
import { expectRefused } from '../support/client.ts';
import { fillWorld, type FilledWorld } from '../support/filled-world.ts';
import { databaseKind, type TestPerson } from '../support/world.ts';

const actors = ['guest', 'unconfirmed', 'deactivated', 'owner', 'other', 'admin', 'root'] as const;
type Actor = (typeof actors)[number];

/** What a call comes to: a status, or whatever the same call gets for a record that nobody has. */
type Fate = number | 'as if it were not there';

let filled: FilledWorld;
let people: Record<Exclude<Actor, 'guest'>, TestPerson>;
beforeAll(async () => {
  filled = await fillWorld();
  const { amina: owner, karim: other, sara: admin, root } = filled.world.people;
  const [unconfirmed, deactivated] = [await filled.newcomer(), await filled.newcomer()];
  people = { unconfirmed, deactivated, owner, other, admin, root };
  const { db } = filled.world.means;
  const waiting = { is_active: 0, confirmed_at: null };
  await db.updateTable('users').set(waiting).where('id', '=', unconfirmed.id).execute();
  await db.updateTable('users').set({ is_active: 0 }).where('id', '=', deactivated.id).execute();
}, 60_000);

test('every call of the contract has one route, and no route is without a call', () => {
  checkComplete(routes, endpoints);
  expect(() => checkComplete(routes.slice(1), endpoints)).toThrow('health has 0 routes');
  expect(() => checkComplete([...routes, routes[0]!], endpoints)).toThrow('health has 2 routes');
  expect(() => checkComplete(routes, endpoints.slice(1))).toThrow('is not in contract/all.ts');
});

test('every kind of mutation of the contract has one handler, and no handler is without a kind', async () => {
  const { means } = filled.world;
  const start = (handlers: readonly MutationHandler[]) => createApp(means, { handlers });

  await (await start(mutations)).close();
  expect(mutations.map(({ kind, v }) => `${kind}@${v}`).toSorted()).toEqual(Object.keys(mutationSchemas).toSorted());
  await expect(start(mutations.slice(1))).rejects.toThrow('ticket.open@1 has 0 handlers');
  await expect(start([...mutations, mutations[0]!])).rejects.toThrow('ticket.open@1 has 2 handlers');
  await expect(start([...mutations, { ...mutations[0]!, v: 9 }])).rejects.toThrow(
    'ticket.open@9 is not in contract/mutations.ts',
  );
});

test.each(endpoints.flatMap((endpoint) => actors.map((actor) => [endpoint.name, actor, endpoint] as const)))(
  `%s by %s, on ${databaseKind}`,
  async (name, actor, endpoint) => {
    const example = examples[name];
    if (!example) throw new Error(`${name} is not in the table of tests/support/calls.ts`);
    const fate = fateOf(endpoint, example, actor);

    const answer = await make(endpoint, actor, await exampleCall(endpoint, example, actor));

    const isHidden = fate === 'as if it were not there';
    const expected = isHidden ? await make(endpoint, actor, example.owned!.missing) : { status: fate };
    expect(isHidden ? answer : { status: answer.status }).toEqual(expected);
  },
  20_000,
);

test('what nobody may do is refused before anything else is looked at', async () => {
  const { world } = filled;
  const keyed = endpoints.find(({ key, audience }) => key === 'always' && audience === 'signedIn')!;
  const amina = world.withToken(await world.signIn('amina'));

  const wrong = { 'Idempotency-Key': 'no uuid' };
  expectRefused(await world.guest.post(keyed.path, '{"broken":1}', wrong), 401, 'UNAUTHENTICATED');
  expectRefused(await amina.post(keyed.path, {}, wrong), 400, 'INVALID_REQUEST');
});

const atTheDoor: Record<Endpoint['audience'], Partial<Record<Actor, number>>> = {
  anyone: {},
  signedIn: { guest: 401, unconfirmed: 401, deactivated: 401 },
  admin: { guest: 401, unconfirmed: 401, deactivated: 401, owner: 403, other: 403 },
  root: { guest: 401, unconfirmed: 401, deactivated: 401, owner: 403, other: 403, admin: 403 },
};

function fateOf(endpoint: Endpoint, { owned, forAdmins }: Example, actor: Actor): Fate {
  const refused = atTheDoor[endpoint.audience][actor];
  if (refused !== undefined) return refused;
  const isAdmin = actor === 'admin' || actor === 'root';
  if (isAdmin && forAdmins !== undefined) return forAdmins;
  if (!owned || actor === 'owner' || (isAdmin && owned.by === 'admins')) return 200;
  return 'as if it were not there';
}

/** What those get who do not come in is used up by nobody, so they all make the same call. */
const shared = new Map<string, Promise<Call>>();

async function exampleCall(endpoint: Endpoint, example: Example, actor: Actor): Promise<Call> {
  const make = async () => example.call(filled, actor === 'guest' ? people.owner : people[actor]);
  if (atTheDoor[endpoint.audience][actor] === undefined) return make();
  const known = shared.get(endpoint.name) ?? make();
  shared.set(endpoint.name, known);
  return known;
}

/** Status and body, without the id of the request; of a stream that opened the status alone. */
async function make(endpoint: Endpoint, actor: Actor, call: Call): Promise<{ status: number; body: unknown }> {
  const { world } = filled;
  const headers: Record<string, string> =
    actor === 'guest' ? {} : { Authorization: `Bearer ${await world.signIn(people[actor])}` };
  const answer = await send(world, endpoint, call, headers);
  if (answer.headers.get('content-type')?.startsWith('text/event-stream')) {
    await answer.body?.cancel();
    return { status: answer.status, body: null };
  }
  const text = await answer.text();
  if (!answer.headers.get('content-type')?.startsWith('application/json')) return { status: answer.status, body: null };
  const { request_id: _one, ...body } = JSON.parse(text) as Record<string, unknown>;
  return { status: answer.status, body };
}
