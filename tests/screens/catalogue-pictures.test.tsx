import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { hueOf, motifOf } from '../../src/client/text/motifs.ts';
import { aCategory, amina, anOrder, aProduct, openDevice, visit } from '../support/storefront.tsx';

test.each([
  ['Gift cards', 'gift'],
  ['Game credits', 'game'],
  ['ألعاب الجوال', 'game'],
  ['شحن رصيد ليبيا', 'phone'],
  ['Recharges Tunisie', 'phone'],
  ['eSIM & travel data', 'sim'],
  ['Puces et forfaits', 'sim'],
  ['Streaming & music', 'screen'],
  ['Music', 'music'],
  ['Shopping', 'bag'],
  ['App stores', 'phone'],
  ['For your shop', 'store'],
  ['رياضة مباشرة', 'sport'],
  ['Antivirus', 'shield'],
  ['VPN & security', 'shield'],
  ['Prepaid payment cards', 'card'],
  ['Tickets de paiement', 'card'],
  ['Phone accessories', 'cable'],
  ['Chargers & cables', 'cable'],
  ['والشواحن', 'cable'],
  ['بطاريات متنقلة', 'battery'],
  ['Écouteurs', 'headphones'],
  ['Casques audio', 'headphones'],
  ['السماعات', 'headphones'],
  ['Pocket Wi-Fi', 'globe'],
  ['Web & e-mail', 'globe'],
  ['PC games', 'game'],
  ['كتب رقمية', 'book'],
  ['Fournitures', 'box'],
  ['Simple things', 'box'],
  ['', 'box'],
])('S2I-20 the drawing of a category is chosen by the words of its title in three languages: %s', (title, motif) => {
  expect(motifOf([title])).toBe(motif);
});

test('S2I-20 a title without a known word leaves the choice to the next text', () => {
  expect(motifOf(['Europe', null, 'eSIM & travel data'])).toBe('sim');
});

test('neighbouring categories have hues that are far apart', () => {
  for (let id = 1; id < 60; id++) {
    const distance = Math.abs(hueOf(id) - hueOf(id + 1)) % 360;
    expect(Math.min(distance, 360 - distance)).toBeGreaterThan(90);
  }
});

const catalogue = {
  categories: [
    aCategory(1, 'Streaming'),
    aCategory(2, 'Netflix & co', { parent_id: 1 }),
    aCategory(3, 'Europe', { parent_id: 4 }),
    aCategory(4, 'eSIM'),
  ],
  products: [
    aProduct(1, 'Netflix', { category_ids: [2], is_on_promo: true, orders_count: 3 }),
    aProduct(2, 'Shahid', { category_ids: [2], is_on_promo: true, orders_count: 8 }),
    aProduct(3, 'Sold out', { category_ids: [2], is_on_promo: true, is_out_of_stock: true }),
    aProduct(4, 'Plain', { category_ids: [3] }),
  ],
};

const motifsIn = (element: Element) =>
  [...element.querySelectorAll('[data-motif]')].map((one) => one.getAttribute('data-motif'));

test('S2I-20 each category of the catalogue has a drawing, a child that names none that of its parent', async () => {
  await openDevice(amina, catalogue);

  visit('/user/catalogue');

  expect(motifsIn(await screen.findByRole('link', { name: 'Streaming 3' }))).toEqual(['screen']);
  expect(motifsIn(screen.getByRole('link', { name: 'Netflix & co 3' }))).toEqual(['film']);
  expect(motifsIn(screen.getByRole('link', { name: 'Europe 1' }))).toEqual(['sim']);
});

test('S2I-21 above the categories are the promotions that can be ordered, the most ordered first, and a link to all', async () => {
  await openDevice(amina, catalogue);
  const { user, address } = visit('/user/catalogue');

  const rail = within(await screen.findByRole('region', { name: 'Promotions' }));
  const titles = rail.getAllByRole('button').map(({ textContent }) => textContent);
  expect(titles).toEqual(['Shahid', 'Netflix']);

  await user.click(rail.getByRole('link', { name: 'View all promotions' }));

  await waitFor(() => expect(screen.queryByRole('region', { name: 'Promotions' })).toBeNull());
  expect(address()).toBe('/user/catalogue?only=promotion');
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toContain('Sold out');
});

test('S2I-21 without promotions there is no such part', async () => {
  await openDevice(amina, { ...catalogue, products: [aProduct(4, 'Plain', { category_ids: [3] })] });

  visit('/user/catalogue');

  await screen.findByRole('link', { name: 'eSIM 1' });
  expect(screen.queryByRole('region', { name: 'Promotions' })).toBeNull();
});

test('S2I-20 the mark of an ordered product without a picture has the drawing of its category', async () => {
  await openDevice(amina, {
    ...catalogue,
    orders: [
      anOrder(501, {
        items: [{ product_id: 4, product_name: 'Plain', product_variant_id: null, variant_name: null, price: 10 }],
      }),
    ],
  });

  visit('/user/orders');

  const opener = await screen.findByRole('button', { name: 'Open order 501' });
  await waitFor(() => expect(new Set(motifsIn(opener.closest('tr')!))).toEqual(new Set(['sim'])));
});
