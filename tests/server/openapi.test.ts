import { expect, test } from 'vitest';
import { endpoints } from '../../src/contract/all.ts';
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
  expect(order.parameters).toEqual([
    { name: 'Idempotency-Key', in: 'header', required: true, schema: { type: 'string', format: 'uuid' } },
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

test('the page of the calls needs no script and keeps to its policy', async () => {
  const world = await openWorld();

  const answer = await world.guest.get('/api/docs');

  expect(answer.headers.get('content-type')).toContain('text/html');
  expect(answer.body).not.toMatch(/<script|style=|onclick/);
  for (const { name } of endpoints) expect(answer.body).toContain(`id="${name}"`);
  expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
});
