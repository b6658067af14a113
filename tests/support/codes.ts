import { randomUUID } from 'node:crypto';
import { roleIds } from '../../src/contract/limits.ts';
import { findFaults } from '../../src/server/ledger/verify.ts';
import type { Answer } from './client.ts';
import { createDevice, type TestDevice } from './device.ts';
import { credit, putProduct, type ProductFields } from './shop.ts';
import { keyed } from './sold.ts';
import type { TestServer, TestUserName } from './test-server.ts';

export const pin = '80412';

/** Codes with the text `CODE-<name>-<number>`, one in a line. */
export const lines = (count: number, name = 'A'): string =>
  Array.from({ length: count }, (_, at) => `CODE-${name}-${at + 1}`).join('\n');

/** What tests of codes do on a server; sara has a PIN. */
export async function codesOn(server: TestServer) {
  const { services, users } = server;
  const sara = server.as('sara');
  await sara.post('/api/auth/pin', { password: users.sara.password, pin });
  return {
    /** Inserts a product that sells codes, as its form does; returns its id and its variants' ids. */
    async product(fields: ProductFields = {}) {
      const product = await putProduct(services, fields);
      await sara.post(`/api/products/${product.id}`, { sells_codes: true, quantity_max: 50 }, keyed());
      return product;
    },
    check: (id: number, text: string, more: object = {}): Promise<Answer> =>
      sara.post(`/api/products/${id}/codes/check`, { text, ...more }),
    import: (id: number, text: string, more: object = {}, key: string = randomUUID()): Promise<Answer> =>
      sara.post(`/api/products/${id}/codes`, { text, ...more }, keyed(key)),
    pay: (euros: number, who: TestUserName = 'amina') => credit(services, users[who], euros),
    order: (product_id: number, more: object = {}, who: TestUserName = 'amina'): Promise<Answer> =>
      server.as(who).post('/api/orders', { product_id, quantity: 1, ...more }, keyed()),
    setStatus: (id: number, status: string): Promise<Answer> => sara.post(`/api/orders/${id}`, { status }, keyed()),
    reveal: (orderId: number, body: object = {}, who: TestUserName = 'amina'): Promise<Answer> =>
      server.as(who).post(`/api/orders/${orderId}/codes/reveal`, body),
    /** The codes of an order without their texts. */
    listed: async (orderId: number) => (await sara.get(`/api/orders/${orderId}/codes`)).body.codes as { id: string }[],
    stock: async (id: number) => (await sara.get(`/api/products/${id}/stock`)).body.stock[0],
    makeAgent: (who: TestUserName) =>
      services.db.updateTable('users').set({ role_id: roleIds.agent }).where('id', '=', users[who].id).execute(),
    deviceOf(who: TestUserName): TestDevice {
      const device = createDevice(server.as(who));
      device.entities = ['orders', 'notifications', 'stock'];
      return device;
    },
    rows: () => services.db.selectFrom('codes').selectAll().orderBy('id').execute(),
    faults: async (): Promise<string[]> => (await findFaults(services.reader)).faults,
  };
}
