import { randomUUID } from 'node:crypto';
import type { Random } from '../../src/server/demo/random.ts';
import type { Example } from './call.ts';
import { costs, expectDone, pin } from './filled-shop.ts';
import { putProduct } from './shop.ts';
import { keyed } from './sold.ts';
import type { TestServer, TestUserName } from './test-server.ts';

const unknownId = 999_999_999;
/** Two codes that no other import has. */
const newText = () => `code,serial\n${randomUUID()},S001\n${randomUUID()},S002`;

/** Other examples end the sessions of these users. */
const newlySignedIn = async (server: TestServer, who: TestUserName) => server.withToken(await server.signIn(who));

/** A product of 1 € with two free codes; returns its id and that of the batch. */
export async function putCodes(server: TestServer): Promise<{ id: number; batch: number }> {
  const { id } = await putProduct(server.services, { title: 'Voucher', price: 1 });
  const sara = await newlySignedIn(server, 'sara');
  expectDone(await sara.post(`/api/products/${id}`, { sells_codes: true }, keyed()));
  expectDone(
    await sara.post(`/api/products/${id}/codes`, { text: newText(), note: 'First', cost: costs.product }, keyed()),
  );
  const { stock } = expectDone(await sara.get(`/api/products/${id}/stock`)).body;
  return { id, batch: stock[0].batches[0].id };
}

/** An order of amina's with one code; returns the ids of both. */
export async function orderCode(server: TestServer): Promise<{ order: number; code: string }> {
  const { id } = await putCodes(server);
  const amina = await newlySignedIn(server, 'amina');
  const { order } = expectDone(await amina.post('/api/orders', { product_id: id }, keyed())).body;
  const { codes } = expectDone(await amina.get(`/api/orders/${order.id}/codes`)).body;
  return { order: order.id, code: codes[0].id };
}

export const orderOfCode = async (server: TestServer): Promise<number> => (await orderCode(server)).order;

/** Examples of the calls about codes and their stock. */
export const examplesOfCodes: Readonly<Record<string, Example>> = {
  checkCodes: {
    call: async ({ server }) => ({ path: { id: (await putCodes(server)).id }, body: { text: newText() } }),
    emptyLists: ['check.doubled', 'check.known', 'check.wrong'],
  },
  importCodes: {
    call: async ({ server }) => ({ path: { id: (await putCodes(server)).id }, body: { text: newText(), cost: 0.5 } }),
  },
  readStock: { call: async ({ server }) => ({ path: { id: (await putCodes(server)).id } }) },
  setStock: { call: async ({ server }) => ({ path: { id: (await putCodes(server)).id }, body: { low_at: 5 } }) },
  withdrawCodes: {
    async call({ server }) {
      const { id, batch } = await putCodes(server);
      return { path: { id }, body: { batch_id: batch, reason: 'Wrong region', pin } };
    },
  },
  revealCodes: {
    call: async ({ server }, { role }) => ({
      path: { id: (await orderCode(server)).order },
      body: role === 'admin' ? { pin } : {},
    }),
    owned: { by: 'admins', missing: { path: { id: unknownId }, body: {} } },
    forAgents: 403,
  },
  replaceCode: {
    call: async ({ server }) => ({
      path: { id: (await orderCode(server)).code },
      body: { reason: 'Already used', pin },
    }),
  },
  listOrderCodes: {
    call: async ({ server }) => ({ path: { id: (await orderCode(server)).order } }),
    owned: { by: 'admins', missing: { path: { id: unknownId } } },
  },
};

const withoutVariant = { variant_id: null };

/** Values of the same calls that do not follow from their schemas. */
export const fieldsOfCodes = {
  withdrawCodes: ({ stock }: { stock: { batch: number } }) => ({ batch_id: stock.batch }),
  checkCodes: () => withoutVariant,
  importCodes: (_records: unknown, random: Random) => ({ ...withoutVariant, text: random.uuid(0) }),
  setStock: () => withoutVariant,
  revealCodes: () => ({ ids: undefined, pin: undefined }),
};
