import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { endpoints } from '../../src/contract/all.ts';
import { examples } from '../support/call-examples.ts';
import { send } from '../support/call.ts';
import { fillShop, pin } from '../support/filled-shop.ts';
import { databaseKind, startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  return () => server.close();
});

type Row = { action: string; actor_id: number | null; entity: string; entity_key: string; created_at: number };

/** Inserts rows of the log; returns their ids in the same order. */
async function putRows(rows: readonly Partial<Row>[]): Promise<number[]> {
  const row = { session_id: null, old_value: null, new_value: '{"status":"new"}', key: null };
  const usual = { action: 'order.status', actor_id: server.users.sara.id, entity: 'orders', entity_key: '1' };
  const values = rows.map((one, at) => ({ ...row, ...usual, created_at: at, ...one }));
  const stored = await server.services.db.insertInto('audit').values(values).returning('id').execute();
  return stored.map(({ id }) => Number(id));
}

const idsOf = async (query: string, who = 'sara'): Promise<number[]> => {
  const { status, body } = await server.as(who as 'sara').get(`/api/audit?${query}`);
  expect(status).toBe(200);
  return body.entries.map(({ id }: { id: number }) => id);
};

test('S2T-01 the log is read page by page, newest first by time, and each row once', async () => {
  const ids = await putRows([{ created_at: 50 }, { created_at: 10 }, { created_at: 50 }, { created_at: 30 }]);
  const [a, b, c, d] = ids as [number, number, number, number];
  const read: number[] = [];
  for (let below: number | null = null, turn = 0; turn < 4; turn += 1) {
    const { body } = await server
      .as('sara')
      .get(`/api/audit?entity=orders&per_page=2${below === null ? '' : `&below=${below}`}`);
    read.push(...body.entries.map(({ id }: { id: number }) => id));
    below = body.next;
    if (below === null) break;
  }

  expect(read).toEqual([c, a, d, b]);
  expect((await server.as('sara').get('/api/audit?below=999999999')).body.errors).toEqual({ below: ['invalid'] });
});

test('S2T-01 the filters for user, record, action and time narrow the log together', async () => {
  const { sara, amina } = server.users;
  const [first, second, third, fourth] = await putRows([
    { created_at: Date.UTC(2026, 0, 1, 12) },
    { actor_id: amina.id, action: 'order.place', created_at: Date.UTC(2026, 0, 2, 12) },
    { entity: 'tickets', action: 'ticket.status', entity_key: 'x', created_at: Date.UTC(2026, 0, 3, 12) },
    { entity_key: '2', created_at: Date.UTC(2026, 0, 4, 12) },
  ]);

  expect(await idsOf('entity=orders,tickets&user=' + amina.id)).toEqual([second]);
  expect(await idsOf('entity=orders&key=2')).toEqual([fourth]);
  expect(await idsOf('action=order.status,ticket.status')).toEqual([fourth, third, first]);
  expect(await idsOf(`user=${sara.id}&from=2026-01-02&to=2026-01-03`)).toEqual([third]);
  expect(await idsOf('user=nobody')).toEqual([]);
});

test('S2T-01 S2T-02 a row has its author, the name of the record, and the values that differ', async () => {
  const fields = { name: 'Leila', email: 'leila@example.test', password: 'une bonne phrase' };
  const { body } = await server.as('sara').post('/api/users', fields, { 'Idempotency-Key': randomUUID() });
  await server.as('sara').post(`/api/users/${body.user.id}`, { name: 'Leila B.', email: fields.email });

  const { entries } = (await server.as('sara').get(`/api/audit?entity=users&key=${body.user.id}`)).body;

  expect(entries[0]).toMatchObject({
    action: 'user.updated',
    actor_id: server.users.sara.id,
    actor_name: 'Sara',
    entity_name: 'Leila B.',
    fields: [{ field: 'name', old_value: 'Leila', new_value: 'Leila B.' }],
  });
  expect(entries[1].action).toBe('user.created');
});

test('D-20 S2T-01 only root sees rows about the accounts and sessions of other admins', async () => {
  const { root, sara, amina } = server.users;
  const [ofRoot, ofSara, ofAmina, sessionOfRoot, sessionOfAmina, orderByRoot] = await putRows([
    { entity: 'users', entity_key: String(root.id), action: 'user.email_requested' },
    { entity: 'users', entity_key: String(sara.id), action: 'pin.set' },
    { entity: 'users', entity_key: String(amina.id), action: 'balance.add', actor_id: root.id },
    { entity: 'sessions', entity_key: '901', action: 'session.ended', actor_id: root.id },
    { entity: 'sessions', entity_key: '902', action: 'session.ended', actor_id: null },
    { entity: 'orders', entity_key: '5', actor_id: root.id },
  ]);
  const about = 'entity=users,sessions,orders&to=1970-01-01&from=1970-01-01';

  expect(await idsOf(about)).toEqual([orderByRoot, sessionOfAmina, ofAmina, ofSara]);
  expect(await idsOf(about, 'root')).toEqual([orderByRoot, sessionOfAmina, sessionOfRoot, ofAmina, ofSara, ofRoot]);
});

test('S2R-10 the activity of a ticket has its own rows only, and customers cannot read it', async () => {
  const ticket = { subject: 'Where is it?', content: 'My card', type: 'general', priority: 'low' };
  const opened = (await server.as('amina').post('/api/tickets', ticket, { 'Idempotency-Key': randomUUID() })).body;
  const number = opened.ticket?.number ?? opened.number;
  await server.as('sara').post(`/api/tickets/${number}`, { status: 'resolved' });
  await server.as('karim').post('/api/tickets', ticket, { 'Idempotency-Key': randomUUID() });

  const { entries, next } = (await server.as('sara').get(`/api/tickets/${number}/activity`)).body;

  expect(
    entries.map(({ action, actor_name: who, entity_name: name }: Record<string, string>) => [action, who, name]),
  ).toEqual([
    ['ticket.status', 'Sara', String(number)],
    ['ticket.open', 'Amina', String(number)],
  ]);
  expect(next).toBeNull();
  expect((await server.as('amina').get(`/api/tickets/${number}/activity`)).status).toBe(403);
});

test(`S2T-04 no call leaves a password, a PIN or a token in the log, on ${databaseKind}`, async () => {
  const filled = await fillShop();
  const secrets = new Set<string>([pin]);
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value)) {
      if (/password|^pin$|token/.test(name) && typeof inner === 'string' && inner.length >= 5) secrets.add(inner);
      collect(inner);
    }
  };
  const { root } = filled.server.users;
  for (const endpoint of endpoints.filter(({ method, path }) => method !== 'GET' && !path.startsWith('/api/sync'))) {
    const example = examples[endpoint.name]!;
    const actor = ['signedIn', 'topups.open'].includes(endpoint.audience) ? filled.server.users.amina : root;
    const call = await example.call(filled, actor);
    collect(call);
    const headers = { Authorization: `Bearer ${await filled.server.signIn(actor)}` };
    secrets.add(headers.Authorization.slice('Bearer '.length));
    const answer = await send(filled.server, endpoint, call, headers);
    expect([endpoint.name, answer.status]).toEqual([endpoint.name, 200]);
    await answer.text();
  }
  const rows = await filled.server.services.db.selectFrom('audit').selectAll().execute();
  const values = rows.map(({ old_value: old, new_value: next, entity_key: key }) => [old, next, key]);
  // A UUID contains the five digits of the PIN now and then.
  const log = JSON.stringify(values).replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '');

  expect(rows.length).toBeGreaterThan(20);
  expect(secrets.size).toBeGreaterThan(10);
  expect([...secrets].filter((secret) => log.includes(secret))).toEqual([]);
  await filled.server.close();
});
