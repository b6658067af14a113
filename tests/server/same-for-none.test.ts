import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/server/platform/uuid.ts';
import type { TestClient } from '../support/client.ts';
import { deviceOf, opening, queued, replying, setting } from '../support/device.ts';
import { fillWorld, type FilledWorld } from '../support/filled-world.ts';
import { recordStatements, type Statement } from '../support/statements.ts';
import { databaseKind } from '../support/world.ts';

/*
 * What karim asks of a record of amina's must be the same work as what he asks of a record nobody has: otherwise the
 * time of the answer tells which records there are. Statements and the rows they found are compared, not times.
 */

let filled: FilledWorld;
let karim: TestClient;
beforeAll(async () => {
  filled = await fillWorld();
  karim = filled.world.withToken(await filled.world.signIn('karim'));
  await karim.get('/api/auth/current');
}, 60_000);

interface Ids {
  ticket: string;
  order: number;
  file: string;
  session: number;
}

const theirs = async (): Promise<Ids> => {
  await filled.world.signIn('amina');
  const { id } = await filled.world.means.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', filled.world.people.amina.id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return { ticket: filled.ticket, order: filled.order, file: filled.delivered.file, session: id };
};
const nobodys = (): Ids => ({ ticket: uuidv7(), order: 888_888_888, file: uuidv7(), session: 888_888_888 });

const push = (mutation: (ids: Ids) => ReturnType<typeof queued>) => async (ids: Ids) => {
  const { results } = await deviceOf(karim).exchange([mutation(ids)]);
  return results.map(({ id: _id, rows: _rows, ...rest }) => rest);
};
const answer = (call: (ids: Ids) => ReturnType<TestClient['get']>) => async (ids: Ids) => {
  const { status, body } = await call(ids);
  return { status, body };
};
const key = () => ({ 'Idempotency-Key': randomUUID() });
const content = 'And now?';
const question = { subject: 'Where is it?', type: 'order', content };

const asked: Record<string, (ids: Ids) => Promise<unknown>> = {
  'reads a ticket': answer(({ ticket }) => karim.get(`/api/tickets/${ticket}`)),
  'replies to a ticket': answer(({ ticket }) => karim.post(`/api/tickets/${ticket}/response`, { content })),
  'replies to a ticket, with a key': answer(({ ticket }) =>
    karim.post(`/api/tickets/${ticket}/response`, { content }, key()),
  ),
  'sets the status of a ticket': answer(({ ticket }) => karim.post(`/api/tickets/${ticket}`, { status: 'closed' })),
  'opens a ticket about an order': answer(({ order }) => karim.post('/api/tickets', { ...question, order_id: order })),
  'reads a file': answer(({ file }) => karim.get(`/api/files/${file}`)),
  'ends a session': answer(({ session }) => karim.delete(`/api/auth/sessions/${session}`)),
  'changes an order': answer(({ order }) => karim.post(`/api/orders/${order}`, { status: 'refunded' }, key())),
  'deletes an order': answer(({ order }) => karim.delete(`/api/orders/${order}`, key())),
  'has queued a reply': push(({ ticket }) => replying({ ticket })),
  'has queued a status of a ticket': push(({ ticket }) => setting(ticket, 'new', 'closed')),
  'has queued a ticket about an order': push(({ order }) => opening(uuidv7(), { order_id: order })),
  'has queued a status of an order': push(({ order }) =>
    queued('order.status', `orders:${order}`, { order_id: order, from: 'new', to: 'completed' }),
  ),
  'has queued a delivery': push(({ order, file }) =>
    queued('order.deliver', `orders:${order}`, { order_id: order, status: 'completed', notes: null, file_id: file }),
  ),
};

test.each(Object.entries(asked))(
  `a customer who %s: the same work for somebody else’s and for none, on ${databaseKind}`,
  async (_name, ask) => {
    const [foreign, missing] = [await theirs(), nobodys()];
    // The first time has work of its own: statements are made ready, the use of the session is noted.
    await ask(missing);
    const statements = recordStatements();
    const workFor = async (ids: Ids) => {
      statements.length = 0;
      const told = await ask(ids);
      // On PostgreSQL some go at once, over several connections.
      return { told, statements: statements.map(shownOf).toSorted() };
    };

    const [forForeign, forMissing] = [await workFor(foreign), await workFor(missing)];

    expect(forMissing.statements.length).toBeGreaterThan(0);
    expect(forForeign).toEqual(forMissing);
  },
);

const shownOf = ({ sql: text, rows }: Statement): string => `${rows} rows: ${text}`;

test('a customer who reads the own ticket is seen to work more: the comparison is not blind', async () => {
  const statements = recordStatements();
  await karim.get(`/api/tickets/${filled.karims.ticket}`);
  const own = statements.splice(0).map(shownOf);

  await karim.get(`/api/tickets/${uuidv7()}`);

  expect(own.length).toBeGreaterThan(statements.length);
});

test.runIf(databaseKind === 'postgres')(
  'a reply to a ticket of somebody else does not wait for whoever is changing it',
  async () => {
    await filled.world.means.db.transaction().execute(async (tx) => {
      await sql`select id from tickets where id = ${filled.ticket} for update`.execute(tx);

      const { status } = await karim.post(`/api/tickets/${filled.ticket}/response`, { content });

      expect(status).toBe(404);
    });
  },
  10_000,
);
