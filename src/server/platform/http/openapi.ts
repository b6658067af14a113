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
        cookie: { type: 'apiKey', in: 'cookie', name: 'comptoir_session' },
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
  const input = describedInput(endpoint);
  const inPath = [...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1]!);
  const properties = (input.properties ?? {}) as Record<string, JsonSchema>;
  const required = (input.required ?? []) as string[];
  const rest = Object.keys(properties).filter((name) => !inPath.includes(name));
  const parameters = [
    ...inPath.map((name) => ({ name, in: 'path', required: true, schema: properties[name] ?? {} })),
    ...(endpoint.method === 'POST' ? [] : rest.map((name) => inQuery(name, properties[name]!, required))),
    ...(endpoint.key === 'none' ? [] : [keyHeader(endpoint.key === 'required')]),
  ];
  const body =
    endpoint.method === 'POST' && rest.length > 0 ? { requestBody: bodyOf(endpoint, rest, properties, required) } : {};
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

const inQuery = (name: string, schema: JsonSchema, required: string[]): JsonSchema => ({
  name,
  in: 'query',
  required: required.includes(name),
  schema,
});

const keyHeader = (required: boolean): JsonSchema => ({
  name: 'Idempotency-Key',
  in: 'header',
  required,
  schema: { type: 'string', format: 'uuid' },
});

const answerType = ({ name }: Endpoint): string => notJson[name] ?? 'application/json';

/** The calls that answer with something else. */
const notJson: Readonly<Record<string, string>> = {
  syncEvents: 'text/event-stream',
  metrics: 'text/plain',
  readFile: 'application/octet-stream',
};

function bodyOf(
  endpoint: Endpoint,
  names: string[],
  properties: Record<string, JsonSchema>,
  required: string[],
): JsonSchema {
  const schema = {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, properties[name]])),
    required: required.filter((name) => names.includes(name)),
  };
  const types = endpoint.multipart ? ['application/json', 'multipart/form-data'] : ['application/json'];
  return { required: schema.required.length > 0, content: Object.fromEntries(types.map((type) => [type, { schema }])) };
}
