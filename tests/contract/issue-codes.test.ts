import { describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { endpoints } from '../../src/contract/all.ts';
import { mutationSchemas } from '../../src/contract/mutations.ts';
import { createProduct, listProducts } from '../../src/contract/products.ts';
import { createRandom } from '../../src/server/demo/random.ts';
import { jsonOf, malform } from '../support/malformed-values.ts';
import { exampleOf, fieldsOf } from '../support/schema-examples.ts';

const inputs: [name: string, schema: z.ZodMiniType][] = [
  ...endpoints.map(({ name, input }): [string, z.ZodMiniType] => [name, input]),
  ...Object.entries(mutationSchemas),
];

/** The words of a code, and the limit or the name that it states: `required`, `number-max:1000000`, `missing:link`. */
const code = /^[a-z]+([_-][a-z]+)*(:[\w.-]+)?$/;

const badValues: readonly unknown[] = [
  undefined,
  null,
  true,
  '',
  'a\0b',
  '-1',
  'x'.repeat(20_000),
  -1,
  1.005,
  1e15,
  Number.NaN,
  [],
  [null],
  Array.from({ length: 600 }, () => 'x'),
  {},
  { x: 1 },
];

describe('the messages of refused input are codes', () => {
  test.each(inputs)('of %s, whatever a field contains', (_name, schema) => {
    const example = exampleOf(schema);
    const fields = fieldsOf(schema).map(([path]) => path.split('.')[0]!);
    const requests = [...new Set(fields), 'unknown_field'].flatMap((field) =>
      badValues.map((value) => ({ ...(example as object), [field]: value })),
    );
    expect(sentencesOf(schema, [...badValues, ...requests])).toEqual([]);
  });

  test.each(inputs)('of %s, in 300 malformed requests', (name, schema) => {
    const random = createRandom(name);
    const example = exampleOf(schema);
    const requests = Array.from({ length: 300 }, () => parsed(jsonOf(malform(example, random))));
    expect(sentencesOf(schema, requests)).toEqual([]);
  });
});

const issuesOf = (schema: z.ZodMiniType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ path, message }) => [path.join('.'), message]);

test('a field without a rule of its own is required when it is missing, otherwise invalid', () => {
  const vote = mutationSchemas['article.vote@1'];
  expect(issuesOf(vote, { article_id: 1 })).toEqual([['is_helpful', 'required']]);
  expect(issuesOf(vote, { article_id: 1, is_helpful: null })).toEqual([['is_helpful', 'invalid']]);
  expect(issuesOf(listProducts.input, { search: 'x'.repeat(201) })).toEqual([['search', 'invalid']]);
});

test('the variants of a product get the same codes as a list and as the JSON text of a form', () => {
  const variants = [1, { id: {}, price: 5, status: 'active' }];
  const inForm = { title: 'Tea', price: 5, category_ids: [1], product_variants: JSON.stringify(variants) };
  const issues = issuesOf(createProduct.input, inForm);
  expect(issues).toEqual([
    ['product_variants.0', 'invalid'],
    ['product_variants.1.id', 'invalid'],
    ['product_variants.1.title', 'required'],
  ]);
  expect(issuesOf(createProduct.input, { ...inForm, product_variants: variants })).toEqual(issues);
});

/** The value of a JSON text; undefined for a text that is no JSON, such as a list with a missing element. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The messages that are no codes, with their fields. */
function sentencesOf(schema: z.ZodMiniType, requests: readonly unknown[]): string[] {
  const issues = requests.flatMap((request) => schema.safeParse(request).error?.issues ?? []);
  const wrong = issues.filter(({ message }) => !code.test(message));
  return [...new Set(wrong.map(({ path, message }) => `${path.join('.')}: ${message}`))];
}
