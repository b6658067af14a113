import { beforeEach, expect, test } from 'vitest';
import { booksOf } from '../support/shop.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
  return () => world.close();
});

/** All pages of a history, and what each one says of the whole. */
async function pagesOf(path: string, query = '') {
  const entries: { id: number }[] = [];
  const totals = new Set<number>();
  for (let next: string | null = `${path}${query}`; next !== null;) {
    const { body } = await world.as('sara').get(next);
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

/** So many rows of amina's ledger, made by sara. */
async function putLedgerRows(count: number): Promise<void> {
  const row = { user_id: world.people.amina.id, kind: 'add', order_id: null, cycle: null, note: null, created_at: 0 };
  const rows = Array.from({ length: count }, (_, index) => ({
    ...row,
    amount_cents: 1,
    before_cents: index,
    after_cents: index + 1,
    actor_id: world.people.sara.id,
    key: `k${index}`,
  }));
  for (let at = 0; at < count; at += 200)
    await world.means.db
      .insertInto('ledger')
      .values(rows.slice(at, at + 200))
      .execute();
}

test('S7-24 the balance history does not end at its thousandth row: each page says how many there are', async () => {
  await putLedgerRows(1_050);
  const { lines } = await booksOf(world.means, world.people.amina);
  const path = `/api/users/${world.people.amina.id}/balance/history`;

  const usual = await pagesOf(path);
  const small = await world.as('sara').get(`${path}?per_page=20&page=53`);

  expect(usual.totals).toEqual([1_050]);
  expect(usual.ids).toEqual(lines.map(({ id }) => id).toReversed());
  expect(small.body.meta).toMatchObject({ current_page: 53, per_page: 20, total: 1_050, next_page_url: null });
  expect(small.body.history).toHaveLength(10);
  expect(small.body.history.at(-1)).toMatchObject({ action_by: 'Sara', previous_balance: 0, new_balance: 0.01 });
});

test('S7-21 the history of changes does not end at its five hundredth entry either', async () => {
  const { db } = world.means;
  const { id } = world.people.amina;
  const entry = {
    session_id: null,
    entity: 'users',
    entity_key: String(id),
    old_value: null,
    new_value: '{}',
    key: null,
  };
  const changes = { ...entry, actor_id: world.people.sara.id, action: 'user.updated', created_at: 5 };
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
