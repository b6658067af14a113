import { beforeAll, expect, test } from 'vitest';
import { endpoints } from '../../src/contract/all.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { send } from '../support/call.ts';
import { examples } from '../support/calls.ts';
import { fillWorld, type FilledWorld } from '../support/filled-world.ts';
import { databaseKind, type Name } from '../support/world.ts';

let filled: FilledWorld;
beforeAll(async () => {
  filled = await fillWorld();
}, 60_000);

test('every call of the contract has its example, and no example is without a call', () => {
  expect(Object.keys(examples).toSorted()).toEqual(endpoints.map(({ name }) => name).toSorted());
});

test.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
  `B1 %s answers as its contract says, to the last field, on ${databaseKind}`,
  async (name, endpoint) => {
    const example = examples[name];
    if (!example) throw new Error(`${name} has no example in tests/support/calls.ts`);

    const answer = await ask(endpoint, 'amina');

    const body = await bodyOf(name, answer);
    expect({ status: answer.status, body }).toMatchObject({ status: 200 });
    expect(answer.headers.get('cache-control')).toMatch(/no-store/);
    if (typeof body === 'string') return;
    // A key the contract does not name is dropped by the parse, and then the two differ.
    expect(endpoint.output.parse(body)).toStrictEqual(body);
    expect(emptyLists(body).filter((path) => !example.empty?.includes(path))).toEqual([]);
  },
);

/** The example's call, made by amina where she may, else by sara, with a session of its own. */
async function ask(endpoint: Endpoint, owner: Name): Promise<Response> {
  const { world } = filled;
  const who = endpoint.audience === 'admin' || endpoint.audience === 'root' ? 'sara' : owner;
  const call = await examples[endpoint.name]!.call(filled, world.people[who]);
  const bearer = { Authorization: `Bearer ${await world.signIn(who)}` };
  return send(world, endpoint, call, endpoint.audience === 'anyone' ? {} : bearer);
}

/** The body as JSON; as text where the contract's answer is something else, which must say something. */
async function bodyOf(name: string, answer: Response): Promise<unknown> {
  const type = answer.headers.get('content-type') ?? '';
  if (type.startsWith('application/json')) return answer.json();
  const other: Record<string, string> = {
    metrics: 'text/plain',
    syncEvents: 'text/event-stream',
    readFile: 'image/png',
  };
  expect(type).toContain(other[name] ?? 'application/json');
  const { value } = await answer.body!.getReader().read();
  expect(value?.byteLength).toBeGreaterThan(0);
  return Buffer.from(value!).toString('latin1');
}

/** The paths of lists that hold nothing anywhere in an answer: with them a field of theirs was not seen. */
function emptyLists(body: unknown): string[] {
  const seen = new Map<string, number>();
  const walk = (value: unknown, path: string): void => {
    if (Array.isArray(value)) {
      seen.set(path, (seen.get(path) ?? 0) + value.length);
      for (const one of value) walk(one, path);
    } else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) walk(inner, path ? `${path}.${key}` : key);
  };
  walk(body, '');
  return [...seen].filter(([, count]) => count === 0).map(([path]) => path);
}
