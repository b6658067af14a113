import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '../../src/contract/all.ts';
import { askExample } from '../support/call-examples.ts';
import { fillShop, type FilledShop } from '../support/filled-shop.ts';
import { databaseKind } from '../support/test-server.ts';

/** Calls whose answers are not JSON, or are about the process and not about the shop. */
const others = ['metrics', 'syncEvents', 'readFile', 'readLogo', 'ready', 'health'];

// Many test files run on SQLite only (`// database: any`): this one shows that the answers are the same on PostgreSQL.
describe.runIf(databaseKind === 'postgres')('on SQLite and on PostgreSQL', () => {
  const shops: FilledShop[] = [];
  beforeAll(async () => {
    for (const kind of ['sqlite', 'postgres'] as const) shops.push(await fillShop(kind));
  });

  test.each(
    endpoints.filter(({ name }) => !others.includes(name)).map((endpoint) => [endpoint.name, endpoint] as const),
  )('%s gives the same answer, with the same types', async (_name, endpoint) => {
    const [onSqlite, onPostgres] = [
      await comparableAnswer(await askExample(shops[0]!, endpoint)),
      await comparableAnswer(await askExample(shops[1]!, endpoint)),
    ];

    expect(onSqlite.status).toBe(200);
    expect(onPostgres).toEqual(onSqlite);
  });
});

const comparableAnswer = async (answer: Response) => ({
  status: answer.status,
  body: comparable(await answer.json()),
});

/** The value without random ids and tokens; lists without their order, which such an id may decide. */
function comparable(value: unknown): unknown {
  if (typeof value === 'string') return withoutRandom(value);
  if (Array.isArray(value))
    return value.map(comparable).toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [withoutRandom(name), comparable(inner)]));
}

const withoutRandom = (text: string): string =>
  text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'uuid')
    .replaceAll(/(?<=127\.0\.0\.1:|^v1\.user\.)\d+/g, 'number')
    // The articles of a new shop are written at the moment of its migration.
    .replaceAll(/(?!2026-11-20)\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
    // Tokens may begin and end with a hyphen, which no word boundary stands before or after.
    .replaceAll(/(?<![\w-])[\w-]{22,}(?:\.[\w-]+)?(?![\w-])/g, 'random')
    // The examples of both shops count their new addresses together.
    .replaceAll(/\d+(?=@)/g, 'n');
