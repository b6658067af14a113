import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { isOnline } from '../../src/client/sync/connectivity.ts';
import type { ProductRow } from '../../src/contract/products.ts';
import { createKeyedServer } from '../support/keyed-server.ts';
import {
  aCostedProduct,
  aCostedVariant,
  aPicture,
  answerOf,
  choosePicture,
  fillIn,
  openShop,
  saveButton,
  visitProducts,
} from '../support/product-pages.tsx';
import type { Script } from '../support/storefront.tsx';

const offline = 'You are offline, or the server cannot be reached.';

const productServer = (...products: ProductRow[]) =>
  createKeyedServer(
    { path: '/api/products', entity: 'products', answer: (saved) => ({ product: rowOf(saved) }) },
    products.map((product) => ({ ...product })),
  );

/** A product as the server stores what a form has sent. */
function rowOf(saved: Partial<ProductRow> = {}) {
  const { image, price, cost, product_variants: variants = [] } = saved;
  const row = {
    ...aCostedProduct(0, ''),
    ...saved,
    image: String(image).startsWith('/') ? (image ?? null) : '/files/catalog/a.webp',
    price: Number(price),
    cost: Number(cost),
    quantity: null,
    product_variants: variants.map((one, at) => aCostedVariant(one.id ?? 70 + at, one.title, Number(one.price), 0)),
  };
  return answerOf(row).product;
}

type Server = ReturnType<typeof productServer>;

async function reconnect(device: Awaited<ReturnType<typeof openShop>>, { script }: Server): Promise<void> {
  await device.server.goOnline(script);
  await expect.poll(isOnline).toBe(true);
  await waitFor(() => expect(saveButton().hasAttribute('disabled')).toBe(false));
}

/** Sends the form of a new product, whose request or answer gets lost. */
async function createAndLose(
  what: 'request' | 'answer',
  fillMore: (page: ReturnType<typeof visitProducts>) => unknown,
) {
  const device = await openShop();
  const keyed = productServer();
  // A form with a file is no JSON.
  const readForm = (body: object) => {
    const { title, price, cost } = device.sent.at(-1)?.fields ?? {};
    return 'title' in body ? body : { title, price, cost, category_ids: [2] };
  };
  const script: Script = (asked) =>
    keyed.script(
      asked.method === 'POST' && asked.path.startsWith('/api/products')
        ? { ...asked, body: readForm(asked.body) }
        : asked,
    );
  const shop = { ...keyed, script };
  device.server.respondWith(script);
  const page = visitProducts('/admin/products/create');
  await fillIn(page);
  await fillMore(page);
  shop.lose(what);
  await page.user.click(saveButton());
  await screen.findByText(offline);
  await reconnect(device, shop);
  return { ...device, page, shop };
}

test.each(['request', 'answer'] as const)(
  'S7-33 a product is created once when the %s was lost and its price has changed since',
  async (what) => {
    const { page, shop, sent } = await createAndLose(what, () => choosePicture(aPicture));
    await page.fill('Price (€)', '13');

    await page.user.click(saveButton());

    await waitFor(() => expect(page.address()).toBe('/admin/products/40'));
    expect(shop.records).toMatchObject([{ title: 'Netflix', price: '13' }]);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(2);
  },
);

test('S7-33 after a lost answer the same product with its picture is sent again with the same key', async () => {
  const { page, shop, sent } = await createAndLose('answer', () => choosePicture(aPicture));

  await page.user.click(saveButton());

  await waitFor(() => expect(page.address()).toBe('/admin/products/40'));
  expect(shop.records).toHaveLength(1);
  expect(sent.map(({ path }) => path)).toEqual(['/api/products', '/api/products']);
  expect(sent[1]!.key).toBe(sent[0]!.key);
});

test('S7-33 the variants of a product whose answer was lost are changed, and not made again', async () => {
  const { page, shop, sent } = await createAndLose('answer', async ({ user }) => {
    await user.click(screen.getByRole('switch', { name: 'Has variants' }));
    await user.click(screen.getByRole('button', { name: 'Add a variant' }));
    const variant = within(screen.getByRole('group', { name: 'Variant 1' }));
    await user.type(variant.getByRole('textbox', { name: 'Title' }), 'Month');
    await user.type(variant.getByRole('textbox', { name: 'Price (€)' }), '5');
  });
  await page.user.type(
    within(screen.getByRole('group', { name: 'Variant 1' })).getByRole('textbox', { name: 'Price (€)' }),
    '0',
  );

  await page.user.click(saveButton());

  await waitFor(() => expect(page.address()).toBe('/admin/products/40'));
  expect(shop.records).toHaveLength(1);
  expect(sent.at(-1)).toMatchObject({
    path: '/api/products/40',
    revision: '"1"',
    fields: { product_variants: [{ id: 70, title: 'Month', price: '50' }] },
  });
});

/** Changes the price of a product, whose answer gets lost. */
async function editAndLose() {
  const product = aCostedProduct(9, 'Netflix', { rev: 41, image: '/files/catalog/a.webp' });
  const device = await openShop({ products: [product] });
  const shop = productServer(product);
  device.server.respondWith(shop.script);
  const page = visitProducts('/admin/products/9/edit');
  await page.fill('Price (€)', '11');
  shop.lose('answer');
  await page.user.click(saveButton());
  await screen.findByText(offline);
  await reconnect(device, shop);
  return { ...device, page, shop };
}

test('S2B-12 D-2 an edit whose answer was lost is no conflict with the same admin’s next one', async () => {
  const { page, shop, sent } = await editAndLose();
  await page.fill('Price (€)', '12');

  await page.user.click(saveButton());

  await waitFor(() => expect(page.address()).toBe('/admin/products/9'));
  expect(shop.records).toMatchObject([{ price: '12' }]);
  expect(sent.map(({ revision }) => revision)).toEqual(['"41"', '"42"']);
});

test('S2B-12 D-2 after a lost answer, an edit of another admin since is a conflict', async () => {
  const { page, shop } = await editAndLose();
  shop.saveElsewhere(9, { title: 'Netflix HD' });
  await page.fill('Price (€)', '12');

  await page.user.click(saveButton());

  expect(await screen.findByText('Changed by two people')).toBeTruthy();
  expect(shop.records).toMatchObject([{ title: 'Netflix HD', price: '11' }]);
  await page.user.click(saveButton());
  await waitFor(() => expect(page.address()).toBe('/admin/products/9'));
  expect(shop.records).toMatchObject([{ title: 'Netflix HD', price: '12' }]);
});
