import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { LedgerRow } from '../../src/contract/balance.ts';
import { currentDatabase } from '../../src/client/local/current.ts';
import { startPosition, type LedgerHead } from '../../src/client/local/meta.ts';
import { balanceOf, hashed, openBalance, openPhone, serverOf, story } from '../support/balance-page.tsx';

const syncNow = vi.hoisted(() => vi.fn<() => Promise<{ kind: 'idle' }>>());
vi.mock('../../src/client/sync/triggers.ts', async (original) => ({ ...(await original<object>()), syncNow }));
beforeEach(() => void syncNow.mockReset().mockResolvedValue({ kind: 'idle' }));

test('S2B-26 “Verify” reads the whole history, page by page, and says that all movements fit, with their sum', async () => {
  const all = story(500);
  const { asked } = await openPhone(all, 200);
  const { user } = openBalance('/user/balance');
  await user.click(await screen.findByRole('button', { name: 'Verify' }));

  const dialog = within(await screen.findByRole('dialog', { name: 'Verify the balance' }));
  expect(await dialog.findByText('All 500 movements fit.')).toBeTruthy();

  expect(
    dialog.getByText(new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' }).format(balanceOf(all))),
  ).toBeTruthy();
  expect(dialog.getByText(/^Verified on /)).toBeTruthy();
  const pagesAsked = asked.map((url) => url.searchParams.get('page'));
  for (const page of ['1', '2', '3', '4', '5']) expect(pagesAsked).toContain(page);
});

const changed = (id: number, change: Partial<LedgerRow>) => (rows: LedgerRow[]) =>
  rows.map((row) => (row.id === id ? { ...row, ...change } : row));
const without = (id: number) => (rows: LedgerRow[]) => rows.filter((row) => row.id !== id);
const row = (id: number) => story(150)[id - 1]!;

test.each([
  ['a changed cent', changed(40, { amount: row(40).amount - 0.01 }), 'Movement 40 does not fit.', /^It ends with/],
  [
    'a changed cent that adds up',
    changed(40, { amount: row(40).amount + 0.01, balance_after: row(40).balance_after + 0.01 }),
    'Movement 41 does not fit.',
    /^It begins with/,
  ],
  ['a removed row', without(90), 'Movement 91 does not fit.', /^It begins with/],
  ['a removed first row', without(1), 'Movement 2 does not fit.', /^It begins with €1,000.00, but .* €0.00\.$/],
  ['a removed newest row', without(150), 'Movement 150 does not fit.', /^This device has received it/],
  [
    'a row changed since this device got it',
    changed(145, { note: 'other' }),
    'Movement 145 does not fit.',
    /not the same/,
  ],
])('S2B-26 “Verify” names the first movement that does not fit: %s', async (_what, tamper, title, cause) => {
  await openPhone(story(150), 10, tamper(story(150)));
  const { user } = openBalance('/user/balance');
  await user.click(await screen.findByRole('button', { name: 'Verify' }));

  const alert = within(await screen.findByRole('alert'));

  expect(alert.getByText(title)).toBeTruthy();
  expect(alert.getByText((_text, element) => element?.tagName === 'P' && cause.test(element.textContent))).toBeTruthy();
  expect(screen.queryByText(/movements fit\.$/)).toBeNull();
});

test.each([
  ['one cent less than after the last movement', story(5), balanceOf(story(5)) - 0.01],
  ['without any movement', [], 5],
])('S2B-26 “Verify” finds a balance %s', async (_what, all, balance) => {
  const { server } = await openPhone(all);
  server.respondWith(serverOf(all), balance);
  const { user } = openBalance('/user/balance');

  await user.click(await screen.findByRole('button', { name: 'Verify' }));

  expect(await screen.findByText('The balance does not fit the movements.')).toBeTruthy();
});

test('S2B-26 “Verify” can be canceled while it reads, says why it failed, and tries again', async () => {
  const all = story(300);
  const { server } = await openPhone(all, 10);
  let answer: (() => void) | null = null;
  const whole = serverOf(all);
  server.respondWith(async (request) => {
    if (request.url.searchParams.get('page') === '2') await new Promise<void>((resolve) => (answer = resolve));
    return whole(request);
  }, balanceOf(all));
  const { user } = openBalance('/user/balance');
  await user.click(await screen.findByRole('button', { name: 'Verify' }));
  const progress = await screen.findByRole('progressbar', { name: 'Movements read' });
  await waitFor(() => expect(progress.getAttribute('aria-valuenow')).toBe('100'));
  expect(await screen.findByText('100 of 300 movements read')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  answer!();

  server.respondWith((request) => (request.path.includes('history') ? [503, { code: 'BUSY' }] : [200, {}]));
  await user.click(screen.getByRole('button', { name: 'Verify' }));
  const retry = await within(screen.getByRole('dialog')).findByRole('button', { name: 'Retry' });
  server.respondWith(whole, balanceOf(all));
  await user.click(retry);

  expect(await screen.findByText('All 300 movements fit.')).toBeTruthy();
});

const all = hashed(story(60));
const headOf = (id: number, rows = all, epoch = 'this'): LedgerHead => ({ id, hash: rows[id - 1]!.hash!, epoch });
const addCentAt = (id: number) => (rows: LedgerRow[]) =>
  rows.map((one) => {
    const cent = (amount: number, from: number) => Math.round(amount * 100 + (one.id >= from ? 1 : 0)) / 100;
    const amount = one.id === id ? cent(one.amount, id) : one.amount;
    return {
      ...one,
      amount,
      balance_before: cent(one.balance_before, id + 1),
      balance_after: cent(one.balance_after, id),
    };
  });

/** Verifies on a phone that has the newest movement, and remembers these hashes of the server's database `this`. */
async function verify({ onServer = all, heads = [] as LedgerHead[], kept = 1 }) {
  const { db, server } = await openPhone(all, kept, onServer);
  await db.setFact('at', { ...startPosition, epoch: 'this', cursor: 'c' });
  await db.setFact('heads', heads);
  server.respondWith(serverOf(onServer), balanceOf(onServer));
  const { user } = openBalance('/user/balance');
  await user.click(await screen.findByRole('button', { name: 'Verify' }));
  return within(await screen.findByRole('dialog', { name: 'Verify the balance' }));
}

test('S2B-26 “Verify” computes the hash of every movement, and remembers that of the newest', async () => {
  const dialog = await verify({ heads: [headOf(20)] });

  expect(await dialog.findByText('All 60 movements fit.')).toBeTruthy();
  expect(dialog.getByText(/^Their checksums fit/)).toBeTruthy();
  await waitFor(async () => expect(await currentDatabase().fact('heads')).toEqual([headOf(20), headOf(60)]));
});

test.each([
  ['a changed note', changed(30, { note: 'other' })(all), 30, /^Its checksum does not fit/],
  ['a movement without its hash', changed(30, { hash: undefined })(all), 30, /^Its checksum does not fit/],
  ['a movement in another currency', changed(30, { currency: 'LYD' })(all), 30, /^Its checksum does not fit/],
  ['the hashes of another user', hashed(story(60), 77), 1, /^Its checksum does not fit/],
  ['a cent with all hashes written again', hashed(addCentAt(30)(story(60))), 40, /^Its checksum is not the one that/],
  ['a changed cent where no hash is sent any more', addCentAt(30)(story(60)), 20, /^Its checksum is not the one that/],
  ['a removed movement of which only the hash is known', all.slice(0, 39), 40, /^This device has received it, but/],
])('S2B-26 “Verify” finds by hashes %s', async (_what, onServer, id, cause) => {
  const dialog = await verify({ onServer, heads: [headOf(20), headOf(40)], kept: 0 });

  const alert = within(await dialog.findByRole('alert'));
  expect(alert.getByText(`Movement ${id} does not fit.`)).toBeTruthy();
  expect(alert.getByText(cause)).toBeTruthy();
  expect(await currentDatabase().fact('heads')).toEqual([headOf(20), headOf(40)]);
});

test('S2B-26 “Verify” says when hashes cannot be computed on a page without https, or are not sent', async () => {
  const { randomUUID, getRandomValues } = crypto;
  vi.stubGlobal('crypto', { randomUUID: randomUUID.bind(crypto), getRandomValues: getRandomValues.bind(crypto) });
  const dialog = await verify({});
  expect(await dialog.findByText(/^Their checksums could not be computed: .* https\.$/)).toBeTruthy();
  vi.unstubAllGlobals();
  cleanup();

  const earlier = await verify({ onServer: story(60), kept: 0 });
  expect(await earlier.findByText(/the server does not send them\.$/)).toBeTruthy();
});

test('S2B-26 “Verify” reports movements that a restored backup lacks as restored, not as changed', async () => {
  const onServer = [...all.slice(0, 50), ...hashed(addCentAt(51)(story(60))).slice(50, 55)];
  const heads = [headOf(40, all, 'before'), headOf(52, all, 'before'), headOf(60, all, 'before')];
  const dialog = await verify({ onServer, heads, kept: 0 });

  expect(await dialog.findByText('The server was restored from a backup.')).toBeTruthy();
  expect(dialog.getByText(/^Since then, movement 52, which this device saw before/)).toBeTruthy();
  expect(dialog.getByText('All 55 movements fit.')).toBeTruthy();
  expect(dialog.queryByRole('alert')).toBeNull();
});

test('S2B-26 “Verify” asks the server whether it was restored before it reports a missing movement', async () => {
  syncNow.mockImplementation(async () => {
    await currentDatabase().setFact('at', { ...startPosition, epoch: 'next', cursor: 'c' });
    return { kind: 'idle' };
  });
  const dialog = await verify({ onServer: all.slice(0, 50), heads: [headOf(40), headOf(60)], kept: 20 });

  expect(await dialog.findByText(/^Since then, movement 60, which this device saw before/)).toBeTruthy();
  expect(dialog.getByText('All 50 movements fit.')).toBeTruthy();
  expect(dialog.queryByRole('alert')).toBeNull();
});
