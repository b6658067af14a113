import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aCategory, amina, aProduct, openDevice, visit } from '../support/storefront.tsx';

/** The titles of the products on screen, in their order. */
const titles = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
const link = (name: string) => screen.findByRole('link', { name });
const searchBox = () => screen.getByRole('searchbox');

const openShop = (...more: object[]) =>
  openDevice(amina, {
    categories: [aCategory(1, 'Streaming'), aCategory(2, 'Headphones'), aCategory(3, 'ألعاب الجوال')],
    products: [
      aProduct(1, 'Netflix Gift Card', { is_on_promo: true }),
      aProduct(2, 'Spotify Premium', { is_on_promo: true, is_available: false }),
      aProduct(3, 'Audio cable', { category_ids: [2], is_out_of_stock: true }),
      aProduct(4, 'شدات ببجي موبايل', { category_ids: [3] }),
      aProduct(5, 'PUBG gift', { category_ids: [3], description: 'بطاقة' }),
      ...more,
    ],
  });

test('S2I-15 S2I-16 the products are filtered with each typed character, exact matches first; Enter puts the search into the address', async () => {
  await openShop();
  const { user, address } = visit('/user/catalogue');
  await link('Streaming 2');

  await user.type(searchBox(), 'pubg');

  await waitFor(() => expect(titles()).toEqual(['PUBG gift', 'شدات ببجي موبايل']));
  expect(screen.getByText('2 products')).toBeTruthy();
  expect(address()).toBe('/user/catalogue');
  await user.keyboard('{Enter}');

  await waitFor(() => expect(address()).toBe('/user/catalogue?search=pubg'));
  expect(titles()).toEqual(['PUBG gift', 'شدات ببجي موبايل']);
  expect(searchBox()).toHaveProperty('value', 'pubg');
});

test('S2I-15 S2I-16 on the page of a category a typed word with errors finds its product, and the cleared field shows all again', async () => {
  await openShop();
  const { user, address } = visit('/user/categories/1');
  await screen.findByText('2 products');

  await user.type(searchBox(), 'netfilx');
  await waitFor(() => expect(titles()).toEqual(['Netflix Gift Card']));
  await user.click(screen.getByRole('button', { name: 'Clear search' }));

  await waitFor(() => expect(titles()).toEqual(['Netflix Gift Card', 'Spotify Premium']));
  expect(searchBox()).toHaveProperty('value', '');
  expect(address()).toBe('/user/categories/1');
});

test('S2I-15 S2I-13 a typed search starts at page 1, and its next page has it in the address', async () => {
  await openShop(...Array.from({ length: 30 }, (_, at) => aProduct(100 + at, `Gift ${at}`)));
  const { user, address } = visit('/user/categories/1?page=3');
  await screen.findByText('Showing 25–32 of 32');

  await user.type(searchBox(), 'gift');
  await screen.findByText('Showing 1–12 of 31');
  await user.click(screen.getByRole('button', { name: 'Next page' }));

  await screen.findByText('Showing 13–24 of 31');
  expect(address()).toBe('/user/categories/1?page=2&search=gift');
});

test('S2I-18 S3-08 C-19 the panel filters for promotions and for what can be ordered, and the address keeps both', async () => {
  await openShop();
  const { user, address } = visit('/user/catalogue');
  await user.click(await screen.findByRole('button', { name: 'Filters' }));
  await user.click(screen.getByRole('checkbox', { name: 'Available now' }));
  await user.click(screen.getByRole('button', { name: 'Filter' }));

  await waitFor(() => expect(titles()).toEqual(['Netflix Gift Card', 'PUBG gift', 'شدات ببجي موبايل']));
  await user.click(screen.getByRole('checkbox', { name: 'On promotion' }));
  await user.click(screen.getByRole('button', { name: 'Filter' }));

  await waitFor(() => expect(titles()).toEqual(['Netflix Gift Card']));
  expect(screen.getByRole('img', { name: '2 active' })).toBeTruthy();
  expect(new URLSearchParams(address().split('?')[1]).get('only')).toBe('available,promotion');
});

test('S2I-18 an address with these filters shows them chosen, and without unknown ones', async () => {
  await openShop();

  visit('/user/catalogue?only=nonsense,promotion');

  await waitFor(() => expect(titles()).toEqual(['Netflix Gift Card', 'Spotify Premium']));
  expect(screen.getByRole('checkbox', { name: 'On promotion' })).toHaveProperty('checked', true);
  expect(screen.getByRole('img', { name: '1 active' })).toBeTruthy();
});

test('S2I-17 a search that finds nothing in a category links to the products of the others', async () => {
  await openShop();
  const { user, address } = visit('/user/categories/1');
  await screen.findByText('2 products');

  await user.type(searchBox(), 'audo cable');
  await user.click(await link('1 product in the whole catalogue'));

  await waitFor(() => expect(titles()).toEqual(['Audio cable']));
  expect(address()).toBe('/user/catalogue?search=audo+cable');
});

test.each([
  ['headfones', 'Headphones', '/user/categories/2'],
  ['العاب', 'ألعاب الجوال', '/user/categories/3'],
  ['nitflux', 'Netflix Gift Card', '/user/catalogue?search=Netflix+Gift+Card'],
])('S2I-17 “%s” finds nothing and offers “%s”', async (search, title, href) => {
  await openShop();
  const { user } = visit('/user/catalogue');
  await link('Streaming 2');

  await user.type(searchBox(), search);

  expect((await link(title)).getAttribute('href')).toBe(href);
  expect(screen.getByText(/Did you mean/)).toBeTruthy();
});

test('S2I-17 a search whose matches only the filters hide offers to search without them, and suggests nothing else', async () => {
  await openShop();
  const { user, address } = visit('/user/catalogue?search=netflix&min_price=500');
  await screen.findByText('No products found matching your criteria.');
  expect(screen.queryByText(/Did you mean|whole catalogue/)).toBeNull();

  await user.click(screen.getByRole('button', { name: 'Search without filters' }));

  await waitFor(() => expect(titles()).toEqual(['Netflix Gift Card']));
  expect(address()).toBe('/user/catalogue?search=netflix');
});
