import { beforeEach, expect, test } from 'vitest';
import { readAccount } from '../support/shop.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  return () => server.close();
});

/** The ids of all entries of a history, read page by page, and the different totals that its pages state. */
async function pagesOf(path: string, query = '') {
  const entries: { id: number }[] = [];
  const totals = new Set<number>();
  for (let next: string | null = `${path}${query}`; next !== null;) {
    const { body } = await server.as('sara').get(next);
    entries.push(...body.history);
    totals.add(body.meta.total);
    expect(body.meta).toEqual({
      current_page: body.current_page,
      per_page: body.per_page,
      total: body.total,
      next_page_url: body.next_page_url,
      prev_page_url: body.prev_page_url,
    });
    next = body.meta.next_page_url;
  }
  return { ids: entries.map(({ id }) => id), totals: [...totals] };
}

/** Inserts this number of rows by sara into amina's ledger. */
async function putLedgerRows(count: number): Promise<void> {
  const row = { user_id: server.users.amina.id, kind: 'add', order_id: null, cycle: null, note: null, currency: 'EUR' };
  const rows = Array.from({ length: count }, (_, index) => ({
    ...row,
    amount_cents: 1,
    before_cents: index,
    after_cents: index + 1,
    actor_id: server.users.sara.id,
    key: `k${index}`,
    created_at: 0,
    hash: '',
  }));
  for (let start = 0; start < count; start += 200)
    await server.services.db
      .insertInto('ledger')
      .values(rows.slice(start, start + 200))
      .execute();
}

test('S7-24 the balance history is complete beyond 1,000 rows, and each page has the total', async () => {
  await putLedgerRows(1_050);
  const { lines } = await readAccount(server.services, server.users.amina);
  const path = `/api/users/${server.users.amina.id}/balance/history`;

  const usual = await pagesOf(path);
  const small = await server.as('sara').get(`${path}?per_page=20&page=53`);

  expect(usual.totals).toEqual([1_050]);
  expect(usual.ids).toEqual(lines.map(({ id }) => id).toReversed());
  expect(small.body.meta).toMatchObject({ current_page: 53, per_page: 20, total: 1_050, next_page_url: null });
  expect(small.body.history).toHaveLength(10);
  expect(small.body.history.at(-1)).toMatchObject({ action_by: 'Sara', previous_balance: 0, new_balance: 0.01 });
});

test('S7-21 the history of changes is complete beyond 500 entries', async () => {
  const { db } = server.services;
  const { id } = server.users.amina;
  const entry = {
    session_id: null,
    entity: 'users',
    entity_key: String(id),
    old_value: null,
    new_value: '{}',
    key: null,
  };
  const changes = { ...entry, actor_id: server.users.sara.id, action: 'user.updated', created_at: 5 };
  const signIns = { ...entry, actor_id: id, action: 'session.created', created_at: 5 };
  for (let turn = 0; turn < 5; turn += 1)
    await db
      .insertInto('audit')
      .values(Array.from({ length: 120 }, (_, index) => (index % 12 === 0 ? signIns : changes)))
      .execute();

  const { ids, totals } = await pagesOf(`/api/users/${id}/history`, '?per_page=100');

  expect(totals).toEqual([550]);
  expect(ids).toHaveLength(550);
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
});
