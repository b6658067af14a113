import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi, type MockInstance } from 'vitest';
import { Outcomes } from '../../src/client/app/layout/outcomes.tsx';
import { BellMenu } from '../../src/client/app/layout/bell-menu.tsx';
import { SyncBadge } from '../../src/client/app/layout/sync-badge.tsx';
import { UserDashboardScreen } from '../../src/client/features/dashboard/user-dashboard-screen.tsx';
import { SignOutDialog } from '../../src/client/features/settings/sign-out-dialog.tsx';
import { SyncSummary } from '../../src/client/features/settings/sync-summary.tsx';
import type { LocalDatabase } from '../../src/client/local/database.ts';
import type { PendingCall } from '../../src/client/local/stored.ts';
import { deleteSeen } from '../../src/client/sync/outcomes.ts';
import { activateLocale } from '../../src/client/text/locales.ts';
import { openHelpDesk, uuid, visitHelpDesk } from '../support/help-desk.tsx';
import { renderPiece } from '../support/show-piece.tsx';
import { aCategory, amina, anAccount, anOrder, aProduct, visit } from '../support/storefront.tsx';

const anHour = 3_600_000;

const spies: MockInstance[] = [];
afterEach(() => spies.splice(0).forEach((spy) => spy.mockRestore()));

const callInDoubt = (more: Partial<PendingCall> = {}): PendingCall => ({
  key: uuid(1),
  state: 'asked',
  call: 'placeOrder',
  about: { product_id: 1, title: 'Netflix, 1 month', quantity: 1, amount: 25 },
  // The phone's clock was an hour ahead when it ordered.
  createdAt: Date.now() + anHour,
  ...more,
});

const placedOrder = () => callInDoubt({ state: 'settled', outcome: 'applied', touched: ['orders:501'] });

/** A customer's phone with this money call. */
async function phoneWith(pledge: PendingCall) {
  const device = await openHelpDesk(amina, {
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
  ['the dashboard', () => void renderPiece(UserDashboardScreen)],
  ['the catalogue', () => void visit('/user/catalogue')],
  ['a category', () => void visit('/user/categories/1')],
  ['the order popup of the product', () => void visit('/user/catalogue?buy=1')],
  ['the order list', () => void visit('/user/orders')],
  ['the outbox', () => void visitHelpDesk('/dashboard/outbox')],
];
test.each(pages)('an order in doubt is shown at once on %s, with its product and amount', async (_, open) => {
  await phoneWith(callInDoubt());

  open();

  expect((await screen.findAllByText(/it is not known yet/)).map(({ textContent }) => textContent)).toContain(
    doubtSentence,
  );
  expect(screen.getAllByText('1 × €25.00').length).toBeGreaterThan(0);
});

test('in a category, the product whose order is in doubt is marked', async () => {
  await phoneWith(callInDoubt());

  visit('/user/categories/1');

  const mark = await screen.findByText('Order unconfirmed');
  expect(mark.closest('article')?.dataset.product).toBe('1');
});

test('with an order in doubt the outbox never says that nothing is waiting', async () => {
  await phoneWith(callInDoubt());

  visitHelpDesk('/dashboard/outbox');

  expect(await screen.findByText('1 payment unconfirmed')).toBeTruthy();
  expect(screen.queryByText('Nothing is waiting.')).toBeNull();
  expect(screen.queryByText('Everything is saved on the server.')).toBeNull();
});

test('the header and the settings count orders in doubt, online and offline', async () => {
  const { server } = await phoneWith(callInDoubt());

  renderPiece(() => (
    <>
      <SyncBadge />
      <SyncSummary />
    </>
  ));

  expect(await screen.findAllByText('1 payment unconfirmed')).toHaveLength(2);
  expect(screen.queryByText('Everything was sent.')).toBeNull();
  await server.goOffline();
  expect(await screen.findByText('Offline – 1 payment unconfirmed')).toBeTruthy();
});

const otherLanguages: ['fr' | 'ar', string][] = [
  ['fr', '1 paiement non confirmé'],
  ['ar', 'دفعة واحدة غير مؤكدة'],
];
test.each(otherLanguages)('the header counts orders in doubt in %s too', async (locale, words) => {
  await phoneWith(callInDoubt());
  await activateLocale(locale);

  renderPiece(SyncBadge);

  expect(await screen.findByText(words)).toBeTruthy();
  await activateLocale('en');
});

test('the outcome of an order stays above the page until it is dismissed', async () => {
  const { db } = await phoneWith(placedOrder());
  const { user } = renderPiece(Outcomes, '/user/catalogue');

  const notice = (await screen.findByText('Placed: order #501')).closest('[role=status]') as HTMLElement;
  expect(notice.textContent).toContain('Netflix, 1 month · 1 × €25.00');
  expect(within(notice).getByRole('link', { name: 'View order' }).getAttribute('href')).toBe('/user/orders?order=501');
  await user.click(within(notice).getByRole('button', { name: 'Dismiss' }));

  await waitFor(() => expect(screen.queryByText('Placed: order #501')).toBeNull());
  expect(await db.pledges.count()).toBe(0);
});

test('an outcome on a hidden page does not count as seen; it is shown when the page is visible again', async () => {
  const { db } = await phoneWith(placedOrder());
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  spies.push(visibility);
  renderPiece(() => (
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

test('a notice that is dismissed in one tab disappears in the other', async () => {
  const { db } = await phoneWith(placedOrder());
  renderPiece(Outcomes);
  await screen.findByText('Placed: order #501');

  await inAnotherTab(db, (other) => deleteSeen(other, [uuid(1)]));

  await waitFor(() => expect(screen.queryByText('Placed: order #501')).toBeNull());
});

/** Runs `change` on another connection to the user's database. */
async function inAnotherTab(db: LocalDatabase, change: (other: LocalDatabase) => Promise<void>): Promise<void> {
  const Database = db.constructor as typeof LocalDatabase;
  const other = new Database(db.userId, factoryOf(db));
  await change(other);
  other.close();
}

const factoryOf = (db: LocalDatabase) => {
  const { indexedDB, IDBKeyRange } = (db as unknown as { _deps: never })._deps;
  return { indexedDB, IDBKeyRange };
};

test.each([
  [{ outcome: 'cancelled' as const }, 'Not placed, nothing was charged.'],
  [{ outcome: 'refused' as const, refusal: 'PRICE_CHANGED' }, 'The price has changed in the meantime.'],
])('the notice of an order that was not placed says so: %o', async (outcome, words) => {
  await phoneWith(callInDoubt({ state: 'settled', touched: [], ...outcome }));

  renderPiece(Outcomes);

  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.getByText('Not placed, nothing was charged.')).toBeTruthy();
});

test('the outbox lists outcomes that the user has not seen', async () => {
  const { db } = await phoneWith(placedOrder());
  const { user } = visitHelpDesk('/dashboard/outbox');

  const section = within(await screen.findByRole('region', { name: 'Recent outcomes' }));
  expect(section.getByText('Placed: order #501')).toBeTruthy();
  await user.click(section.getByRole('button', { name: 'Dismiss' }));

  await waitFor(async () => expect(await db.pledges.count()).toBe(0));
});

// oxlint-disable-next-line jsx-a11y/aria-role -- the person's role
const CustomerBell = () => <BellMenu role="user" />;

test('the bell counts and lists outcomes that the user has not seen', async () => {
  const { db } = await phoneWith(placedOrder());
  const { user } = renderPiece(CustomerBell);

  await user.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Notifications' }));
  expect(await panel.findByText('Placed: order #501')).toBeTruthy();
  expect(panel.queryByText('No notifications')).toBeNull();
  await user.click(panel.getByRole('button', { name: 'Dismiss' }));

  await waitFor(async () => expect(await db.pledges.count()).toBe(0));
});

test('a customer who logs out sees the outcome of an order first', async () => {
  const { db } = await phoneWith(placedOrder());
  const leave = vi.spyOn(location, 'replace').mockImplementation(() => undefined);
  spies.push(leave);
  const { user } = renderPiece(() => <SignOutDialog onStay={() => undefined} />);

  expect(await screen.findByText('Placed: order #501')).toBeTruthy();
  expect(leave).not.toHaveBeenCalled();
  expect(await db.pledges.count()).toBe(1);
  await user.click(screen.getByRole('button', { name: 'Log out' }));

  await waitFor(() => expect(leave).toHaveBeenCalledWith('/auth/login'));
});
