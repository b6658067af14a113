import * as z from 'zod/mini';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { UploadedFile } from '../../../contract/files.ts';

export type JsonSchema = { [keyword: string]: unknown };

/** The shape of a call's answer for the compiled serializer, which leaves out everything the contract does not name. */
export function answerSchema(endpoint: Endpoint): JsonSchema {
  const known = answerSchemas.get(endpoint);
  if (known) return known;
  const schema = z.toJSONSchema(endpoint.output, { target: 'draft-7', io: 'output', unrepresentable: 'any' });
  const made = nullableAsKeyword(schema) as JsonSchema;
  answerSchemas.set(endpoint, made);
  return made;
}

const answerSchemas = new WeakMap<Endpoint, JsonSchema>();

/** The names of schemas: one that has a name is described once, in `$defs`. */
type Names = z.core.$ZodRegistry<{ id: string }>;

/** The same for the OpenAPI document, which speaks JSON Schema 2020-12. */
export function describedAnswer(endpoint: Endpoint, names?: Names): JsonSchema {
  return plain(z.toJSONSchema(endpoint.output, { io: 'output', unrepresentable: 'any', ...named(names) }));
}

/** The shape of a call's input for the OpenAPI document, as a client sends it: in a form with its files, or in JSON. */
export function describedInput(endpoint: Endpoint, as: 'form' | 'json', names?: Names): JsonSchema {
  const described = z.toJSONSchema(endpoint.input, {
    io: 'input',
    unrepresentable: 'any',
    ...named(names),
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema === UploadedFile) Object.assign(jsonSchema, file);
    },
  });
  return plain(as === 'form' ? described : (withoutFiles(described) as object));
}

const named = (names: Names | undefined) => names && { metadata: names };

/** The bytes of a form's file part. */
const file = { type: 'string', contentMediaType: 'application/octet-stream' };

/** A file, or a list of files. */
const isFile = (node: unknown): boolean => {
  const { contentMediaType, items } = (node ?? {}) as JsonSchema;
  return contentMediaType === file.contentMediaType || (items !== undefined && isFile(items));
};

/** JSON carries no files: what can only be one is left out. */
function withoutFiles(node: unknown): unknown {
  if (Array.isArray(node)) return node.filter((one) => !isFile(one)).map(withoutFiles);
  if (typeof node !== 'object' || node === null) return node;
  const kept = Object.entries(node).filter(([, value]) => !isFile(value));
  const copy: JsonSchema = Object.fromEntries(kept.map(([key, value]) => [key, withoutFiles(value)]));
  const { properties, required } = copy;
  if (properties && Array.isArray(required))
    copy.required = required.filter((name: string) => Object.hasOwn(properties, name));
  return copy;
}

function plain(schema: object): JsonSchema {
  const { $schema: _dialect, '~standard': _standard, ...rest } = schema as JsonSchema;
  return rest;
}

/** The same shape in the words that cost the serializer least. */
function nullableAsKeyword(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(nullableAsKeyword);
  if (typeof node !== 'object' || node === null) return node;
  const copy: JsonSchema = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, nullableAsKeyword(value)]),
  );
  return isRecordOfAnything(copy) ? {} : nullable(copy);
}

/** `anyOf: [x, null]` costs a validation of each value; `nullable` costs nothing. */
function nullable(schema: JsonSchema): JsonSchema {
  const choices = schema.anyOf;
  if (!Array.isArray(choices) || choices.length !== 2 || Object.keys(schema).length !== 1) return schema;
  const [some, ...others] = choices.filter((choice: JsonSchema) => choice.type !== 'null') as JsonSchema[];
  if (!some || others.length > 0) return schema;
  if (isAnything(some)) return {};
  return typeof some.type === 'string' ? { ...some, nullable: true } : schema;
}

/** Written as it is: looking at each value for its kind takes several times as long. */
const isRecordOfAnything = ({ type, properties, additionalProperties }: JsonSchema): boolean =>
  type === 'object' && properties === undefined && isAnything(additionalProperties);

const isAnything = (schema: unknown): boolean =>
  typeof schema === 'object' && schema !== null && Object.keys(schema).length === 0;
