import { randomUUID } from 'node:crypto';
import { findFaults } from '../../src/server/ledger/verify.ts';
import type { Answer } from './client.ts';
import { credit, putProduct, readAccount } from './shop.ts';
import type { TestServer, TestUserName } from './test-server.ts';

const keyed = (key: string = randomUUID()) => ({ 'Idempotency-Key': key });

/** Amounts in euros. */
interface Part {
  amount: number;
  /** What was left of the price on the admin's screen. */
  seen: number;
  reason?: string;
}

/** What tests of part refunds do on a server. */
export const partRefundsOn = (server: TestServer) => ({
  /** Amina gets €100 and orders something for `price` of them; returns the order's id. */
  async placeOrder(price = 15): Promise<number> {
    const { id: product_id } = await putProduct(server.services, { price, cost: 4 });
    await credit(server.services, server.users.amina, 100);
    return (await server.as('amina').post('/api/orders', { product_id }, keyed())).body.order.id;
  },
  returnPart: (who: TestUserName, id: number, part: Part, key?: string): Promise<Answer> =>
    server.as(who).post(`/api/orders/${id}/refund`, { reason: '300 not delivered', ...part }, keyed(key)),
  setStatus: (id: number, status: string): Promise<Answer> =>
    server.as('sara').post(`/api/orders/${id}`, { status }, keyed()),
  aminasAccount: () => readAccount(server.services, server.users.amina),
  ledgerFaults: async (): Promise<string[]> => (await findFaults(server.services.reader)).faults,
});
