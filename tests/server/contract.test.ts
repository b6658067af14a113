import { beforeAll, expect, test } from 'vitest';
import { endpoints } from '../../src/contract/all.ts';
import { askExample, examples } from '../support/call-examples.ts';
import { fillShop, type FilledShop } from '../support/filled-shop.ts';
import { databaseKind } from '../support/test-server.ts';

let filled: FilledShop;
beforeAll(async () => {
  filled = await fillShop();
});

test('every call of the contract has its example, and no example is without a call', () => {
  expect(Object.keys(examples).toSorted()).toEqual(endpoints.map(({ name }) => name).toSorted());
});

test.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
  `OF-29 S7-04 %s answers as its contract says, to the last field, on ${databaseKind}`,
  async (name, endpoint) => {
    const example = examples[name];
    if (!example) throw new Error(`${name} has no example in tests/support/call-examples.ts`);

    const answer = await askExample(filled, endpoint);

    const body = await bodyOf(name, answer);
    expect({ status: answer.status, body }).toMatchObject({ status: 200 });
    expect(answer.headers.get('cache-control')).toMatch(name === 'readLogo' ? /^public/ : /no-store/);
    if (typeof body === 'string') return;
    // `parse` drops keys that the contract does not name, so an answer with such a key differs.
    expect(endpoint.output.parse(body)).toStrictEqual(body);
    expect(emptyLists(body).filter((path) => !example.emptyLists?.includes(path))).toEqual([]);
  },
);

/** The body as JSON; or, for calls that answer with another type, as text, which must not be empty. */
async function bodyOf(name: string, answer: Response): Promise<unknown> {
  const type = answer.headers.get('content-type') ?? '';
  if (type.startsWith('application/json')) return answer.json();
  const otherTypes: Record<string, string> = {
    metrics: 'text/plain',
    syncEvents: 'text/event-stream',
    readFile: 'image/png',
    readLogo: 'image/png',
  };
  expect(type).toContain(otherTypes[name] ?? 'application/json');
  const { value } = await answer.body!.getReader().read();
  expect(value?.byteLength).toBeGreaterThan(0);
  return Buffer.from(value!).toString('latin1');
}

/** The paths of the lists without any entry in the answer: the fields of their entries were not checked. */
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
