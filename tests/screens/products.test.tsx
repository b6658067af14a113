import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { currentToasts } from '../../src/client/ui/toast.ts';
import { park, waitingIn } from '../support/help-desk.tsx';
import { aCostedProduct, aCostedVariant, openShop, visitProducts } from '../support/product-pages.tsx';
import { anOrder, aVariant, toastTexts } from '../support/storefront.tsx';

const row = async (title: string) =>
  within((await screen.findByRole('button', { name: `Open product ${title}` })).closest('tr') as HTMLElement);
const opener = 'Open product ';
const titles = () =>
  screen
    .queryAllByRole('button', { name: new RegExp(`^${opener}`) })
    .map((button) => button.getAttribute('aria-label')?.slice(opener.length));
const toggleOf = (title: string) => screen.getByRole('switch', { name: `${title} is available` }) as HTMLInputElement;

test('S2B-10 S2G-01 S2G-02 the list shows every product, newest first, with its facts and links', async () => {
  await openShop({
    products: [
      aCostedProduct(1, 'Old', { status: 'inactive', is_available: false }),
      aCostedProduct(2, 'Netflix', {
        orders_count: 1234,
        has_variants: true,
        product_variants: [aVariant(1, 'a', 30), aVariant(2, 'b', 25), aVariant(3, 'c', 5, 'inactive')],
        created_at: '2026-11-20T12:00:00.000Z',
      }),
    ],
  });

  visitProducts('/admin/products');

  const netflix = await row('Netflix');
  expect(titles()).toEqual(['Netflix', 'Old']);
  for (const text of ['#2', '€25.00', '1,234', 'Active', 'Nov 20, 2026', 'Streaming'])
    expect(netflix.getByText(text)).toBeTruthy();
  expect(netflix.getByText(/^from/)).toBeTruthy();
  expect(netflix.getByRole('link', { name: 'View Netflix' }).getAttribute('href')).toBe('/admin/products/2');
  expect(netflix.getByRole('link', { name: 'Edit Netflix' }).getAttribute('href')).toBe('/admin/products/2/edit');
  expect((await row('Old')).getByText('Inactive')).toBeTruthy();
  expect(toggleOf('Old').checked).toBe(false);
  expect(screen.getByRole('link', { name: 'New product' }).getAttribute('href')).toBe('/admin/products/create');
});

test('S2G-01 the search finds titles and descriptions whatever their accents, and filters narrow the list', async () => {
  await openShop({
    products: [
      aCostedProduct(1, 'Café', { category_ids: [3] }),
      aCostedProduct(2, 'Tea', { description: 'with CAFÉ taste', status: 'inactive' }),
      aCostedProduct(3, 'Water', { is_available: false, quantity: 0, is_out_of_stock: true }),
    ],
  });
  const { user, go } = visitProducts('/admin/products');
  await row('Water');

  await user.type(screen.getByRole('searchbox'), 'cafe{Enter}');
  await waitFor(() => expect(titles()).toEqual(['Tea', 'Café']));

  await go('/admin/products?category=3');
  await waitFor(() => expect(titles()).toEqual(['Café']));
  await go('/admin/products?status=inactive');
  await waitFor(() => expect(titles()).toEqual(['Tea']));
  await go('/admin/products?availability=unavailable');
  await waitFor(() => expect(titles()).toEqual(['Water']));
  expect((await row('Water')).getByText('Out of stock')).toBeTruthy();
  await go('/admin/products?availability=out-of-stock');
  await waitFor(() => expect(titles()).toEqual(['Water']));
  await go('/admin/products?search=nothing');
  expect(await screen.findByText('No products found matching your criteria.')).toBeTruthy();
});

test('S2G-05 a row shows two categories, and the rest on request', async () => {
  await openShop({ products: [aCostedProduct(1, 'Netflix', { category_ids: [1, 2, 3, 4] })] });
  const { user, address } = visitProducts('/admin/products');
  const netflix = await row('Netflix');
  expect(netflix.queryByText('Games')).toBeNull();

  await user.click(netflix.getByRole('button', { name: 'Show 2 more categories' }));

  expect(netflix.getByText('Games')).toBeTruthy();
  expect(netflix.getByText('Music')).toBeTruthy();
  expect(address()).toBe('/admin/products');
});

test('S2G-03 the switch works offline, shows that it waits, and can be undone', async () => {
  const { db, server } = await openShop({ products: [aCostedProduct(1, 'Netflix')] });
  await server.goOffline();
  const { user } = visitProducts('/admin/products');
  const netflix = await row('Netflix');

  await user.click(toggleOf('Netflix'));

  await waitFor(() => expect(toggleOf('Netflix').checked).toBe(false));
  expect(netflix.getByText('Waiting to be sent')).toBeTruthy();
  expect(await waitingIn(db)).toEqual([
    { kind: 'product.availability', args: { product_id: 1, is_available: false }, state: 'queued' },
  ]);
  act(() => currentToasts().at(-1)?.action?.onSelect());
  await waitFor(() => expect(toggleOf('Netflix').checked).toBe(true));
  expect(await waitingIn(db)).toEqual([]);
});

test('S2G-03 a refused switch goes back and says why', async () => {
  const { db } = await openShop({ products: [aCostedProduct(1, 'Netflix')] });
  const { user } = visitProducts('/admin/products');
  await row('Netflix');
  await user.click(toggleOf('Netflix'));
  await waitFor(() => expect(toggleOf('Netflix').checked).toBe(false));

  await park(db, 'product.availability', 'failed', { status: 403, code: 'FORBIDDEN' });

  await waitFor(() => expect(toggleOf('Netflix').checked).toBe(true));
  await waitFor(() =>
    expect(toastTexts()).toEqual(['The availability could not be updated. · You are not authorized to do this.']),
  );
});

test('S2G-04 a shop without products says so and offers the first one', async () => {
  await openShop();

  visitProducts('/admin/products');

  expect(await screen.findByText('There are no products yet.')).toBeTruthy();
  expect(screen.getAllByRole('link', { name: 'New product' }).length).toBeGreaterThan(0);
  expect(screen.queryByRole('searchbox')).toBeNull();
});

test('S2B-13 S2G-10 a product’s page shows its price, cost, margin and categories, also offline', async () => {
  const { server } = await openShop({
    products: [aCostedProduct(5, 'Netflix', { description: 'Films\nand series', category_ids: [1, 3], cost: 7.5 })],
  });
  await server.goOffline();
  const { user, address } = visitProducts('/admin/products');

  await user.click(await screen.findByRole('button', { name: 'Open product Netflix' }));

  expect(await screen.findByRole('heading', { name: 'Netflix' })).toBeTruthy();
  expect(address()).toBe('/admin/products/5');
  const facts = within(screen.getByText('Margin').closest('dl') as HTMLElement);
  expect(facts.getByText('€10.00')).toBeTruthy();
  expect(facts.getByText('€7.50')).toBeTruthy();
  expect(facts.getByText('Margin').nextSibling?.textContent).toBe('€2.50 (25%)');
  expect(facts.getByRole('link', { name: 'Games' }).getAttribute('href')).toBe('/admin/categories/3');
  expect(screen.getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe('/admin/products/5/edit');
});

test('S2G-14 S2G-12 S2I-19 the page shows SKU, search words, stock and links, which open apart from the app', async () => {
  const links = { video_url: 'https://videos.test/5', store_url: 'https://shop.test/5' };
  await openShop({
    products: [aCostedProduct(5, 'Netflix', { sku: 'TV 5', search_words: 'séries, أفلام', quantity: 12, ...links })],
  });

  visitProducts('/admin/products/5');

  const facts = within((await screen.findByText('Margin')).closest('dl') as HTMLElement);
  expect(facts.getByText('SKU').nextSibling?.textContent).toBe('TV 5');
  expect(facts.getByText('Search words').nextSibling?.textContent).toBe('séries, أفلام');
  expect(facts.getByText('Stock').nextSibling?.textContent).toBe('12 in stock');
  const video = facts.getByRole('link', { name: 'Video' });
  expect([video.getAttribute('href'), video.getAttribute('rel'), video.getAttribute('target')]).toEqual([
    links.video_url,
    'noopener noreferrer',
    '_blank',
  ]);
  expect(facts.getByRole('link', { name: 'Shop page' }).getAttribute('href')).toBe(links.store_url);
});

test('S2B-13 the page lists each variant with its margin, and the orders on this device', async () => {
  const order = { product_id: 5, product_name: 'Netflix', product_variant_id: 1, variant_name: 'Month', price: 10 };
  await openShop({
    products: [
      aCostedProduct(5, 'Netflix', {
        has_variants: true,
        orders_count: 12,
        product_variants: [aCostedVariant(1, 'Month', 10, 12), aCostedVariant(2, 'Year', 90, 45)],
      }),
    ],
    orders: [anOrder(71, { items: [order] }), anOrder(72, { items: [{ ...order, product_id: 6 }] })],
  });

  visitProducts('/admin/products/5');

  const variants = within(await screen.findByRole('table', { name: 'Variants' }));
  const year = within(variants.getByText('Year').closest('tr') as HTMLElement);
  expect(year.getAllByRole('cell')[3]?.textContent).toBe('€45.00 (50%)');
  expect(variants.getByText(/-20%/)).toBeTruthy();
  expect(await screen.findByText('#71')).toBeTruthy();
  expect(screen.queryByText('#72')).toBeNull();
  expect(screen.getByRole('link', { name: 'View all 12' }).getAttribute('href')).toBe('/admin/orders?product=5');
});

test('an address of a product that does not exist says so', async () => {
  await openShop();

  visitProducts('/admin/products/99');

  expect(await screen.findByText('This product is not in the catalogue.')).toBeTruthy();
});
