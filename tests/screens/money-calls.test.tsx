import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi, type MockInstance } from 'vitest';
import { Outcomes } from '../../src/client/app/layout/outcomes.tsx';
import { BellMenu } from '../../src/client/app/layout/bell-menu.tsx';
import { SyncBadge } from '../../src/client/app/layout/sync-badge.tsx';
import { UserDashboardScreen } from '../../src/client/features/dashboard/user-dashboard-screen.tsx';
import { SignOutDialog } from '../../src/client/features/settings/sign-out-dialog.tsx';
import { SyncSummary } from '../../src/client/features/settings/sync-summary.tsx';
import type { LocalDatabase } from '../../src/client/local/database.ts';
import type { Pledge } from '../../src/client/local/stored.ts';
import { markSeen } from '../../src/client/sync/outcomes.ts';
import { activate } from '../../src/client/text/activate.ts';
import { openDesk, uuid, visitDesk } from '../support/desk.tsx';
import { show } from '../support/kit.tsx';
import { aCategory, amina, anAccount, anOrder, aProduct, visit } from '../support/storefront.tsx';

const anHour = 3_600_000;

const spies: MockInstance[] = [];
afterEach(() => spies.splice(0).forEach((spy) => spy.mockRestore()));

const inDoubt = (more: Partial<Pledge> = {}): Pledge => ({
  key: uuid(1),
  state: 'asked',
  call: 'placeOrder',
  about: { product_id: 1, title: 'Netflix, 1 month', quantity: 1, amount: 25 },
  // The clock of this phone was wrong when it ordered.
  createdAt: Date.now() + anHour,
  ...more,
});

const placedOrder = () => inDoubt({ state: 'settled', outcome: 'applied', touched: ['orders:501'] });

/** A customer's phone on which this call was left behind. */
async function phoneWith(pledge: Pledge) {
  const device = await openDesk(amina, {
    account: [anAccount(100)],
    categories: [aCategory(1, 'Streaming')],
    products: [aProduct(1, 'Netflix'), aProduct(2, 'Gift card')],
    orders: [anOrder(1)],
  });
  await device.db.pledges.put(pledge);
  return device;
}

const doubtSentence = 'Order of Netflix, 1 month: it is not known yet whether it was placed.';

const pages: [string, () => void][] = [
  ['the dashboard', () => void show(UserDashboardScreen)],
  ['the catalogue', () => void visit('/user/catalogue')],
  ['a category', () => void visit('/user/categories/1')],
  ['the order popup of the product', () => void visit('/user/catalogue?buy=1')],
  ['the order list', () => void visit('/user/orders')],
  ['the outbox', () => void visitDesk('/dashboard/outbox')],
];
test.each(pages)('Money 3: an order in doubt stands at once on %s, with what it was and how much', async (_, open) => {
  await phoneWith(inDoubt());

  open();

  expect((await screen.findAllByText(/it is not known yet/)).map(({ textContent }) => textContent)).toContain(
    doubtSentence,
  );
  expect(screen.getAllByText('1 × €25.00').length).toBeGreaterThan(0);
});

test('Money 3: the product whose order is in doubt says so among the others', async () => {
  await phoneWith(inDoubt());

  visit('/user/categories/1');

  const mark = await screen.findByText('Order unconfirmed');
  expect(mark.closest('article')?.dataset.product).toBe('1');
});

test('Money 3: with an order in doubt the outbox never says that nothing is waiting', async () => {
  await phoneWith(inDoubt());

  visitDesk('/dashboard/outbox');

  expect(await screen.findByText('1 order unconfirmed')).toBeTruthy();
  expect(screen.queryByText('Nothing is waiting.')).toBeNull();
  expect(screen.queryByText('Everything is saved on the server.')).toBeNull();
});

test('Money 3: header and settings count orders in doubt, online and offline', async () => {
  const { line } = await phoneWith(inDoubt());

  show(() => (
    <>
      <SyncBadge />
      <SyncSummary />
    </>
  ));

  expect(await screen.findAllByText('1 order unconfirmed')).toHaveLength(2);
  expect(screen.queryByText('Everything was sent.')).toBeNull();
  await line.goOffline();
  expect(await screen.findByText('Offline – 1 order unconfirmed')).toBeTruthy();
});

const elsewhere: ['fr' | 'ar', string][] = [
  ['fr', '1 commande non confirmée'],
  ['ar', 'طلب واحد غير مؤكد'],
];
test.each(elsewhere)('Money 3: header counts in %s too', async (locale, words) => {
  await phoneWith(inDoubt());
  await activate(locale);

  show(SyncBadge);

  expect(await screen.findByText(words)).toBeTruthy();
  await activate('en');
});

test('Money 4: the outcome stays above the page until it is dismissed', async () => {
  const { db } = await phoneWith(placedOrder());
  const { user } = show(Outcomes, '/user/catalogue');

  const notice = (await screen.findByText('Placed: order #501')).closest('[role=status]') as HTMLElement;
  expect(notice.textContent).toContain('Netflix, 1 month · 1 × €25.00');
  expect(within(notice).getByRole('link', { name: 'View order' }).getAttribute('href')).toBe('/user/orders?order=501');
  await user.click(within(notice).getByRole('button', { name: 'Dismiss' }));

  await waitFor(() => expect(screen.queryByText('Placed: order #501')).toBeNull());
  expect(await db.pledges.count()).toBe(0);
});

test('Money 4: a hidden page does not count as seen; the notice is there when the page is shown again', async () => {
  const { db } = await phoneWith(placedOrder());
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  spies.push(visibility);
  show(() => (
    <>
      <Outcomes />
      <SyncBadge />
    </>
  ));
  await screen.findByText('Up to date');
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(screen.queryByText('Placed: order #501')).toBeNull();
  expect(await db.pledges.count()).toBe(1);

  visibility.mockReturnValue('visible');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));

  expect(await screen.findByText('Placed: order #501')).toBeTruthy();
});

test('Money 4: what is dismissed in one tab is gone in the other', async () => {
  const { db } = await phoneWith(placedOrder());
  show(Outcomes);
  await screen.findByText('Placed: order #501');

  await inAnotherTab(db, (other) => markSeen(other, [uuid(1)]));

  await waitFor(() => expect(screen.queryByText('Placed: order #501')).toBeNull());
});

/** Does something with the person's database over a connection of its own. */
async function inAnotherTab(db: LocalDatabase, does: (other: LocalDatabase) => Promise<void>): Promise<void> {
  const Database = db.constructor as typeof LocalDatabase;
  const other = new Database(db.userId, factoryOf(db));
  await does(other);
  other.close();
}

const factoryOf = (db: LocalDatabase) => {
  const { indexedDB, IDBKeyRange } = (db as unknown as { _deps: never })._deps;
  return { indexedDB, IDBKeyRange };
};

test.each([
  [{ outcome: 'cancelled' as const }, 'Not placed, nothing was charged.'],
  [{ outcome: 'refused' as const, refusal: 'PRICE_CHANGED' }, 'The price has changed in the meantime.'],
])('Money 4: an order that was not placed says so: %o', async (outcome, words) => {
  await phoneWith(inDoubt({ state: 'settled', touched: [], ...outcome }));

  show(Outcomes);

  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.getByText('Not placed, nothing was charged.')).toBeTruthy();
});

test('Money 4: the outbox lists outcomes that were not seen', async () => {
  const { db } = await phoneWith(placedOrder());
  const { user } = visitDesk('/dashboard/outbox');

  const section = within(await screen.findByRole('region', { name: 'Recent outcomes' }));
  expect(section.getByText('Placed: order #501')).toBeTruthy();
  await user.click(section.getByRole('button', { name: 'Dismiss' }));

  await waitFor(async () => expect(await db.pledges.count()).toBe(0));
});

// oxlint-disable-next-line jsx-a11y/aria-role -- the person's role
const CustomersBell = () => <BellMenu role="user" />;

test('Money 4: the bell counts and lists outcomes that were not seen', async () => {
  const { db } = await phoneWith(placedOrder());
  const { user } = show(CustomersBell);

  await user.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Notifications' }));
  expect(await panel.findByText('Placed: order #501')).toBeTruthy();
  expect(panel.queryByText('No notifications')).toBeNull();
  await user.click(panel.getByRole('button', { name: 'Dismiss' }));

  await waitFor(async () => expect(await db.pledges.count()).toBe(0));
});

test('Money 4: whoever logs out is shown the outcome first', async () => {
  const { db } = await phoneWith(placedOrder());
  const left = vi.spyOn(location, 'replace').mockImplementation(() => undefined);
  spies.push(left);
  const { user } = show(() => <SignOutDialog onStay={() => undefined} />);

  expect(await screen.findByText('Placed: order #501')).toBeTruthy();
  expect(left).not.toHaveBeenCalled();
  expect(await db.pledges.count()).toBe(1);
  await user.click(screen.getByRole('button', { name: 'Log out' }));

  await waitFor(() => expect(left).toHaveBeenCalledWith('/auth/login'));
});
