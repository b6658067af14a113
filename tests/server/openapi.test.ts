import { expect, test } from 'vitest';
import { endpoints } from '../../src/contract/all.ts';
import { refusalStatus } from '../../src/contract/refusals.ts';
import { examples } from '../support/calls.ts';
import { fillWorld } from '../support/filled-world.ts';
import { faultsOf } from '../support/openapi-rules.ts';
import { openWorld } from '../support/world.ts';

interface Operation {
  operationId: string;
  parameters: { name: string; in: string; required: boolean }[];
  requestBody?: { content: Record<string, unknown> };
  responses: Record<string, unknown>;
}

test('B1 the OpenAPI document has every call of the contract, with its parameters', async () => {
  const world = await openWorld();

  const { body } = await world.guest.get('/api/docs/openapi.json');

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
      description: expect.stringContaining('Without one nothing is deduplicated'),
      schema: { type: 'string', format: 'uuid' },
    },
  ]);
  expect(Object.keys(order.requestBody!.content)).toEqual(['application/json']);
});

test('B1 the document refers to nothing that is not in it', async () => {
  const world = await openWorld();

  const { body } = await world.guest.get('/api/docs/openapi.json');

  const references = JSON.stringify(body).match(/"\$ref":"[^"]+"/g) ?? [];
  expect(new Set(references)).toEqual(new Set(['"$ref":"#/components/schemas/Refusal"']));
  expect(body.components.schemas.Refusal).toBeDefined();
});

test('B1 the document keeps the rules of OpenAPI 3.1 and of JSON Schema 2020-12', async () => {
  const world = await openWorld();

  const { body } = await world.guest.get('/api/docs/openapi.json');

  expect(faultsOf(body)).toEqual([]);
  const broken = structuredClone(body);
  broken.paths['/api/orders/{id}'].post.parameters[0].in = 'paht';
  broken.paths['/api/orders'].get.responses.ok = {};
  broken.paths['/api/orders'].post.requestBody.content['application/json'].schema.properties.product_id.type = 'int';
  delete broken.info.version;
  expect(faultsOf(broken)).toHaveLength(5);
});

test('B1 the document names every code of a refusal, and every file of a form', async () => {
  const world = await openWorld();

  const { body } = await world.guest.get('/api/docs/openapi.json');

  expect(body.components.schemas.Refusal.properties.code.enum).toEqual(Object.keys(refusalStatus));
  const forms = endpoints.filter(({ multipart }) => multipart);
  expect(forms.map(({ name }) => name).toSorted()).toEqual([
    'createProduct',
    'updateOrder',
    'updateProduct',
    'uploadFile',
  ]);
  for (const { name, path } of forms) {
    const { content } = body.paths[path.replace(/:(\w+)/g, '{$1}')].post.requestBody;
    expect({ name, file: JSON.stringify(content['multipart/form-data']) }).toEqual({
      name,
      file: expect.stringContaining('"contentMediaType":"application/octet-stream"'),
    });
    expect(JSON.stringify(content['application/json'] ?? null)).not.toContain('contentMediaType');
    expect(Object.keys(content).includes('application/json')).toBe(name !== 'uploadFile');
  }
});

test('B1 the example of every call is what the document says goes into it', async () => {
  const filled = await fillWorld();
  const { body } = await filled.world.guest.get('/api/docs/openapi.json');

  for (const { name, method, path, input } of endpoints) {
    const call = await examples[name]!.call(filled, filled.world.people.amina);
    const operation = body.paths[path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()] as Operation;
    const inputs = operation.parameters.filter((one) => one.in === 'query').map((one) => one.name);
    const media = operation.requestBody?.content[call.form ? 'multipart/form-data' : 'application/json'] as
      | { schema: { properties: object; required: string[] } }
      | undefined;
    const sent = Object.keys({ ...call.body, ...call.form });
    expect({ name, unknown: Object.keys(call.query ?? {}).filter((one) => !inputs.includes(one)) }).toEqual({
      name,
      unknown: [],
    });
    expect({ name, unknown: sent.filter((one) => !(one in (media?.schema.properties ?? {}))) }).toEqual({
      name,
      unknown: [],
    });
    expect(sent).toEqual(expect.arrayContaining(media?.schema.required ?? []));
    const parsed = call.form ? null : input.safeParse({ ...call.query, ...call.body, ...call.path });
    expect({ name, issues: parsed?.error?.issues }).toEqual({ name, issues: undefined });
  }
}, 60_000);

test('the page of the calls needs no script and keeps to its policy', async () => {
  const world = await openWorld();

  const answer = await world.guest.get('/api/docs');

  expect(answer.headers.get('content-type')).toContain('text/html');
  expect(answer.body).not.toMatch(/<script|style=|onclick/);
  for (const { name } of endpoints) expect(answer.body).toContain(`id="${name}"`);
  expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
});
