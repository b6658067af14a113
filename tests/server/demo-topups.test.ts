// database: any
import { expect, test } from 'vitest';
import { defaultSize, makeShop } from '../../src/server/demo/shop.ts';
import { demoSlips } from '../support/topup-rows.ts';

const day = 24 * 3_600_000;
const now = Date.UTC(2026, 10, 20, 14, 23);

test('TU-17 top-up requests in all states: approved ones have their row in the ledger, one waits for a day, two are alike', () => {
  const { topup_methods, topups, topup_files, files, ledger } = makeShop(defaultSize, now, {
    secrets: { passwordHash: 'hash', pinHash: 'hash' },
    pictures: new Map(),
    slips: demoSlips,
    currency: 'EUR',
  }).tables;

  expect(topup_methods.map(({ proof }) => proof)).toEqual(['slip', 'either']);
  for (const text of topup_methods.flatMap(({ name, steps }) => [name, steps]))
    expect(Object.keys(JSON.parse(text))).toEqual(['en', 'fr', 'ar']);
  expect(new Set(topups.map(({ status }) => status))).toEqual(new Set(['waiting', 'approved', 'refused', 'cancelled']));
  expect(topups.map(({ number }) => number)).toEqual(topups.map((_, index) => index + 1));
  expect(topups.map(({ created_at: at }) => at)).toEqual(
    topups.map(({ created_at: at }) => at).toSorted((a, b) => a - b),
  );
  const rowsOf = Map.groupBy(ledger, ({ topup_id }) => topup_id);
  for (const { id, status, user_id, credited_cents, decided_by } of topups) {
    const rows = (rowsOf.get(id) ?? []).map((row) => [row.kind, row.user_id, row.amount_cents, row.actor_id]);
    expect(rows).toEqual(status === 'approved' ? [['add', user_id, credited_cents, decided_by]] : []);
  }
  const waiting = topups.filter(({ status }) => status === 'waiting');
  expect(waiting.filter(({ created_at: at }) => at < now - day)).toHaveLength(1);
  const [pair] = waiting.filter(({ alike }) => alike !== '[]');
  const [{ id: other }] = JSON.parse(pair!.alike);
  const digestOf = (topup: string) => {
    const file = topup_files.find(({ topup_id }) => topup_id === topup)!.file_id;
    return files.find(({ id }) => id === file)!.digest;
  };
  expect(digestOf(pair!.id)).toBe(digestOf(other));
  expect(topups.find(({ id }) => id === other)).toMatchObject({ status: 'approved' });
});
