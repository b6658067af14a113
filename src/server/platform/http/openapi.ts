import { tags, type CallText } from './api-texts/call-text.ts';
import type { EndpointName } from '../../../contract/all.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { refusalMark, refusalStatus } from '../../../contract/refusals.ts';
import { NamedSchemas, schemaNames } from './named-schemas.ts';
import { describeAnswer, describeInput, type JsonSchema } from './schemas.ts';
import { accountTexts } from './api-texts/account.ts';
import { administrationTexts } from './api-texts/administration.ts';
import { codesTexts } from './api-texts/codes.ts';
import { helpTexts } from './api-texts/help.ts';
import { settingsTexts } from './api-texts/settings.ts';
import { shopTexts } from './api-texts/shop.ts';
import { topupTexts } from './api-texts/topups.ts';

/** The OpenAPI 3.1 document of these calls, generated from the contract and the calls' texts. */
export function openApi(endpoints: readonly Endpoint[], version: string): JsonSchema {
  const schemas = new NamedSchemas();
  schemas.keep('Refusal', refusalSchema);
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint, schemas) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Comptoir', version, description: introduction },
    servers: [{ url: '/' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: schemas.all,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'comptoir_session' },
      },
    },
  };
}

const introduction = `Every success has \`code: "SUCCESS"\`, every refusal a code that says why. Parameters that are not known are ignored. Lists are paged with \`page\` and \`per_page\` (100 at most).

Sign in for a bearer token, or use the session cookie and send the value of the XSRF-TOKEN cookie in the X-XSRF-TOKEN header with each change.

An \`Idempotency-Key\` is optional everywhere. With one, a change that is sent twice takes effect once; without one nothing is deduplicated.`;

const refusalSchema: JsonSchema = {
  type: 'object',
  required: ['code', 'message'],
  properties: {
    code: { type: 'string', enum: Object.keys(refusalStatus) },
    message: { type: 'string' },
    server: { type: 'string', const: refusalMark, description: 'Tells this refusal from one of a proxy' },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    details: { type: 'object' },
    request_id: { type: 'string' },
  },
};

/** The OpenAPI text of a call. Throws when it has none. */
export function textOf({ name }: Endpoint): { tag: string; summary: string; description: string } {
  const text = callTexts[name as EndpointName]; // an endpoint of `contract/all.ts`
  if (!text) throw new Error(`${name} has no text in api-texts`);
  return text;
}

/**
 * The OpenAPI text of every call: a call without one does not compile. The texts are not in the contract, because
 * the browser loads the contract.
 *
 * @internal Exported for the test that compares the document with them.
 */
export const callTexts: Readonly<Record<EndpointName, CallText>> = {
  ...accountTexts,
  ...administrationTexts,
  ...codesTexts,
  ...helpTexts,
  ...settingsTexts,
  ...shopTexts,
  ...topupTexts,
};

function operation(endpoint: Endpoint, schemas: NamedSchemas): JsonSchema {
  const { tag, summary, description } = textOf(endpoint);
  const inPath = [...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1]!);
  const { properties, required } = fieldsOf(endpoint);
  const rest = Object.keys(properties).filter((name) => !inPath.includes(name));
  const parameters = [
    ...inPath.map((name) => ({ name, in: 'path', required: true, schema: properties[name] ?? {} })),
    ...(endpoint.method === 'POST' ? [] : rest.map((name) => inQuery(name, properties[name]!, required))),
    ...(endpoint.key === 'none' ? [] : [keyHeader]),
    ...(callsWithRevision.has(endpoint.name) ? [revisionHeader] : []),
  ];
  const hasBody = endpoint.method === 'POST' && (rest.length > 0 || endpoint.multipart === true);
  const body = hasBody ? { requestBody: bodyOf(endpoint, inPath, schemas) } : {};
  return {
    operationId: endpoint.name,
    tags: [tag],
    summary,
    description,
    ...(endpoint.audience !== 'anyone' && { security: [{ bearer: [] }, { cookie: [] }] }),
    'x-audience': endpoint.audience,
    parameters,
    ...body,
    responses: {
      200: { description: 'Done', content: { [answerType(endpoint)]: { schema: answerOf(endpoint, schemas) } } },
      default: {
        description: 'Refused; the code says why',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
      },
    },
  };
}

/** The schema of the response: a reference to a record of the contract, or to a schema of this call alone. */
function answerOf(endpoint: Endpoint, schemas: NamedSchemas): JsonSchema {
  if (endpoint.name in otherContentTypes) return { type: 'string' };
  return schemas.keep(`${capitalised(endpoint.name)}Answer`, describeAnswer(endpoint, schemaNames));
}

const capitalised = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

interface Fields {
  $defs: JsonSchema;
  properties: Record<string, JsonSchema>;
  required: string[];
}

function fieldsOf(endpoint: Endpoint): Pick<Fields, 'properties' | 'required'> {
  const { properties = {}, required = [] } = describeInput(endpoint, 'json') as Partial<Fields>;
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
    'A UUID that the client creates for one change. Sending the same key again returns the first result and changes nothing; with other content it is refused with IDEMPOTENCY_KEY_REUSED. Requests without a key are not deduplicated: a request that is sent twice takes effect twice.',
  schema: { type: 'string', format: 'uuid' },
};

/** The calls that can refuse with REVISION_CHANGED. */
const callsWithRevision: ReadonlySet<string> = new Set(['updateProduct', 'updateCategory', 'updateArticle']);

const revisionHeader: JsonSchema = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'The version the change was based on, as "<rev>"',
  schema: { type: 'string' },
};

const answerType = ({ name }: Endpoint): string => otherContentTypes[name] ?? 'application/json';

/** The calls whose response is not JSON. */
const otherContentTypes: Readonly<Record<string, string>> = {
  syncEvents: 'text/event-stream',
  metrics: 'text/plain',
  readFile: 'application/octet-stream',
  readLogo: 'application/octet-stream',
};

function bodyOf(endpoint: Endpoint, inPath: string[], schemas: NamedSchemas): JsonSchema {
  const schemaAs = (as: 'form' | 'json') => {
    const { $defs, properties = {}, required = [] } = describeInput(endpoint, as, schemaNames) as Partial<Fields>;
    const names = Object.keys(properties).filter((name) => !inPath.includes(name));
    return {
      ...($defs && { $defs }),
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, properties[name]!])),
      required: required.filter((name) => names.includes(name)),
    };
  };
  const json = schemaAs('json');
  const inJson = (): JsonSchema => ({
    'application/json': { schema: schemas.keep(`${capitalised(endpoint.name)}Body`, json) },
  });
  if (!endpoint.multipart) return { required: json.required.length > 0, content: inJson() };
  const form = schemaAs('form');
  const needsForm = form.required.some((name) => !(name in json.properties));
  const inForm = { 'multipart/form-data': { schema: schemas.keep(`${capitalised(endpoint.name)}Form`, form) } };
  return { required: form.required.length > 0, content: { ...(!needsForm && inJson()), ...inForm } };
}
