import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { endpoints } from '../../src/contract/all.ts';
import type { Audience, Endpoint } from '../../src/contract/endpoint.ts';
import { checkComplete, routes } from '../../src/server/app.ts';
import { clientOf, expectRefused } from '../support/client.ts';
import { databaseKind, openWorld, type World } from '../support/world.ts';

const actors = ['guest', 'unconfirmed', 'deactivated', 'user', 'admin', 'root'] as const;
type Actor = (typeof actors)[number];

/** What each actor gets at the door of a call. */
const atTheDoor: Record<Audience, Record<Actor, number>> = {
  anyone: { guest: 0, unconfirmed: 0, deactivated: 0, user: 0, admin: 0, root: 0 },
  signedIn: { guest: 401, unconfirmed: 401, deactivated: 401, user: 0, admin: 0, root: 0 },
  admin: { guest: 401, unconfirmed: 401, deactivated: 401, user: 403, admin: 0, root: 0 },
  root: { guest: 401, unconfirmed: 401, deactivated: 401, user: 403, admin: 403, root: 0 },
};

const world = await openWorld();
const tokens = await tokensOf(world);

test('every call of the contract has one route, and no route is without a call', () => {
  checkComplete(routes, endpoints);
  expect(() => checkComplete(routes.slice(1), endpoints)).toThrow('health has 0 routes');
  expect(() => checkComplete([...routes, routes[0]!], endpoints)).toThrow('health has 2 routes');
  expect(() => checkComplete(routes, endpoints.slice(1))).toThrow('is not in contract/all.ts');
});

test.each(endpoints.flatMap((endpoint) => actors.map((actor) => [endpoint.name, actor, endpoint] as const)))(
  `%s by %s, on ${databaseKind}`,
  async (_name, actor, endpoint) => {
    const expected = atTheDoor[endpoint.audience][actor];

    const answer = await call(endpoint, actor);

    expect(answer.status).toBeLessThan(500);
    expect(refusedAtTheDoor(answer)).toBe(expected);
  },
);

test('what nobody may do is refused before anything else is looked at', async () => {
  const required = endpoints.find(({ key, audience }) => key === 'required' && audience === 'signedIn')!;

  expectRefused(await world.guest.post(required.path, '{"broken":1}'), 401, 'UNAUTHENTICATED');
  expectRefused(await world.as('amina').post(required.path, {}), 400, 'IDEMPOTENCY_KEY_REQUIRED');
  const wrong = { 'Idempotency-Key': 'no uuid' };
  expectRefused(await world.as('amina').post(required.path, {}, wrong), 400, 'IDEMPOTENCY_KEY_REQUIRED');
});

/** The status of a refusal at the door; 0 when the call came further. A login may be refused, but not at the door. */
function refusedAtTheDoor({ status, body }: { status: number; body: { code?: string } | null }): number {
  return body?.code === 'UNAUTHENTICATED' || body?.code === 'FORBIDDEN' ? status : 0;
}

/** Calls without sense, so that nobody signs anybody out: the door is what is tested. */
async function call(endpoint: Endpoint, actor: Actor) {
  const client = clientOf(world.url, async () => ({ ...tokens[actor], 'Idempotency-Key': randomUUID() }));
  const path = endpoint.path.replace(/:\w+/g, '999999999');
  if (endpoint.name === 'logout' && atTheDoor.signedIn[actor] === 0)
    return { status: 200, body: {}, headers: new Headers() };
  if (endpoint.name === 'syncEvents') return eventsAnswer(path, tokens[actor]);
  if (endpoint.method === 'GET') return client.get(path);
  return endpoint.method === 'DELETE' ? client.delete(path) : client.post(path, {});
}

async function eventsAnswer(path: string, headers: Record<string, string>) {
  const stop = new AbortController();
  const answer = await fetch(world.url + path, { headers, signal: stop.signal });
  const body = answer.ok ? {} : ((await answer.json()) as object);
  stop.abort();
  return { status: answer.status, body: body as { code?: string }, headers: answer.headers };
}

async function tokensOf({ means, people, signIn }: World): Promise<Record<Actor, Record<string, string>>> {
  const switchTo = (person: { id: number }, columns: object) =>
    means.db.updateTable('users').set(columns).where('id', '=', person.id).execute();
  const bearer = async (name: 'karim' | 'amina' | 'sara' | 'root') => ({
    Authorization: `Bearer ${await signIn(name)}`,
  });
  const deactivated = await bearer('karim');
  await switchTo(people.karim, { is_active: 0 });
  const waiting = await means.db
    .insertInto('users')
    .values({
      name: 'Wassim',
      email: 'wassim@example.test',
      role_id: 1,
      is_active: 0,
      locale: 'en',
      search_text: 'wassim',
      sort_key: 'wassim',
      created_at: means.now(),
      updated_at: means.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const unconfirmed = { Authorization: `Bearer ${await signIn({ ...people.amina, id: waiting.id })}` };
  return {
    guest: {},
    unconfirmed,
    deactivated,
    user: await bearer('amina'),
    admin: await bearer('sara'),
    root: await bearer('root'),
  };
}
