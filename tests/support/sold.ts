import { randomUUID } from 'node:crypto';
import type { OrderField } from '../../src/contract/order-fields.ts';
import { findFaults } from '../../src/server/ledger/verify.ts';
import type { Answer } from './client.ts';
import { createDevice, mutationOf, type TestDevice } from './device.ts';
import { credit, putProduct, type ProductFields } from './shop.ts';
import type { TestServer, TestUserName } from './test-server.ts';

/** How a product is sold, as the table has it. */
interface SoldAs {
  order_fields?: OrderField[];
  quantity_min?: number;
  quantity_step?: number;
  quantity_max?: number;
  price_per?: number;
}

/** A field with a label in English; without limits, and required unless something else is given. */
export const orderField = (key: string, more: Partial<OrderField> = {}): OrderField => ({
  key,
  kind: 'text',
  label: { en: key },
  hint: {},
  required: true,
  min: null,
  max: null,
  starts: [],
  choices: [],
  save_as: null,
  ...more,
});

export const playerId = orderField('player', { kind: 'digits', label: { en: 'Player id', ar: 'رقم اللاعب' }, min: 6 });

export const keyed = (key: string = randomUUID()) => ({ 'Idempotency-Key': key });

/** What tests of quantities and answers do on a server. */
export const soldOn = (server: TestServer) => ({
  /** Inserts a product that is sold in such a way; returns its id. */
  async putSold({ order_fields: fields = [], ...rules }: SoldAs, product: ProductFields = {}): Promise<number> {
    const { id } = await putProduct(server.services, product);
    await server.services.db
      .updateTable('products')
      .set({ ...rules, order_fields: JSON.stringify(fields) })
      .where('id', '=', id)
      .execute();
    return id;
  },
  pay: (euros: number, who: TestUserName = 'amina') => credit(server.services, server.users[who], euros),
  order: (body: object, { who = 'amina', key }: { who?: TestUserName; key?: string } = {}): Promise<Answer> =>
    server.as(who).post('/api/orders', body, keyed(key)),
  /** Applies one change of a user's device; returns its result. */
  async change(who: TestUserName, kind: string, args: Record<string, unknown>, lane = 'order:1') {
    const { results } = await createDevice(server.as(who)).exchange([mutationOf(kind, lane, args)]);
    return results[0]!;
  },
  /** A device that stores saved answers, too. */
  deviceOf(who: TestUserName): TestDevice {
    const device = createDevice(server.as(who));
    device.entities = ['orders', 'notifications', 'saved_answers'];
    return device;
  },
  faults: async (): Promise<string[]> => (await findFaults(server.services.reader)).faults,
});
