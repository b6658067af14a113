import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  aCategory,
  amina,
  anOrder,
  aProduct,
  aVariant,
  openDevice,
  toastTexts,
  visit,
} from '../support/storefront.tsx';

const row = async (id: number) =>
  (await screen.findByRole('button', { name: `Open order ${id}` })).closest('tr') as HTMLElement;
const ids = () =>
  screen
    .queryAllByRole('button', { name: /^Open order/ })
    .map((opener) => opener.getAttribute('aria-label')!.replace('Open order ', '#'));

const netflix = aProduct(1, 'Netflix', { has_variants: true, product_variants: [aVariant(11, '1 month', 25)] });
const netflixItem = anOrder(1).items[0]!;
const many = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    anOrder(at + 1, { created_at: new Date(Date.UTC(2026, 0, 1, at)).toISOString() }),
  );

test('S2L-01 S1-14 a row shows id, products with their variant, total, status, date and attachment', async () => {
  await openDevice(amina, {
    orders: [
      anOrder(501, {
        total_price: 1234.5,
        status: 'new',
        file_url: '/files/proofs/501.pdf',
        items: [netflixItem, { ...netflixItem, product_name: 'Gift card', variant_name: null }],
      }),
    ],
  });

  visit('/user/orders');

  const cells = within(await row(501));
  expect(cells.getByText('#501')).toBeTruthy();
  expect((await row(501)).textContent).toContain('Netflix\u00a0· 1 monthand 1 more');
  expect(cells.getByText('€1,234.50')).toBeTruthy();
  expect(cells.getByText('New')).toBeTruthy();
  expect(cells.getByTitle(/^Nov 20, 2026, /)).toBeTruthy();
  expect(cells.getByRole('button', { name: 'Attachment of order 501' })).toBeTruthy();
});

test('S2L-01 a row has the picture of its first product, or the mark that is drawn for it', async () => {
  await openDevice(amina, {
    products: [aProduct(1, 'Netflix', { image: '/files/catalog/netflix.webp' })],
    orders: [
      anOrder(501, { items: [{ ...netflixItem, product_id: 1 }] }),
      anOrder(502, { items: [{ ...netflixItem, product_id: 2, product_name: 'Removed' }] }),
    ],
  });

  visit('/user/orders');

  await waitFor(async () =>
    expect((await row(501)).querySelector('img')?.getAttribute('src')).toBe('/files/catalog/netflix.webp'),
  );
  expect((await row(502)).querySelector('[data-row-picture] svg')).toBeTruthy();
});

test('S2L-02 S2K-05 the proof of an order opens as a large picture over its details, with a download; offline it says why not', async () => {
  const { server } = await openDevice(amina, { orders: [anOrder(501, { file_url: '/api/files/x' }), anOrder(502)] });
  const { user } = visit('/user/orders?order=501');
  const details = within(await screen.findByRole('dialog', { name: 'Order #501' }));

  await user.click(await details.findByRole('button', { name: 'Attachment of order 501' }));

  const picture = await screen.findByRole<HTMLImageElement>('img', { name: 'Attachment of order 501' });
  expect(picture.getAttribute('src')).toBe('/api/files/x');
  const viewer = within(picture.closest('dialog')!);
  expect(viewer.getByRole('link', { name: 'Download' }).getAttribute('href')).toBe('/api/files/x');
  // As Escape does in a browser: it closes the picture only.
  fireEvent(picture.closest('dialog')!, new Event('cancel', { cancelable: true }));
  await waitFor(() => expect(screen.queryByRole('img', { name: 'Attachment of order 501' })).toBeNull());
  expect(screen.getByRole('dialog', { name: 'Order #501' })).toBeTruthy();
  await server.goOffline();
  await user.click(details.getByRole('button', { name: 'Attachment of order 501' }));
  expect(await screen.findByText('You are offline. This needs a connection.')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Download' })).toBeNull();
  expect(within(await row(502)).queryByRole('button', { name: /^Attachment/ })).toBeNull();
});

test('S2L-02 a row opens its details: lines with variants, message, notes, and links to a ticket and to “Order again”', async () => {
  await openDevice(amina, {
    products: [netflix],
    categories: [aCategory(1, 'Streaming')],
    orders: [anOrder(501, { status: 'completed', message: 'For my sister <b>', notes: 'Code: ABC-123' })],
  });
  const { user, address, back } = visit('/user/orders');

  await user.click(await screen.findByTitle(/^Nov 20, 2026, /));

  const details = within(await screen.findByRole('dialog', { name: 'Order #501' }));
  expect(await details.findByText('Completed', { selector: 'dd *' })).toBeTruthy();
  expect(details.getByText('1 month')).toBeTruthy();
  expect(details.getByText('For my sister <b>')).toBeTruthy();
  expect(details.getByText('Code: ABC-123')).toBeTruthy();
  expect(details.getByRole('link', { name: 'New ticket about this order' }).getAttribute('href')).toBe(
    '/user/tickets/create?order_id=501',
  );
  expect((await details.findByRole('link', { name: 'Order again' })).getAttribute('href')).toBe(
    '/user/orders?buy=1&variant=11',
  );
  expect(address()).toBe('/user/orders?order=501');
  await back();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('S2L-02 “Order again” opens the order popup in place of the details', async () => {
  await openDevice(amina, { products: [netflix], categories: [aCategory(1, 'Streaming')], orders: [anOrder(501)] });
  const { user } = visit('/user/orders?order=501');

  await user.click(await screen.findByRole('link', { name: 'Order again' }));

  expect(await screen.findByRole('dialog', { name: 'Place an order' })).toBeTruthy();
  expect(screen.queryByRole('dialog', { name: 'Order #501' })).toBeNull();
});

test('orders are listed newest first, ten a page; page and size are in the URL', async () => {
  await openDevice(amina, { orders: many(23) });
  const { user, address } = visit('/user/orders');
  await screen.findByText('Showing 1–10 of 23');
  expect(ids()[0]).toBe('#23');

  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await screen.findByText('Showing 11–20 of 23');
  expect(address()).toBe('/user/orders?page=2');
  await user.selectOptions(screen.getByLabelText('Rows per page'), '50');

  await screen.findByText('Showing 1–23 of 23');
  expect(address()).toBe('/user/orders?per_page=50');
});

test('a search and a status filter the list together, also from the URL', async () => {
  await openDevice(amina, {
    orders: [
      anOrder(1, { status: 'completed' }),
      anOrder(2),
      anOrder(3, { status: 'completed', items: [{ ...netflixItem, product_name: 'Café crème' }] }),
    ],
  });
  const { user, address } = visit('/user/orders?status=completed');
  await waitFor(() => expect(ids()).toEqual(['#3', '#1']));

  await user.type(screen.getByRole('searchbox'), 'cafe creme{Enter}');

  await waitFor(() => expect(ids()).toEqual(['#3']));
  expect(address()).toBe('/user/orders?status=completed&search=cafe+creme');
  await user.type(screen.getByRole('searchbox'), 'zzz{Enter}');
  expect(await screen.findByText('No orders found matching your criteria.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Clear All' }));
  await waitFor(() => expect(ids()).toHaveLength(3));
});

test('an order is found by its number', async () => {
  await openDevice(amina, { orders: many(23) });

  visit('/user/orders?search=%2317');

  await waitFor(() => expect(ids()).toEqual(['#17']));
});

test('a customer without orders sees a sentence instead of an empty table', async () => {
  await openDevice(amina);

  visit('/user/orders');

  expect(await screen.findByText('You have not ordered anything yet.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Browse the catalogue' }).getAttribute('href')).toBe('/user/catalogue');
});

test('an order that arrives while the list is open is shown', async () => {
  const { receive } = await openDevice(amina, { orders: [anOrder(1)] });
  visit('/user/orders');
  await row(1);

  await receive('orders', anOrder(2));

  await waitFor(() => expect(ids()).toEqual(['#2', '#1']));
});

test('an order in doubt is shown above the list until its outcome is known', async () => {
  const { db, server } = await openDevice(amina, { orders: [anOrder(1)] });
  let isReachable = false;
  server.respondWith(({ path }) =>
    isReachable && path === '/api/outcomes/cancel'
      ? [200, { code: 'SUCCESS', state: 'cancelled', touched: [] }]
      : 'lost',
  );
  await db.pledges.add({
    key: '019a0000-0000-7000-8000-000000000001',
    state: 'asked',
    call: 'placeOrder',
    about: { product_id: 1, title: 'Netflix, 1 month' },
    createdAt: Date.now() + 60_000,
  });
  const { user } = visit('/user/orders');
  expect((await screen.findByText(/it is not known yet whether it was placed\./)).textContent).toBe(
    'Order of Netflix, 1 month: it is not known yet whether it was placed.',
  );

  await user.click(screen.getByRole('button', { name: 'Check now' }));
  expect(await screen.findByText(/Still no answer/)).toBeTruthy();
  isReachable = true;
  await user.click(screen.getByRole('button', { name: 'Check now' }));

  await waitFor(() => expect(screen.queryByRole('button', { name: 'Check now' })).toBeNull());
  await waitFor(async () => expect(await db.pledges.toArray()).toMatchObject([{ outcome: 'cancelled' }]));
  expect(toastTexts()).toEqual([]);
});

test('while the orders are still being counted, the newest are shown with the filters above them', async () => {
  const { db } = await openDevice(amina, { orders: many(30) });
  // The list counts the orders by their primary keys.
  const all = db.orders.toCollection.bind(db.orders);
  let count = () => {};
  const counted = new Promise<void>((resolve) => (count = resolve));
  db.orders.toCollection = () => {
    const collection = all();
    const keys = collection.primaryKeys.bind(collection) as () => ReturnType<typeof collection.primaryKeys>;
    return Object.assign(collection, { primaryKeys: () => counted.then(keys) });
  };

  visit('/user/orders');

  expect(await row(30)).toBeTruthy();
  expect(screen.getByRole('searchbox', { name: 'Search orders' })).toBeTruthy();
  count();
  expect(await screen.findByText(/of 30/)).toBeTruthy();
});

test('S2L-01 the search has a short placeholder, which fits on a phone in French, beside its full name', async () => {
  await openDevice(amina, { orders: [anOrder(1)] });

  visit('/user/orders');

  expect(await screen.findByRole('searchbox', { name: 'Search orders' })).toHaveProperty('placeholder', 'Search');
});
