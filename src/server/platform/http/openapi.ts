import type { Endpoint } from '../../../contract/endpoint.ts';
import { refusalStatus } from '../../../contract/refusals.ts';
import { describedAnswer, describedInput, type JsonSchema } from './schemas.ts';

/** The OpenAPI 3.1 document of these calls, made from the contract alone. */
export function openApi(endpoints: readonly Endpoint[], version: string): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Comptoir', version },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { Refusal: refusal },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: 'comptoir_session',
          description: 'Over https its name is `__Host-comptoir_session`.',
        },
      },
    },
  };
}

const refusal: JsonSchema = {
  type: 'object',
  required: ['code', 'message'],
  properties: {
    code: { type: 'string', enum: Object.keys(refusalStatus) },
    message: { type: 'string' },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    details: { type: 'object' },
    request_id: { type: 'string' },
  },
};

function operation(endpoint: Endpoint): JsonSchema {
  const inPath = [...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1]!);
  const { properties, required } = fieldsOf(endpoint, 'json');
  const rest = Object.keys(properties).filter((name) => !inPath.includes(name));
  const parameters = [
    ...inPath.map((name) => ({ name, in: 'path', required: true, schema: properties[name] ?? {} })),
    ...(endpoint.method === 'POST' ? [] : rest.map((name) => inQuery(name, properties[name]!, required))),
    ...(endpoint.key === 'none' ? [] : [keyHeader]),
    ...(withRevision.has(endpoint.name) ? [revisionHeader] : []),
  ];
  const body = endpoint.method === 'POST' && rest.length > 0 ? { requestBody: bodyOf(endpoint, inPath) } : {};
  return {
    operationId: endpoint.name,
    ...(endpoint.audience !== 'anyone' && { security: [{ bearer: [] }, { cookie: [] }] }),
    'x-audience': endpoint.audience,
    parameters,
    ...body,
    responses: {
      200: { description: 'Done', content: { [answerType(endpoint)]: { schema: describedAnswer(endpoint) } } },
      default: {
        description: 'Refused; the code says why',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
      },
    },
  };
}

interface Fields {
  properties: Record<string, JsonSchema>;
  required: string[];
}

function fieldsOf(endpoint: Endpoint, as: 'form' | 'json'): Fields {
  const { properties = {}, required = [] } = describedInput(endpoint, as) as Partial<Fields>;
  return { properties, required };
}

const inQuery = (name: string, schema: JsonSchema, required: string[]): JsonSchema => ({
  name,
  in: 'query',
  required: required.includes(name),
  schema,
});

const keyHeader: JsonSchema = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A UUID that the caller makes for this one change. The same key again answers as the first time and changes nothing; with other content it is refused with IDEMPOTENCY_KEY_REUSED. Without one nothing is deduplicated: a request that is sent twice takes effect twice.',
  schema: { type: 'string', format: 'uuid' },
};

/** The calls that refuse with REVISION_CHANGED. */
const withRevision: ReadonlySet<string> = new Set(['updateProduct', 'updateCategory']);

const revisionHeader: JsonSchema = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'The version the change was based on, as "<rev>"',
  schema: { type: 'string' },
};

const answerType = ({ name }: Endpoint): string => notJson[name] ?? 'application/json';

/** The calls that answer with something else. */
const notJson: Readonly<Record<string, string>> = {
  syncEvents: 'text/event-stream',
  metrics: 'text/plain',
  readFile: 'application/octet-stream',
};

function bodyOf(endpoint: Endpoint, inPath: string[]): JsonSchema {
  const schemaAs = (as: 'form' | 'json') => {
    const { properties, required } = fieldsOf(endpoint, as);
    const names = Object.keys(properties).filter((name) => !inPath.includes(name));
    return {
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, properties[name]])),
      required: required.filter((name) => names.includes(name)),
    };
  };
  const json = { 'application/json': { schema: schemaAs('json') } };
  if (!endpoint.multipart) return { required: json['application/json'].schema.required.length > 0, content: json };
  const form = { schema: schemaAs('form') };
  const byFormOnly = form.schema.required.some((name) => !(name in json['application/json'].schema.properties));
  const content = { ...(!byFormOnly && json), 'multipart/form-data': form };
  return { required: form.schema.required.length > 0, content };
}
