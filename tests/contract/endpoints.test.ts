import { expect, test } from 'vitest';
import { endpoints } from '../../src/contract/all.ts';
import { refusalStatus } from '../../src/contract/refusals.ts';
import { mutationSchemas } from '../../src/contract/mutations.ts';

test('no two calls share a name, or a method and path', () => {
  const names = endpoints.map((endpoint) => endpoint.name);
  const addresses = endpoints.map((endpoint) => `${endpoint.method} ${endpoint.path}`);
  expect(new Set(names).size).toBe(names.length);
  expect(new Set(addresses).size).toBe(addresses.length);
});

test('no call that moves money may be queued on a device', () => {
  const money = endpoints.filter((endpoint) => endpoint.key === 'always').map((endpoint) => endpoint.name);
  expect(money).toContain('placeOrder');
  // The first two are refused by the server where a status moves money (D-8; tests/server/order-status.test.ts).
  expect(Object.keys(mutationSchemas).filter((kind) => /^(order|balance)\./.test(kind))).toEqual([
    'order.status@1',
    'order.deliver@1',
    'order.deliver@2',
    'order.ask@1',
    'order.answers@1',
  ]);
});

test('a call that can also be queued accepts an idempotency key', () => {
  const queued = ['openTicket', 'replyToTicket', 'setTicketStatus'];
  expect(endpoints.filter((endpoint) => queued.includes(endpoint.name)).map((endpoint) => endpoint.key)).toEqual([
    'optional',
    'optional',
    'optional',
  ]);
});

test('every refusal has an error status', () => {
  expect(Object.values(refusalStatus).every((status) => status >= 400 && status < 600)).toBe(true);
});
