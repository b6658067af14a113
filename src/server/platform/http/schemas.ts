import * as z from 'zod/mini';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { UploadedFile } from '../../../contract/files.ts';
import fastJson from 'fast-json-stringify';

export type JsonSchema = { [keyword: string]: unknown };

/**
 * The schema of a call's response for the compiled serializer, which leaves out everything that the contract does not
 * name.
 */
export function answerSchema(endpoint: Endpoint): JsonSchema {
  const cached = answerSchemas.get(endpoint);
  if (cached) return cached;
  const schema = z.toJSONSchema(endpoint.output, { target: 'draft-7', io: 'output', unrepresentable: 'any' });
  const fast = nullableAsKeyword(schema) as JsonSchema;
  answerSchemas.set(endpoint, fast);
  return fast;
}

const answerSchemas = new WeakMap<Endpoint, JsonSchema>();

/** The names of schemas: a named one is defined once, in `$defs`. */
type Names = z.core.$ZodRegistry<{ id: string }>;

/** The schema of a response for the OpenAPI document, in JSON Schema 2020-12. */
export function describeAnswer(endpoint: Endpoint, names?: Names): JsonSchema {
  return withoutDialect(
    z.toJSONSchema(endpoint.output, { io: 'output', unrepresentable: 'any', ...namingOptions(names) }),
  );
}

/** The schema of a call's input for the OpenAPI document: as a form with its files, or as JSON. */
export function describeInput(endpoint: Endpoint, as: 'form' | 'json', names?: Names): JsonSchema {
  const described = z.toJSONSchema(endpoint.input, {
    io: 'input',
    unrepresentable: 'any',
    ...namingOptions(names),
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema === UploadedFile) Object.assign(jsonSchema, fileSchema);
    },
  });
  return withoutDialect(as === 'form' ? described : (withoutFiles(described) as object));
}

/** The serializer of a response, compiled at its first use: compiling all of them would take 50 ms of each start. */
export function lazySerializer(schema: object): Serializer {
  return (answer) => {
    const serialize = compiled.get(schema) ?? (fastJson(schema) as Serializer);
    compiled.set(schema, serialize);
    return serialize(answer);
  };
}

const namingOptions = (names: Names | undefined) => names && { metadata: names };

/** The bytes of a form's file part. */
const fileSchema = { type: 'string', contentMediaType: 'application/octet-stream' };

/** Returns whether a schema is a file or a list of files. */
const isFile = (node: unknown): boolean => {
  const { contentMediaType, items } = (node ?? {}) as JsonSchema;
  return contentMediaType === fileSchema.contentMediaType || (items !== undefined && isFile(items));
};

/** JSON carries no files: fields that can only be files are left out. */
function withoutFiles(node: unknown): unknown {
  if (Array.isArray(node)) return node.filter((item) => !isFile(item)).map(withoutFiles);
  if (typeof node !== 'object' || node === null) return node;
  const kept = Object.entries(node).filter(([, value]) => !isFile(value));
  const copy: JsonSchema = Object.fromEntries(kept.map(([key, value]) => [key, withoutFiles(value)]));
  const { properties, required } = copy;
  if (properties && Array.isArray(required))
    copy.required = required.filter((name: string) => Object.hasOwn(properties, name));
  return copy;
}

function withoutDialect(schema: object): JsonSchema {
  const { $schema: _dialect, '~standard': _standard, ...rest } = schema as JsonSchema;
  return rest;
}

/** The same schema in the keywords that cost the serializer least. */
function nullableAsKeyword(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(nullableAsKeyword);
  if (typeof node !== 'object' || node === null) return node;
  const copy: JsonSchema = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, nullableAsKeyword(value)]),
  );
  return isRecordOfAnything(copy) ? {} : nullable(copy);
}

/** `anyOf: [x, null]` validates each value; `nullable` costs nothing. */
function nullable(schema: JsonSchema): JsonSchema {
  const choices = schema.anyOf;
  if (!Array.isArray(choices) || choices.length !== 2 || Object.keys(schema).length !== 1) return schema;
  const [some, ...others] = choices.filter((choice: JsonSchema) => choice.type !== 'null') as JsonSchema[];
  if (!some || others.length > 0) return schema;
  if (isAnything(some)) return {};
  return typeof some.type === 'string' ? { ...some, nullable: true } : schema;
}

/** A record of values of any type, serialised without a schema: inspecting each value takes several times as long. */
const isRecordOfAnything = ({ type, properties, additionalProperties }: JsonSchema): boolean =>
  type === 'object' && properties === undefined && isAnything(additionalProperties);

const isAnything = (schema: unknown): boolean =>
  typeof schema === 'object' && schema !== null && Object.keys(schema).length === 0;

type Serializer = (answer: unknown) => string;

/** Compiled serializers by schema, shared by all servers of a process. */
const compiled = new WeakMap<object, Serializer>();
