import { setTimeout as delay } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { Database } from '../../src/server/platform/database/schema.ts';
import type { Answer } from '../support/client.ts';
import { codesOn, lines } from '../support/codes.ts';
import { soldOn } from '../support/sold.ts';
import { databaseKind, startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let codes: Awaited<ReturnType<typeof codesOn>>;
let sold: ReturnType<typeof soldOn>;
beforeEach(async () => {
  server = await startTestServer();
  codes = await codesOn(server);
  sold = soldOn(server);
  await codes.pay(100);
  return () => server.close();
});

/** Makes a call while the stock changes, and commits that a moment after the server has read it. */
async function callDuringChange(
  change: (tx: Transaction<Database>) => Promise<unknown>,
  call: () => Promise<Answer>,
): Promise<Answer> {
  let answer: Promise<Answer>;
  await server.services.db.transaction().execute(async (tx) => {
    await change(tx);
    answer = call();
    // An answer that does not wait for the change arrives in this time.
    await delay(300);
  });
  return answer!;
}

const giveUnitBack = (id: number) => (tx: Transaction<Database>) =>
  tx
    .updateTable('products')
    .set((product) => ({ quantity: product('quantity', '+', 1) }))
    .where('id', '=', id)
    .execute();

test(`ST-05 ST-07 an order of as many codes as are free after a return under way gets them, on ${databaseKind}`, async () => {
  const { id } = await codes.product();
  await codes.import(id, lines(2));
  const held = (await codes.order(id)).body.order.id as number;

  const answer = await callDuringChange(
    async (tx) => {
      await tx.updateTable('codes').set({ state: 'free', order_item_id: null, sold_at: null }).execute();
      await tx.updateTable('stock').set({ free: 2 }).execute();
      await tx.updateTable('orders').set({ status: 'refunded' }).where('id', '=', held).execute();
    },
    () => codes.order(id, { quantity: 2 }),
  );

  expect(answer.body.code).toBe('SUCCESS');
  expect((await codes.stock(id)).free).toBe(0);
});

test(`S2G-12 D-8 an order is charged again for a unit whose return is under way, on ${databaseKind}`, async () => {
  const id = await sold.putSold({}, { quantity: 1 });
  const first = (await sold.order({ product_id: id })).body.order.id as number;
  await codes.setStatus(first, 'canceled');
  await sold.order({ product_id: id });

  const answer = await callDuringChange(giveUnitBack(id), () => codes.setStatus(first, 'processing'));

  expect(answer.body.code).toBe('SUCCESS');
});

test(`S2G-12 an order of more units than an order under way leaves is refused with what is left, on ${databaseKind}`, async () => {
  const id = await sold.putSold({ quantity_max: 5 }, { quantity: 3 });

  const answer = await callDuringChange(
    (tx) => tx.updateTable('products').set({ quantity: 1 }).where('id', '=', id).execute(),
    () => sold.order({ product_id: id, quantity: 2 }),
  );

  expect(answer.body).toMatchObject({ code: 'OUT_OF_STOCK', details: { free: 1 } });
  expect((await server.as('amina').get('/api/app/balance')).body.balance).toBe(100);
});
