import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aCategory, amina, anAccount, aProduct, aVariant, openDevice, sara, visit } from '../support/storefront.tsx';

const streaming = aCategory(1, 'Streaming', { description: 'Films and series' });

/** The titles of the products on screen, in their order. */
const titles = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
const button = (name: string | RegExp) => screen.getByRole('button', { name });

async function openShop() {
  return openDevice(amina, {
    account: [anAccount(120)],
    categories: [streaming, aCategory(2, 'Music'), aCategory(3, 'Films', { parent_id: 1 })],
    products: [
      aProduct(1, 'netflix', {
        has_variants: true,
        price: 1,
        product_variants: [aVariant(11, '1 month', 15), aVariant(12, '1 year', 99), aVariant(13, 'Old', 2, 'inactive')],
      }),
      aProduct(2, 'Élan TV', { price: 12.5 }),
      aProduct(3, 'Disney+', { price: 9, is_available: false, category_ids: [3] }),
      aProduct(4, 'Spotify', { category_ids: [2] }),
    ],
  });
}

test('S2I-01 D-15 a category shows its title, its description and the number of its products, with those of its subcategories, which are links', async () => {
  await openShop();

  visit('/user/categories/1');

  expect(await screen.findByRole('heading', { level: 1, name: 'Streaming' })).toBeTruthy();
  expect(screen.getByText('Films and series')).toBeTruthy();
  expect(screen.getByText('3 products')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Films 1' }).getAttribute('href')).toBe('/user/categories/3');
});

test('S2I-01 S2I-12 another category in the URL is another page; a category without a description says so', async () => {
  await openShop();
  const { go } = visit('/user/categories/1?search=disney');
  await screen.findByText('1 product');

  await go('/user/categories/2');

  expect(await screen.findByText('No description available')).toBeTruthy();
  expect(titles()).toEqual(['Spotify']);
});

test('S2I-02 S2I-13 a search runs on Enter, ignores case and accents, and starts over at page 1', async () => {
  const { receive } = await openShop();
  await receive('products', ...Array.from({ length: 20 }, (_, at) => aProduct(100 + at, `Gift card ${at}`)));
  const { user, address } = visit('/user/categories/1?page=2');
  await screen.findByText('Showing 13–23 of 23');

  await user.type(screen.getByRole('searchbox'), 'ELAN{Enter}');

  await waitFor(() => expect(titles()).toEqual(['Élan TV']));
  expect(address()).toBe('/user/categories/1?search=ELAN');
});

test('S2I-03 S2I-04 S2I-05 C-19 the Filter button applies prices and sort order; the badge counts them; Clear Filters restores the order by name', async () => {
  await openShop();
  const { user, address } = visit('/user/categories/1');
  await user.click(await screen.findByRole('button', { name: 'Filters' }));
  expect(button('Clear Filters')).toHaveProperty('disabled', true);

  await user.type(screen.getByLabelText('Lowest price (€)'), '10');
  await user.type(screen.getByLabelText('Highest price (€)'), '15');
  await user.selectOptions(screen.getByLabelText('Sort by'), 'Price: high to low');
  expect(titles()).toHaveLength(3);
  await user.click(button('Filter'));

  await waitFor(() => expect(titles()).toEqual(['netflix', 'Élan TV']));
  expect(within(button(/^Filters/)).getByRole('img', { name: '3 active' })).toBeTruthy();
  expect(address()).toBe('/user/categories/1?min_price=10&max_price=15&sort_by=price_desc');

  await user.click(button('Clear Filters'));

  await waitFor(() => expect(titles()).toEqual(['Disney+', 'Élan TV', 'netflix']));
  expect(button('Clear Filters')).toHaveProperty('disabled', true);
  expect(address()).toBe('/user/categories/1');
});

test('S5-30 a lowest price above the highest, or a text that is no price, is an error and filters nothing', async () => {
  await openShop();
  const { user, address } = visit('/user/categories/1');
  await user.click(await screen.findByRole('button', { name: 'Filters' }));
  await user.type(screen.getByLabelText('Lowest price (€)'), '20');
  await user.type(screen.getByLabelText('Highest price (€)'), '5');
  await user.click(button('Filter'));

  expect(screen.getByText('The highest price is below the lowest.')).toBeTruthy();
  await user.clear(screen.getByLabelText('Highest price (€)'));
  await user.type(screen.getByLabelText('Highest price (€)'), 'cheap');
  expect(screen.getByText('Enter a price, for example 12.50.')).toBeTruthy();
  expect(address()).toBe('/user/categories/1');
  expect(titles()).toHaveLength(3);
});

test.each([
  ['', ['Disney+', 'Élan TV', 'netflix']],
  ['name_desc', ['netflix', 'Élan TV', 'Disney+']],
  ['price_asc', ['Disney+', 'Élan TV', 'netflix']],
  ['price_desc', ['netflix', 'Élan TV', 'Disney+']],
  ['newest', ['Disney+', 'Élan TV', 'netflix']],
  ['nonsense', ['Disney+', 'Élan TV', 'netflix']],
])(
  'S2I-06 C-20 sort_by=%s sorts by name without case and accents, by the lowest active price, or by age',
  async (sort, order) => {
    await openShop();

    visit(`/user/categories/1?sort_by=${sort}`);

    await screen.findByText('3 products');
    expect(titles()).toEqual(order);
  },
);

test('S2I-07 the choice of grid or list is stored on this device', async () => {
  await openShop();
  const { user } = visit('/user/categories/1');
  await user.click(await screen.findByRole('button', { name: 'List' }));

  expect(localStorage.getItem('cod_view')).toBe('list');
  expect(button('List').getAttribute('aria-pressed')).toBe('true');
});

test('S2I-08 eight skeleton cards are shown only until the first products are on the device', async () => {
  const { db, receive } = await openDevice(amina);
  await db.setFact('load', { done: 0, total: 500 });

  visit('/user/categories/1');

  expect(await screen.findByTestId('category-header-skeleton')).toBeTruthy();
  await waitFor(() => expect(document.querySelectorAll('[data-skeleton-card]')).toHaveLength(8));
  await receive('categories', streaming);
  await receive('products', aProduct(1, 'Netflix'));
  expect(await screen.findByRole('heading', { name: 'Streaming' })).toBeTruthy();
  await waitFor(() => expect(titles()).toEqual(['Netflix']));
  expect(document.querySelectorAll('[data-skeleton-card]')).toHaveLength(0);
});

test('S2I-09 a page without results says so, and its Clear All also clears the search', async () => {
  await openShop();
  const { user, address } = visit('/user/categories/1?search=zzz&min_price=5');

  expect(await screen.findByText('No products found matching your criteria.')).toBeTruthy();
  await user.click(button('Clear All'));

  await waitFor(() => expect(titles()).toHaveLength(3));
  expect(address()).toBe('/user/categories/1');
});

test('S2I-10 an empty category says so', async () => {
  await openDevice(amina, { categories: [streaming] });

  visit('/user/categories/1');

  expect(await screen.findByText('There are no products available in this category at the moment.')).toBeTruthy();
});

test('S2I-11 twelve products a page; the first page has no previous page and the last no next one', async () => {
  await openDevice(amina, {
    categories: [streaming],
    products: Array.from({ length: 25 }, (_, at) => aProduct(at + 1, `Card ${String(at).padStart(2, '0')}`)),
  });
  const { user, address } = visit('/user/categories/1');
  await screen.findByText('Showing 1–12 of 25');
  expect(button('Previous page')).toHaveProperty('disabled', true);

  await user.click(button('Next page'));
  await screen.findByText('Showing 13–24 of 25');
  expect(address()).toBe('/user/categories/1?page=2');
  await user.click(button('Next page'));

  await screen.findByText('Showing 25–25 of 25');
  expect(button('Next page')).toHaveProperty('disabled', true);
});

test('S9-14 C-37 S1-14 S2G-13 a card shows the price, three other categories and the number of more, and that the product is unavailable and out of stock', async () => {
  await openDevice(amina, {
    categories: [1, 2, 3, 4, 5].map((id) => aCategory(id, `Category ${id}`)),
    products: [
      aProduct(1, 'Netflix', {
        category_ids: [1, 2, 3, 4, 5],
        is_available: false,
        is_out_of_stock: true,
        is_on_promo: true,
        has_variants: true,
        product_variants: [aVariant(1, 'a', 10), aVariant(2, 'b', 20)],
      }),
    ],
  });
  const { user } = visit('/user/categories/1');

  const card = await screen.findByRole('article');
  expect(card.textContent).toContain('from €10.00');
  expect(card.textContent).toContain('Unavailable');
  expect(card.textContent).toContain('Out of stock');
  expect(card.textContent).toContain('Promo');
  expect(within(card).queryByText('Category 5')).toBeNull();
  expect(within(card).queryByText('Category 1')).toBeNull();
  await user.click(within(card).getByRole('button', { name: 'Show 1 more category' }));

  expect(within(card).getByText('Category 5')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('S2I-14 C-10 a card opens the order popup for a customer, with the keyboard too, and the back button closes it', async () => {
  await openShop();
  const { user, back, address } = visit('/user/categories/1');
  await screen.findByRole('button', { name: 'Élan TV' });
  act(() => button('Élan TV').focus());

  await user.keyboard('{Enter}');
  expect(await screen.findByRole('dialog', { name: 'Place an order' })).toBeTruthy();
  expect(address()).toBe('/user/categories/1?buy=2');
  await back();

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(address()).toBe('/user/categories/1');
});

test('C-10 for an admin a card links to the page of the product', async () => {
  await openDevice(sara, { categories: [streaming], products: [aProduct(2, 'Élan TV', { status: 'inactive' })] });

  visit('/admin/categories/1');

  expect((await screen.findByRole('link', { name: 'Élan TV' })).getAttribute('href')).toBe('/admin/products/2');
  expect(screen.getByText('Inactive')).toBeTruthy();
});

test('S2P-01 the catalogue shows the categories with their counts, and searches all products', async () => {
  await openShop();
  const { user } = visit('/user/catalogue');
  expect((await screen.findByRole('link', { name: /Streaming 3/ })).getAttribute('href')).toBe('/user/categories/1');

  await user.type(screen.getByRole('searchbox'), 'spot{Enter}');

  await waitFor(() => expect(titles()).toEqual(['Spotify']));
});
