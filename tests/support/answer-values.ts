import * as z from 'zod/mini';

type JsonSchema = Record<string, unknown>;

/** What may be at each place of an answer, by its path: types, texts of a list, and whether it may be missing. */
export type AnswerValues = Map<string, Set<string>>;

/** Collects what the answers of a schema may have at each place. */
export function valuesOf(schema: z.ZodMiniType): AnswerValues {
  const values: AnswerValues = new Map();
  const add = (path: string, value: string) => values.set(path, (values.get(path) ?? new Set()).add(value));
  const visit = (one: JsonSchema, path: string): void => {
    const parts = partsOf(one, path);
    for (const { at, schema: part, mayBeMissing } of parts) {
      if (mayBeMissing) add(at, 'missing');
      visit(part, at);
    }
    if (parts.every(({ at }) => at !== path)) for (const value of valuesAt(one)) add(path, value);
  };
  visit(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as JsonSchema, '');
  return values;
}

interface Parts {
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  additionalProperties?: JsonSchema | boolean;
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
}

/** The schemas inside of a schema; those of a union are at the same path. */
function partsOf(one: JsonSchema, path: string): { at: string; schema: JsonSchema; mayBeMissing?: boolean }[] {
  const { properties = {}, required = [], items, additionalProperties, anyOf = [], allOf = [] } = one as Parts;
  return [
    ...Object.entries(properties).map(([name, schema]) => ({
      at: `${path}.${name}`,
      schema,
      mayBeMissing: !required.includes(name),
    })),
    ...(items ? [{ at: `${path}[]`, schema: items }] : []),
    ...(typeof additionalProperties === 'object' ? [{ at: `${path}.*`, schema: additionalProperties }] : []),
    ...[...anyOf, ...allOf].map((schema) => ({ at: path, schema })),
  ];
}

function valuesAt({ type, enum: list, const: only }: JsonSchema): string[] {
  if (only !== undefined) return [JSON.stringify(only)];
  if (Array.isArray(list)) return list.map((value) => JSON.stringify(value));
  return typeof type === 'string' || Array.isArray(type) ? [type].flat() : ['anything'];
}

/**
 * Sentences about what an app of the release before would refuse or could not show: values that its schema does not
 * have, and fields that are gone. New fields are none: apps ignore them.
 */
export function newValues(before: AnswerValues, after: AnswerValues): string[] {
  const sentences: string[] = [];
  for (const [path, known] of before) {
    const now = after.get(path);
    if (!now && !known.has('missing')) sentences.push(`${path} is gone`);
    for (const value of now ?? []) if (!known.has(value)) sentences.push(`${path} may be ${value}`);
  }
  return sentences;
}
