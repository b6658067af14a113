import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { perform } from '../../src/client/sync/perform.ts';
import { activateLocale } from '../../src/client/text/locales.ts';
import { anArticle, storeArticles } from '../support/help-centre.tsx';
import { accept, aTicket, openHelpDesk, uuid } from '../support/help-desk.tsx';
import { openRoute } from '../support/open-route.tsx';
import { aCategory, amina, anAccount, anOrder, aProduct, aVariant } from '../support/storefront.tsx';

// The device of the test is open already.
vi.mock(import('../../src/client/app/open-personal-database.ts'), () => ({
  openPersonalDatabase: () => Promise.resolve(),
}));

/** Loads the code of the order popup, so that no test waits for it. */
beforeAll(() => import('../../src/client/features/orders/order-dialog.tsx'));
beforeEach(() => activateLocale('en'));

const movement = (id: number, more: object = {}) => ({
  id,
  user_id: amina.id,
  kind: 'charge',
  amount: -25,
  balance_after: 100 - id,
  order_id: id,
  note: null,
  created_at: '2026-11-20T14:23:00.000Z',
  rev: 1,
  ...more,
});

const item = (product: number, name: string, variant: number | null = null) => ({
  product_id: product,
  product_name: name,
  product_variant_id: variant,
  variant_name: variant === null ? null : 'some variant',
  price: 10,
});

/** An order of these items; a higher `n` is newer. */
const orderOf = (n: number, ...items: ReturnType<typeof item>[]) =>
  anOrder(n, { items, created_at: new Date(Date.UTC(2026, 9, 1, n)).toISOString() });

const netflix = aProduct(1, 'Netflix', {
  has_variants: true,
  product_variants: [aVariant(11, '1 month', 25), aVariant(12, '1 year', 99)],
});

/** Opens the dashboard of a customer with these rows. */
async function openDashboard(rows: Parameters<typeof openHelpDesk>[1], { isOffline = false } = {}) {
  const device = await openHelpDesk(amina, rows);
  await device.db.setFact('lastSyncAt', Date.now());
  if (isOffline) await device.server.goOffline();
  const router = await openRoute('/dashboard/user');
  const main = within(await screen.findByRole('main'));
  await main.findByRole('heading', { level: 1, name: 'Dashboard' });
  return { ...device, router, main, user: userEvent.setup() };
}

/** The texts of the products that are offered, without their pictures. */
const tiles = () =>
  within(screen.getByRole('region', { name: 'Order again' }))
    .getAllByRole('button')
    .map(({ children }) =>
      [...children]
        .slice(1)
        .map(({ textContent }) => textContent)
        .join(' '),
    );

test('S2E-01 S2E-02 offline the dashboard has the balance with its time and last entries, orders, tickets that await the user, products to order again, and unsent changes', async () => {
  const { db, main } = await openDashboard(
    {
      account: [anAccount(75)],
      ledger: [movement(1), movement(2, { kind: 'add', amount: 50, order_id: null })],
      orders: [orderOf(501, item(1, 'Netflix', 11))],
      products: [netflix],
      categories: [aCategory(1, 'Streaming')],
      tickets: [
        aTicket(1, { last_response_by: 'user', last_response_at: '2026-11-20T12:00:00.000Z' }),
        aTicket(2, { last_response_by: 'admin', last_response_at: '2026-11-18T12:00:00.000Z', status: 'pending' }),
      ],
    },
    { isOffline: true },
  );
  await perform(db, 'ticket.reply', { id: uuid(9001), ticket_id: uuid(1), content: 'Hello' });

  expect(await main.findByText('€75.00')).toBeTruthy();
  expect(await main.findByText('Offline · updated now')).toBeTruthy();
  expect(await main.findByText('+€50.00')).toBeTruthy();
  expect(main.getByText('−€25.00')).toBeTruthy();
  const region = async (name: string) => within(await main.findByRole('region', { name }));
  expect((await (await region('Recent orders')).findByRole('link', { name: /Netflix/ })).getAttribute('href')).toBe(
    '/user/orders?order=501',
  );
  const subjectsIn = async (name: string) =>
    (await (await region(name)).findAllByRole('link', { name: /Subject/ })).map(
      (link) => /Subject \d/.exec(link.textContent ?? '')?.[0],
    );
  expect(await subjectsIn('Needs you')).toEqual(['Subject 2']);
  expect(await subjectsIn('Open tickets')).toEqual(['Subject 1']);
  await waitFor(() => expect(tiles()).toEqual(['Netflix 1 month €25.00']));
  expect(await main.findByText('1 change waits to be sent')).toBeTruthy();
  expect(main.getByRole('link', { name: 'Open the outbox' }).getAttribute('href')).toBe('/dashboard/outbox');
});

test('OF-35 when the notice of unsent changes goes with the focus in it, the next control of the page has the focus', async () => {
  const { db, main } = await openDashboard(
    { account: [anAccount(75)], orders: [orderOf(501, item(1, 'Netflix'))], tickets: [aTicket(1)] },
    { isOffline: true },
  );
  await perform(db, 'ticket.reply', { id: uuid(9001), ticket_id: uuid(1), content: 'Hello' });
  const link = await main.findByRole('link', { name: 'Open the outbox' });
  const controls = [...screen.getByRole('main').querySelectorAll('a[href], button')];
  const next = controls[controls.indexOf(link) + 1];
  link.focus();

  await accept(db, 'ticket.reply');

  await waitFor(() => expect(main.queryByRole('link', { name: 'Open the outbox' })).toBeNull());
  expect(document.activeElement).toBe(next);
});

test('S2E-02 a product to order again opens the popup with the variant of the last order', async () => {
  const { main, router, user } = await openDashboard({
    account: [anAccount(120)],
    orders: [orderOf(1, item(1, 'Netflix', 11)), orderOf(2, item(1, 'Netflix', 12))],
    products: [netflix],
    categories: [aCategory(1, 'Streaming')],
  });

  await user.click(await main.findByRole('button', { name: /^Netflix/ }));

  const popup = within(await screen.findByRole('dialog', { name: 'Place an order' }));
  expect(popup.getByRole<HTMLInputElement>('radio', { name: /1 year/ }).checked).toBe(true);
  expect(popup.getByTestId('order-price').textContent).toBe('€99.00');
  await user.click(popup.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state.location.href).toBe('/dashboard/user');
});

test('S2E-02 the last six products are offered once each, the last ordered first, without those that cannot be ordered', async () => {
  const names = ['Cola', 'Tea', 'Rice', 'Salt', 'Soap', 'Milk', 'Bread'];
  await openDashboard({
    orders: [
      ...names.map((name, at) => orderOf(at + 1, item(at + 10, name))),
      orderOf(20, item(11, 'Tea'), item(30, 'Sold out'), item(31, 'Hidden'), item(32, 'Gone')),
    ],
    products: [
      ...names.map((name, at) => aProduct(at + 10, name)),
      aProduct(30, 'Sold out', { is_out_of_stock: true }),
      aProduct(31, 'Hidden', { category_ids: [2] }),
    ],
    categories: [aCategory(1, 'Food'), aCategory(2, 'Old', { is_active: false })],
  });

  await screen.findByRole('region', { name: 'Order again' });
  const titles = () => tiles().map((text) => text.replace('  €10.00', ''));

  await waitFor(() => expect(titles()).toEqual(['Tea', 'Bread', 'Milk', 'Soap', 'Salt', 'Rice']));
});

test('without an order there is nothing to order again', async () => {
  const { main } = await openDashboard({ account: [anAccount(0)], products: [netflix] });

  expect(await main.findByText('Place your first order')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Order again' })).toBeNull());
});

test('S2E-08 the balance opens the text of the shop about adding balance, also offline', async () => {
  const rows = { account: [anAccount(100)], orders: [anOrder(1)] };
  const { db, main, user } = await openDashboard(rows, { isOffline: true });
  const texts = { en: { title: 'Adding balance', body: 'Pay at the counter.' } };
  await storeArticles(db, [anArticle(1, { kind: 'balance', topic: 'balance', texts })]);

  await user.click(await main.findByRole('button', { name: 'How to add balance' }));

  const opened = await screen.findByRole('dialog', { name: 'How to add balance' });
  // Inside the panel of the balance its texts would have the colour of the panel's.
  expect(opened.closest('section')).toBeNull();
  const dialog = within(opened);
  expect(await dialog.findByText('Pay at the counter.')).toBeTruthy();
  const link = dialog.getByRole('link', { name: 'Ask support to add balance' });
  expect(link.getAttribute('href')).toContain('/user/tickets/create?type=billing');
});
