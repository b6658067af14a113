import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/contract/uuid.ts';
import type { TestClient } from '../support/client.ts';
import { createDevice, openTicketMutation, mutationOf, replyMutation, statusMutation } from '../support/device.ts';
import { fillShop, type FilledShop } from '../support/filled-shop.ts';
import { recordStatements, type Statement } from '../support/statements.ts';
import { databaseKind } from '../support/test-server.ts';

/*
 * A request of karim's for amina's record must cause the same work as a request for a missing record: otherwise the
 * response time reveals which records exist. The tests compare statements and row counts, not times.
 */

let filled: FilledShop;
let karim: TestClient;
beforeAll(async () => {
  filled = await fillShop();
  karim = filled.server.withToken(await filled.server.signIn('karim'));
  await karim.get('/api/auth/current');
});

interface Ids {
  ticket: string;
  order: number;
  file: string;
  session: number;
  topup: string;
}

const aminasIds = async (): Promise<Ids> => {
  await filled.server.signIn('amina');
  const { id } = await filled.server.services.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', filled.server.users.amina.id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return {
    ticket: filled.ticket,
    order: filled.order,
    file: filled.deliveredOrder.file,
    session: id,
    topup: filled.topup,
  };
};
const missingIds = (): Ids => ({
  ticket: uuidv7(),
  order: 888_888_888,
  file: uuidv7(),
  session: 888_888_888,
  topup: uuidv7(),
});

const viaSync = (mutation: (ids: Ids) => ReturnType<typeof mutationOf>) => async (ids: Ids) => {
  const { results } = await createDevice(karim).exchange([mutation(ids)]);
  return results.map(({ id: _id, rows: _rows, ...rest }) => rest);
};
const viaRoute = (call: (ids: Ids) => ReturnType<TestClient['get']>) => async (ids: Ids) => {
  const { status, body } = await call(ids);
  return { status, body };
};
const key = () => ({ 'Idempotency-Key': randomUUID() });
const content = 'And now?';
const question = { subject: 'Where is it?', type: 'order', content };

const requests: Record<string, (ids: Ids) => Promise<unknown>> = {
  'reads a ticket': viaRoute(({ ticket }) => karim.get(`/api/tickets/${ticket}`)),
  'replies to a ticket': viaRoute(({ ticket }) => karim.post(`/api/tickets/${ticket}/response`, { content })),
  'replies to a ticket, with a key': viaRoute(({ ticket }) =>
    karim.post(`/api/tickets/${ticket}/response`, { content }, key()),
  ),
  'sets the status of a ticket': viaRoute(({ ticket }) => karim.post(`/api/tickets/${ticket}`, { status: 'closed' })),
  'opens a ticket about an order': viaRoute(({ order }) =>
    karim.post('/api/tickets', { ...question, order_id: order }),
  ),
  'reads a file': viaRoute(({ file }) => karim.get(`/api/files/${file}`)),
  'ends a session': viaRoute(({ session }) => karim.delete(`/api/auth/sessions/${session}`)),
  'changes an order': viaRoute(({ order }) => karim.post(`/api/orders/${order}`, { status: 'refunded' }, key())),
  'deletes an order': viaRoute(({ order }) => karim.delete(`/api/orders/${order}`, key())),
  'reads a top-up request': viaRoute(({ topup }) => karim.get(`/api/topups/${topup}`)),
  'cancels a top-up request': viaRoute(({ topup }) => karim.post(`/api/topups/${topup}/cancel`, {}, key())),
  'has queued the cancellation of a top-up request': viaSync(({ topup }) =>
    mutationOf('topup.cancel', topup, { topup_id: topup }),
  ),
  'has queued a reply': viaSync(({ ticket }) => replyMutation({ ticket })),
  'has queued a status of a ticket': viaSync(({ ticket }) => statusMutation(ticket, 'new', 'closed')),
  'has queued a ticket about an order': viaSync(({ order }) => openTicketMutation(uuidv7(), { order_id: order })),
  'has queued a status of an order': viaSync(({ order }) =>
    mutationOf('order.status', `orders:${order}`, { order_id: order, from: 'new', to: 'completed' }),
  ),
  'has queued a delivery': viaSync(({ order, file }) =>
    mutationOf('order.deliver', `orders:${order}`, {
      order_id: order,
      status: 'completed',
      notes: null,
      file_id: file,
    }),
  ),
};

test.each(Object.entries(requests))(
  `a customer who %s: the same work for another user’s record and for a missing one, on ${databaseKind}`,
  async (_name, ask) => {
    const [foreign, missing] = [await aminasIds(), missingIds()];
    // The first request does more: it prepares statements and records the use of the session.
    await ask(missing);
    // The server sends waiting e-mails every few seconds, and reads settings for each.
    await filled.server.mail.deliver();
    const statements = recordStatements();
    const workFor = async (ids: Ids) => {
      statements.length = 0;
      const response = await ask(ids);
      // On PostgreSQL some statements run at the same time, so their order varies.
      return { response, statements: statements.map(lineOf).toSorted() };
    };

    const [forForeign, forMissing] = [await workFor(foreign), await workFor(missing)];

    expect(forMissing.statements.length).toBeGreaterThan(0);
    expect(forForeign).toEqual(forMissing);
  },
);

const lineOf = ({ sql: text, rows }: Statement): string => `${rows} rows: ${text}`;

test('a customer who reads their own ticket causes more statements: the comparison can fail', async () => {
  const statements = recordStatements();
  await karim.get(`/api/tickets/${filled.karims.ticket}`);
  const own = statements.splice(0).map(lineOf);

  await karim.get(`/api/tickets/${uuidv7()}`);

  expect(own.length).toBeGreaterThan(statements.length);
});

test.runIf(databaseKind === 'postgres')(
  'a reply to another user’s ticket does not wait for a change of that ticket',
  async () => {
    await filled.server.services.db.transaction().execute(async (tx) => {
      await sql`select id from tickets where id = ${filled.ticket} for update`.execute(tx);

      const { status } = await karim.post(`/api/tickets/${filled.ticket}/response`, { content });

      expect(status).toBe(404);
    });
  },
);
