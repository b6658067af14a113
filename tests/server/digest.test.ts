import { expect, onTestFinished, test, vi } from 'vitest';
import { sendDigest, startDigest } from '../../src/server/features/dashboard/digest.ts';
import { readSettings } from '../../src/server/platform/base/settings.ts';
import { openServices } from '../../src/server/platform/services.ts';
import { credit, putProduct } from '../support/shop.ts';
import { startTestServer, takeMail, type TestServer } from '../support/test-server.ts';

const hour = 3_600_000;
const week = 7 * 24 * hour;
/** Monday at 08:00 in the time zone of the shop; the clock of the tests starts on the Friday before. */
const monday = Date.UTC(2026, 10, 23, 6);

const startShop = () => startTestServer({ env: { TIME_ZONE: 'Africa/Tripoli', PUBLIC_URL: 'https://shop.example' } });

/** Returns the e-mails that the digest causes at a moment. */
async function digestAt(server: TestServer, at: number) {
  server.clock.now = at;
  await sendDigest(server.services);
  return takeMail(server);
}

const setRoot = (server: TestServer, columns: { is_active?: number; confirmed_at?: number | null; locale?: string }) =>
  server.services.db.updateTable('users').set(columns).where('id', '=', server.users.root.id).execute();

/** An order of 12, 30 added to a balance, and three tickets: one is answered, one is solved, one is forgotten. */
async function doBusiness(server: TestServer): Promise<void> {
  const { id: product_id } = await putProduct(server.services, { title: 'Tea', price: 12 });
  await credit(server.services, server.users.amina, 30);
  const keyed = () => ({ 'Idempotency-Key': crypto.randomUUID() });
  const { order } = (await server.as('amina').post('/api/orders', { product_id }, keyed())).body;
  const part = { amount: 1.5, reason: 'It was cold', seen: 12 };
  expect((await server.as('sara').post(`/api/orders/${order.id}/refund`, part, keyed())).status).toBe(200);
  const open = async () => {
    const { body } = await server
      .as('amina')
      .post('/api/tickets', { subject: 'Tea', type: 'general', content: 'Hot?' });
    return body.ticket.id as string;
  };
  await open();
  await server.as('sara').post(`/api/tickets/${await open()}`, { status: 'resolved' });
  await server.as('sara').post(`/api/tickets/${await open()}/response`, { content: 'Very.' });
  await takeMail(server);
}

test('S2R-15 S2R-17 RF-08 root gets the figures of the week on Monday at 08:00, once, with those of the week before', async () => {
  const server = await startShop();
  await doBusiness(server);
  expect(await digestAt(server, monday - 1)).toEqual([]);

  const [digest, ...others] = await digestAt(server, monday);
  expect(others).toEqual([]);
  expect([digest!.recipient, digest!.subject]).toEqual([
    'root@example.test',
    'The week of Comptoir: November 16, 2026 to November 22, 2026',
  ]);
  expect(digest!.text).toContain('Orders: 1 (0)\nTotal of the orders: €10.50 (€0.00)\nBalance added: €30.00 (€0.00)\n');
  expect(digest!.text).toContain('New users: 4 (0)\n\nTickets opened: 3 (0)\nTickets solved: 1 (0)\n');
  expect(digest!.text).toContain('First answers in time: 1 (0)\nFirst answers too late: 1 (0)\n');
  expect(digest!.text).toContain('Tickets that wait for an answer now: 1\n\nhttps://shop.example/dashboard/admin\n');
  expect(digest!.html).toContain('Orders: 1 (0)<br>');
  expect(await digestAt(server, monday + week - 1)).toEqual([]);

  // The forgotten ticket is not late yet with a goal of 300 hours.
  const shop = {
    name: 'Comptoir',
    hours: Array.from({ length: 7 }, () => null),
    goals: { high: 1, medium: 300, low: 300 },
  };
  await server.as('sara').post('/api/shop', shop);
  await setRoot(server, { locale: 'fr' });
  const [next] = await digestAt(server, monday + week);
  expect(next!.text).toContain('Premières réponses en retard\u202f: 0 (0)\n');
  expect(next!.subject).toBe('La semaine de Comptoir\u202f: du 23 novembre 2026 au 29 novembre 2026');
  expect(next!.text).toContain('Commandes\u202f: 0 (1)\nTotal des commandes\u202f: 0,00\u00a0€ (10,50\u00a0€)\n');
});

test('S2R-15 several servers, a restart and a clock that is set back send no digest twice', async () => {
  const server = await startShop();
  server.clock.now = monday;
  const second = await openServices(server.settings, { now: () => server.clock.now, transport: silent });
  onTestFinished(() => second.close());

  await Promise.all([server.services, second.services, server.services, second.services].map(sendDigest));
  expect(await countDigests(server)).toBe(1);
  server.clock.now = monday + week + 3 * hour;
  await Promise.all([second.services, server.services].map(sendDigest));
  expect(await countDigests(server)).toBe(2);
  for (const at of [monday, monday + week, monday - week]) {
    server.clock.now = at;
    await sendDigest(server.services);
  }
  expect(await countDigests(server)).toBe(2);
});

test('S2R-15 a digest missed by less than a week is sent, earlier ones are not', async () => {
  const server = await startShop();
  const [late, ...others] = await digestAt(server, monday + 3 * week + 6 * 24 * hour);
  expect(others).toEqual([]);
  expect(late!.subject).toContain('December 7, 2026 to December 13, 2026');
});

test('S2R-15 no digest is sent to a root who is deactivated or unconfirmed, nor about a week before there was a shop', async () => {
  const server = await startShop();
  expect(await digestAt(server, server.clock.now)).toEqual([]);
  await setRoot(server, { is_active: 0 });
  expect(await digestAt(server, monday)).toEqual([]);
  await setRoot(server, { is_active: 1, confirmed_at: null });
  expect(await digestAt(server, monday)).toEqual([]);
  await setRoot(server, { confirmed_at: monday });
  expect(await digestAt(server, monday + hour)).toHaveLength(1);
});

test('S2R-15 a running server checks every minute whether the digest is due, and the operator can switch it off', async () => {
  const server = await startShop();
  server.clock.now = monday;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const digest = startDigest(server.services);
  vi.advanceTimersByTime(60_000);
  await digest.stop();

  expect(await countDigests(server)).toBe(1);
  expect(server.settings.sendsDigest).toBe(true);
  const { dataDir: DATA_DIR } = server.settings;
  expect(readSettings({ DATA_DIR, WEEKLY_DIGEST: 'off' }).sendsDigest).toBe(false);
});

/** A transport that keeps nothing; e-mails count when they are queued. */
const silent = { send: async () => undefined, close: () => undefined };

async function countDigests({ services }: TestServer): Promise<number> {
  const rows = await services.db
    .selectFrom('letters')
    .select('subject')
    .where('subject', 'like', 'The week of%')
    .execute();
  return rows.length;
}
