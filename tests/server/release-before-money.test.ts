import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSettings } from '../../src/server/platform/base/settings.ts';
import { openServices } from '../../src/server/platform/services.ts';
import { emptyInstallation, runCommand } from '../support/programs.ts';
import {
  rootUser,
  signInLeila,
  startBothReleases,
  tokenOf,
  unpackReleaseBefore,
  type Installation,
  type Node,
} from '../support/release-before.ts';
import { putProduct } from '../support/shop.ts';
import { keyed, playerId } from '../support/sold.ts';
import { databaseKind } from '../support/test-server.ts';

let release: ReturnType<typeof unpackReleaseBefore>;
beforeAll(() => void (release = unpackReleaseBefore()));
afterAll(() => release.remove());

// Two servers at once need PostgreSQL: SQLite is one machine's file.
describe.runIf(databaseKind === 'postgres')('money of two releases on one database', () => {
  test('D-29 OF-06 one key on both releases is one order, and balances adjusted on both add up', async () => {
    const installation = await emptyInstallation();
    const both = await startBothReleases(release, installation);
    const { before, current } = both;
    const product_id = await putOneProduct(installation);
    const admin = await tokenOf(before, rootUser);
    const pin = '80412';
    expect((await before.as(admin).post('/api/auth/pin', { password: rootUser.password, pin })).body.code).toBe(
      'SUCCESS',
    );
    const { id, token } = await signInLeila(current, admin);
    const path = `/api/users/${id}/balance/add`;
    for (const node of [before, current, before]) {
      const added = await node.as(admin).post(path, { amount: 40, pin }, { 'Idempotency-Key': randomUUID() });
      expect(added.body.code).toBe('SUCCESS');
    }

    for (let turn = 0; turn < 10; turn += 1) {
      const key = { 'Idempotency-Key': randomUUID() };
      const orders = await Promise.all(
        [before, current].map((node) => node.as(token).post('/api/orders', { product_id }, key)),
      );
      expect(orders.map(({ status }) => status)).toEqual([200, 200]);
      expect(new Set(orders.map((order) => order.body.order.id)).size).toBe(1);
    }

    for (const node of [before, current]) {
      expect((await node.as(token).get('/api/app/balance')).body.balance).toBe(20);
      expect((await node.as(token).get('/api/orders')).body.total).toBe(10);
    }
    expect(await runCommand('verify', installation)).toMatchObject({ code: 0, err: '' });
  });

  test('RF-10 D-29 D-25 the release before moves no wrong amount of an order with a part refund', async () => {
    const installation = await emptyInstallation();
    const { before, current } = await startBothReleases(release, installation);
    const product_id = await putOneProduct(installation);
    const admin = await tokenOf(before, rootUser);
    const pin = '80412';
    await before.as(admin).post('/api/auth/pin', { password: rootUser.password, pin });
    const { id: leilasId, token } = await signInLeila(current, admin);
    const keyed = () => ({ 'Idempotency-Key': randomUUID() });
    await before.as(admin).post(`/api/users/${leilasId}/balance/add`, { amount: 40, pin }, keyed());
    const { order } = (await before.as(token).post('/api/orders', { product_id }, keyed())).body;
    const part = { amount: 4, seen: 10, reason: 'Late' };
    const returned = await current.as(admin).post(`/api/orders/${order.id}/refund`, part, keyed());
    expect(returned.body.order.refunded).toBe(4);
    const setStatus = async (node: Node, status: string) =>
      (await node.as(admin).post(`/api/orders/${order.id}`, { status }, keyed())).status;
    const balance = async () => (await before.as(token).get('/api/app/balance')).body.balance;

    expect([await setStatus(before, 'processing'), await balance()]).toEqual([200, 34]);
    expect([await setStatus(before, 'refunded'), await balance()]).toEqual([500, 34]);
    expect([await setStatus(current, 'refunded'), await balance()]).toEqual([200, 40]);
    expect([await setStatus(before, 'canceled'), await balance()]).toEqual([200, 40]);
    expect([await setStatus(before, 'completed'), await balance()]).toEqual([500, 40]);
    expect([await setStatus(current, 'completed'), await balance()]).toEqual([200, 34]);
    expect(await runCommand('verify', installation)).toMatchObject({ code: 0, err: '' });
  });

  test('QT-09 D-29 D-22 the release before orders plain products, and charges nothing for one with fields or a quantity', async () => {
    const installation = await emptyInstallation();
    const { before, current } = await startBothReleases(release, installation);
    const plain = await putOneProduct(installation);
    const refused = [
      await putOneProduct(installation, { quantity_min: 100, quantity_max: 1_000 }),
      await putOneProduct(installation, { price_per: 1000, quantity_max: 1_000 }),
      await putOneProduct(installation, { order_fields: JSON.stringify([playerId]) }),
    ];
    const admin = await tokenOf(before, rootUser);
    const pin = '80412';
    await before.as(admin).post('/api/auth/pin', { password: rootUser.password, pin });
    const { id: leilasId, token } = await signInLeila(current, admin);
    await before.as(admin).post(`/api/users/${leilasId}/balance/add`, { amount: 40, pin }, keyed());
    const order = async (node: Node, body: object) => (await node.as(token).post('/api/orders', body, keyed())).status;
    const balance = async () => (await before.as(token).get('/api/app/balance')).body.balance;

    for (const product_id of refused) expect(await order(before, { product_id })).toBe(500);
    expect(await balance()).toBe(40);
    expect([await order(before, { product_id: plain }), await order(current, { product_id: plain })]).toEqual([
      200, 200,
    ]);
    expect(await order(current, { product_id: refused[1], quantity: 1_000, total: 10 })).toBe(200);
    expect(await balance()).toBe(10);
    expect((await before.as(token).get('/api/orders')).body.total).toBe(3);
    expect(await runCommand('verify', installation)).toMatchObject({ code: 0, err: '' });
  });
});

async function putOneProduct(installation: Installation, soldAs: object = {}): Promise<number> {
  const { services, close } = await openServices(readSettings(installation));
  const { id } = await putProduct(services, { price: 10 });
  await services.db
    .updateTable('products')
    .set({ price_cents: 1_000, ...soldAs })
    .where('id', '=', id)
    .execute();
  await close();
  return id;
}
