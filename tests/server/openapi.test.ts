// database: any
import { compileErrors, validate } from '@readme/openapi-parser';
import { expect, test } from 'vitest';
import { endpoints } from '../../src/contract/all.ts';
import { refusalStatus } from '../../src/contract/refusals.ts';
import { callTexts } from '../../src/server/platform/http/openapi.ts';
import { examples } from '../support/call-examples.ts';
import { fillShop } from '../support/filled-shop.ts';
import { faultsOf } from '../support/openapi-rules.ts';
import { startTestServer } from '../support/test-server.ts';

interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  parameters: { name: string; in: string; required: boolean }[];
  requestBody?: { content: Record<string, { schema: { $ref: string } }> };
  responses: Record<string, { content: Record<string, { schema: { $ref?: string; type?: string } }> }>;
}

type Document = Parameters<typeof validate>[0];

const operationsOf = (body: { paths: Record<string, Record<string, Operation>> }): Operation[] =>
  Object.values(body.paths).flatMap((methods) => Object.values(methods));

test('the OpenAPI document has every call of the contract, with its parameters', async () => {
  const server = await startTestServer();

  const { body } = await server.guest.get('/api/docs/openapi.json');

  const operations = Object.entries(body.paths as Record<string, Record<string, Operation>>).flatMap(
    ([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  );
  expect(operations.map(({ method, path, operationId }) => `${operationId} ${method} ${path}`).toSorted()).toEqual(
    endpoints
      .map(({ name, method, path }) => `${name} ${method.toLowerCase()} ${path.replace(/:(\w+)/g, '{$1}')}`)
      .toSorted(),
  );
  for (const { path, parameters } of operations) {
    const inPath = parameters.filter((one) => one.in === 'path').map((one) => `{${one.name}}`);
    expect(inPath).toEqual(path.match(/\{\w+\}/g) ?? []);
  }
  const order = operations.find(({ operationId }) => operationId === 'placeOrder')!;
  expect(order.parameters).toMatchObject([
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description: expect.stringContaining('Requests without a key are not deduplicated'),
      schema: { type: 'string', format: 'uuid' },
    },
  ]);
  expect(Object.keys(order.requestBody!.content)).toEqual(['application/json']);
});

test('the document contains exactly the schemas that it refers to', async () => {
  const server = await startTestServer();

  const { body } = await server.guest.get('/api/docs/openapi.json');

  const references = JSON.stringify(body).matchAll(/"\$ref":"([^"]+)"/g);
  const names = Object.keys(body.components.schemas).map((name) => `#/components/schemas/${name}`);
  expect(new Set([...references].map(([, to]) => to))).toEqual(new Set(names));
});

test('@readme/openapi-parser finds no fault in the document, but the fault of each broken copy', async () => {
  const server = await startTestServer();
  const { body } = await server.guest.get('/api/docs/openapi.json');
  const check = async (document: object) => {
    // The parser changes the document.
    const result = await validate(structuredClone(document) as Document);
    return result.valid ? result.warnings : compileErrors(result);
  };
  const broken = structuredClone(body);
  broken.paths['/api/orders'].post.parameters[0].in = 'paht';
  const incomplete = structuredClone(body);
  delete incomplete.components.schemas.Order;

  expect(await check(body)).toEqual([]);
  expect(await check(broken)).toContain('paht');
  expect(await check(incomplete)).toContain('Order');
});

test('every call has a tag, a summary, a description, and named schemas for its input and output', async () => {
  const server = await startTestServer();

  const { body } = await server.guest.get('/api/docs/openapi.json');

  const operations = operationsOf(body);
  const tags = (body.tags as { name: string }[]).map(({ name }) => name);
  const notJson = ['text/plain', 'text/event-stream', 'application/octet-stream'];
  const named = /^#\/components\/schemas\/\w+$/;
  for (const {
    operationId,
    summary,
    description,
    tags: [tag],
    responses,
    requestBody,
  } of operations) {
    expect({ operationId, tag }).toEqual({ operationId, tag: expect.toSatisfy((one: string) => tags.includes(one)) });
    expect({ operationId, summary }).toEqual({ operationId, summary: expect.stringMatching(/^[A-Z].{4,60}[^.]$/) });
    expect({ operationId, description }).toEqual({ operationId, description: expect.stringMatching(/^.{9,}\.$/) });
    const content = Object.entries({ ...requestBody?.content, ...responses['200']!.content });
    const inline = content.filter(([, { schema }]) => !named.test(schema.$ref ?? ''));
    expect({ operationId, inline: inline.filter(([media]) => !notJson.includes(media)) }).toEqual({
      operationId,
      inline: [],
    });
  }
  expect(new Set(operations.map(({ summary }) => summary)).size).toBe(operations.length);
  expect(Object.keys(callTexts).toSorted()).toEqual(endpoints.map(({ name }) => name).toSorted());
  expect(Object.keys(body.components.schemas)).toEqual(
    expect.arrayContaining(['Order', 'User', 'Ticket', 'PlaceOrderBody', 'CreateProductForm']),
  );
});

test('the document follows the rules of OpenAPI 3.1 and of JSON Schema 2020-12', async () => {
  const server = await startTestServer();

  const { body } = await server.guest.get('/api/docs/openapi.json');

  expect(faultsOf(body)).toEqual([]);
  const broken = structuredClone(body);
  broken.paths['/api/orders/{id}'].post.parameters[0].in = 'paht';
  broken.paths['/api/orders'].get.responses.ok = {};
  broken.components.schemas.PlaceOrderBody.properties.product_id.type = 'int';
  delete broken.info.version;
  // The renamed parameter is two faults: its place is unknown, and the path's own parameter is missing.
  expect(faultsOf(broken)).toHaveLength(5);
});

test('the document names every refusal code; only the multipart variant of a form has a file', async () => {
  const server = await startTestServer();

  const { body } = await server.guest.get('/api/docs/openapi.json');

  expect(body.components.schemas.Refusal.properties.code.enum).toEqual(Object.keys(refusalStatus));
  const forms = endpoints.filter(({ multipart }) => multipart);
  expect(forms.map(({ name }) => name).toSorted()).toEqual([
    'createProduct',
    'openTicket',
    'openTopup',
    'replaceLogo',
    'replyToTicket',
    'updateOrder',
    'updateProduct',
    'uploadFile',
  ]);
  for (const { name, path } of forms) {
    const { content } = body.paths[path.replace(/:(\w+)/g, '{$1}')].post.requestBody;
    const schemaOf = (media: string) => JSON.stringify(referencedSchema(body, content[media]?.schema));
    expect({ name, file: schemaOf('multipart/form-data') }).toEqual({
      name,
      file: expect.stringContaining('"contentMediaType":"application/octet-stream"'),
    });
    expect(schemaOf('application/json') ?? '').not.toContain('contentMediaType');
    expect(Object.keys(content).includes('application/json')).toBe(!['uploadFile', 'replaceLogo'].includes(name));
  }
});

test('the example of every call fits the document’s schema', async () => {
  const filled = await fillShop();
  const { body } = await filled.server.guest.get('/api/docs/openapi.json');

  for (const { name, method, path, input } of endpoints) {
    const call = await examples[name]!.call(filled, filled.server.users.amina);
    const operation = body.paths[path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()] as Operation;
    const queryNames = operation.parameters.filter((one) => one.in === 'query').map((one) => one.name);
    const { properties, required } = bodyOf(operation, call.form ? 'multipart/form-data' : 'application/json', body);
    const sent = Object.keys({ ...call.body, ...call.form });
    expect({ name, unknown: Object.keys(call.query ?? {}).filter((one) => !queryNames.includes(one)) }).toEqual({
      name,
      unknown: [],
    });
    expect({ name, unknown: sent.filter((one) => !(one in properties)) }).toEqual({
      name,
      unknown: [],
    });
    expect(sent).toEqual(expect.arrayContaining(required));
    const parsed = call.form ? null : input.safeParse({ ...call.query, ...call.body, ...call.path });
    expect({ name, issues: parsed?.error?.issues }).toEqual({ name, issues: undefined });
  }
});

interface Schema {
  properties: object;
  required: string[];
}

type SchemaDocument = { components: { schemas: Record<string, Schema> } };

/** The named schema that a reference points to. */
const referencedSchema = (body: SchemaDocument, schema: { $ref: string } | undefined): Schema | undefined =>
  schema && body.components.schemas[schema.$ref.split('/').at(-1)!];

/** The schema of a call's body with this media type; a schema without fields when there is no body. */
const bodyOf = (operation: Operation, media: string, body: SchemaDocument): Schema =>
  referencedSchema(body, operation.requestBody?.content[media]?.schema) ?? { properties: {}, required: [] };

test('the page of all calls has no script, and a policy that allows none', async () => {
  const server = await startTestServer();

  const answer = await server.guest.get('/api/docs');

  expect(answer.headers.get('content-type')).toContain('text/html');
  expect(answer.body).not.toMatch(/<script|style=|onclick/);
  for (const { name } of endpoints) expect(answer.body).toContain(`id="${name}"`);
  expect(answer.body).toContain('Order a product');
  expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
});
