import { join } from 'node:path';
import * as z from 'zod/mini';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '../../src/contract/all.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { mutationSchemas } from '../../src/contract/mutations.ts';
import { refusalStatus } from '../../src/contract/refusals.ts';
import { entities, entitiesUnlessNamed } from '../../src/contract/sync-limits.ts';
import { newValues, valuesOf } from '../support/answer-values.ts';
import { laterCodes } from '../support/later-codes.ts';
import { unpackReleaseBefore } from '../support/release-before.ts';

let release: ReturnType<typeof unpackReleaseBefore>;
beforeAll(() => void (release = unpackReleaseBefore()));
afterAll(() => release.remove());

type Exports = Record<string, unknown>;
const moduleBefore = (name: string): Promise<Exports> =>
  import(/* @vite-ignore */ join(release.folder, '../contract', name)) as Promise<Exports>;
const moduleNow = (name: string): Promise<Exports> =>
  import(/* @vite-ignore */ join(import.meta.dirname, '../../src/contract', name)) as Promise<Exports>;
const callsBefore = async () => (await moduleBefore('all.ts')).endpoints as readonly Endpoint[];

/** The synced rows, which an app stores unchecked and shows. */
const rows = [
  ['balance.ts', 'AccountRow'],
  ['balance.ts', 'LedgerRow'],
  ['categories.ts', 'CategoryRow'],
  ['products.ts', 'ProductRow'],
  ['people.ts', 'DirectoryUser'],
  ['tickets.ts', 'TicketRow'],
  ['tickets.ts', 'ResponseRow'],
  ['orders.ts', 'Order'],
  ['notifications.ts', 'NotificationRow'],
] as const;

/** A table's name comes only to devices that have named it. */
const isTableName = (sentence: string): boolean => /\.entity may be "/.test(sentence);

test('D-27 an app of the release before knows every value in the answers of the calls that it makes', async () => {
  const before = await callsBefore();
  expect(before.length).toBeGreaterThan(90);

  const found = before.flatMap(({ name, output }) => {
    const now = endpoints.find((one) => one.name === name);
    if (!now) return [`${name} is gone`];
    return newValues(valuesOf(output), valuesOf(now.output)).map((sentence) => `${name}${sentence}`);
  });

  expect(found.filter((sentence) => !isTableName(sentence))).toEqual([]);
});

test.each(rows)('D-27 an app of the release before knows every value in the rows of %s %s', async (file, name) => {
  const [before, now] = await Promise.all([moduleBefore(file), moduleNow(file)]);

  expect(newValues(valuesOf(before[name] as z.ZodMiniType), valuesOf(now[name] as z.ZodMiniType))).toEqual([]);
});

test('D-27 each change of an answer that an older app refuses is found', () => {
  const fields = {
    id: z.number(),
    status: z.enum(['new', 'done']),
    tags: z.array(z.enum(['a'])),
    note: z.optional(z.nullable(z.string())),
    by: z.object({ role: z.literal('user') }),
  };
  const changed = z.object({
    ...fields,
    id: z.nullable(z.number()),
    status: z.enum(['new', 'done', 'held']),
    tags: z.array(z.enum(['a', 'b'])),
    note: z.optional(z.string()),
    by: z.optional(z.object({ role: z.literal(['user', 'guest']), since: z.string() })),
  });
  const before = valuesOf(z.object(fields));

  expect(newValues(before, before)).toEqual([]);
  expect(newValues(before, valuesOf(changed)).toSorted()).toEqual([
    '.by may be missing',
    '.by.role may be "guest"',
    '.id may be null',
    '.status may be "held"',
    '.tags[] may be "b"',
  ]);
  const { id: _id, note: _note, ...fewer } = fields;
  expect(newValues(before, valuesOf(z.object(fewer)))).toEqual(['.id is gone']);
});

describe('D-27 refusal codes', () => {
  test('that the release before does not know belong to calls that it does not have', async () => {
    const before = (await moduleBefore('refusals.ts')).refusalStatus as Record<string, number>;
    const newCodes = Object.keys(refusalStatus).filter((code) => !(code in before));
    const knownCalls = new Set((await callsBefore()).map(({ name }) => name));

    expect(newCodes.toSorted()).toEqual(Object.keys(laterCodes).toSorted());
    expect(
      Object.values(laterCodes)
        .flat()
        .filter((name) => knownCalls.has(name)),
    ).toEqual([]);
    for (const [code, status] of Object.entries(before)) expect(refusalStatus).toHaveProperty(code, status);
  });
});

test('D-27 the tables of the release before keep their places, and it named none or these', async () => {
  const before = await moduleBefore('sync-limits.ts');

  expect(entities.slice(0, (before.entities as string[]).length)).toEqual(before.entities);
  expect(entitiesUnlessNamed).toEqual(before.entitiesUnlessNamed ?? before.entities);
});

test('D-27 every kind and version of a queued change of the release before is still accepted', async () => {
  const before = (await moduleBefore('mutations.ts')).mutationSchemas as object;

  expect(Object.keys(mutationSchemas)).toEqual(expect.arrayContaining(Object.keys(before)));
});
