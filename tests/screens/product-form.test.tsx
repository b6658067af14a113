import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  aCostedProduct,
  aCostedVariant,
  aPicture,
  accepts,
  answers,
  choosePicture,
  fillIn,
  openShop,
  saveButton,
  textField,
  visitProducts,
} from '../support/product-pages.tsx';
import { toastTexts } from '../support/storefront.tsx';

test('S2B-11 S2G-06 S8-29 a new product is sent with all its fields, and its page follows', async () => {
  const { server, sent } = await openShop();
  server.respondWith(accepts());
  const page = visitProducts('/admin/products/create');
  await fillIn(page);
  await page.fill('Cost (€)', '7');
  await page.fill('Description', 'Films and series');
  await page.user.click(screen.getByRole('checkbox', { name: 'Games' }));
  await page.user.click(screen.getByRole('switch', { name: 'On promotion' }));
  expect(screen.getByText(/^Margin:/).textContent).toBe('Margin: €5.50 (44%)');

  await page.user.click(saveButton());

  await waitFor(() => expect(page.address()).toBe('/admin/products/9'));
  expect(toastTexts()).toEqual(['Product created successfully']);
  expect(sent).toMatchObject([
    {
      path: '/api/products',
      fields: {
        title: 'Netflix',
        description: 'Films and series',
        image: 'https://cdn.test/netflix.png',
        price: '12.5',
        cost: '7',
        category_ids: [2, 3],
        is_on_promo: true,
        is_available: true,
        status: 'active',
        has_variants: false,
      },
    },
  ]);
});

test('S5-13 S5-15 S5-16 all faults of the form are shown at once, and the first one gets the focus', async () => {
  const { sent } = await openShop();
  const { user, fill } = visitProducts('/admin/products/create');
  await fill('Price (€)', '0');

  await user.click(saveButton());

  for (const fault of [
    'Title is required.',
    'Price must be at least 0.01.',
    'Picture is required.',
    'Categories is required.',
  ])
    expect(await screen.findByText(fault)).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(textField('Title')));
  await user.type(textField('Title'), 'x');
  await waitFor(() => expect(screen.queryByText('Title is required.')).toBeNull());
  expect(sent).toEqual([]);
});

test('S2G-07 S2G-09 S3-10 S5-14 S5-17 S5-20 S5-21 variants are added, checked and removed', async () => {
  const { server, sent } = await openShop();
  server.respondWith(accepts());
  const page = visitProducts('/admin/products/create');
  await fillIn(page);
  await page.user.click(screen.getByRole('switch', { name: 'Has variants' }));
  await page.user.click(saveButton());
  expect(await screen.findByText('Variants: at least one is required.')).toBeTruthy();

  const add = screen.getByRole('button', { name: 'Add a variant' });
  for (const title of ['Month', 'month', 'Year']) {
    await page.user.click(add);
    const variants = screen.getAllByLabelText(/^Variant \d/);
    await page.user.click(within(variants.at(-1)!).getByLabelText('Title'));
    await page.user.paste(title);
  }
  await page.user.click(saveButton());
  expect(await screen.findByText('Title already exists.')).toBeTruthy();
  const first = within(screen.getByLabelText('Variant 1'));
  expect(first.getByLabelText<HTMLSelectElement>('Status').value).toBe('active');
  await page.user.clear(first.getByLabelText('Title'));
  await page.user.type(first.getByLabelText('Title'), '  ');
  await page.user.click(saveButton());
  expect(await first.findByText('Title is required.')).toBeTruthy();
  await page.user.clear(first.getByLabelText('Title'));
  await page.user.type(first.getByLabelText('Title'), 'Month');
  expect(screen.getAllByText('Price is required.')).toHaveLength(3);

  await page.user.click(screen.getByRole('button', { name: 'Remove variant month' }));
  for (const [at, price] of ['10', '90'].entries()) {
    const variant = within(screen.getByLabelText(`Variant ${at + 1}`));
    await page.user.click(variant.getByLabelText('Price (€)'));
    await page.user.paste(price);
    if (at === 1) await page.user.selectOptions(variant.getByLabelText('Status'), 'inactive');
  }
  await page.user.click(saveButton());

  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.fields.product_variants).toEqual([
    { id: null, title: 'Month', price: '10', cost: '0', status: 'active' },
    { id: null, title: 'Year', price: '90', cost: '0', status: 'inactive' },
  ]);
});

test('S2G-06 S2G-08 a picture is sent as a file; a larger one or another type is not taken', async () => {
  const { server, sent } = await openShop();
  server.respondWith(accepts());
  const page = visitProducts('/admin/products/create');
  await fillIn(page);
  expect(screen.getByText(/^PNG, JPG, GIF or WEBP, up to 4 MB/)).toBeTruthy();

  choosePicture(new File([new Uint8Array(4_194_305)], 'huge.gif', { type: 'image/gif' }));
  expect(await screen.findByText(/“\u2068huge.gif\u2069” is larger than 4 MB/)).toBeTruthy();
  choosePicture(new File(['x'], 'list.pdf', { type: 'application/pdf' }));
  expect(await screen.findByText(/“\u2068list.pdf\u2069” is not a picture/)).toBeTruthy();
  choosePicture(aPicture);
  await waitFor(() => expect(textField('Or its address on the web').value).toBe(''));
  await page.user.click(saveButton());

  await waitFor(() => expect(sent).toHaveLength(1));
  const { image, ...fields } = sent[0]!.fields;
  expect(image).toMatchObject({ name: 'cover.png', type: 'image/png', size: 3 });
  expect(fields).toMatchObject({ title: 'Netflix', 'category_ids[]': '2', is_available: '1' });
});

test('S5-33 S8-03 S8-09 refusals of the server are shown under their fields, and another failure in the form', async () => {
  const { server } = await openShop();
  const page = visitProducts('/admin/products/create');
  await fillIn(page);
  const errors = { category_ids: ['invalid'], title: ['max:200'] };
  server.respondWith(answers([422, { code: 'INVALID_FIELDS', errors }], [500, { code: 'ERROR' }]));

  await page.user.click(saveButton());

  expect(await screen.findByText('Categories is not valid.')).toBeTruthy();
  expect(screen.getByText('Title can have at most 200 characters.')).toBeTruthy();
  await page.user.click(saveButton());
  expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong. Please try again.');
  expect(textField('Title').value).toBe('Netflix');
});

test('S2G-07 an edit shows the variants of the product, and an unknown cost as zero', async () => {
  const variants = [aCostedVariant(1, 'Month', 10, 4), { ...aCostedVariant(2, 'Year', 90, 0), cost: undefined }];
  await openShop({
    products: [aCostedProduct(9, 'Netflix', { has_variants: true, product_variants: variants as never })],
  });

  visitProducts('/admin/products/9/edit');

  const [month, year] = await screen.findAllByRole('group', { name: /^Variant \d/ });
  expect(within(month!).getByDisplayValue('4.00')).toBeTruthy();
  expect(within(year!).getByDisplayValue('0.00')).toBeTruthy();
  expect(screen.getAllByRole('textbox', { name: 'Price (€)' })).toHaveLength(2);
});

test('S2G-12 S2G-14 S2I-19 S3-09 SKU, search words, stock and links are sent; a tracked stock needs its number, and a link https', async () => {
  const { server, sent } = await openShop();
  server.respondWith(accepts());
  const page = visitProducts('/admin/products/create');
  await fillIn(page);
  await page.fill('SKU', 'TV 1');
  await page.fill('Search words', 'ببجي, jeux');
  await page.fill('Video', 'http://videos.test/tv');
  await page.fill('Shop page', 'https://shop.test/tv');
  await page.user.click(screen.getByRole('switch', { name: 'Track stock' }));

  await page.user.click(saveButton());

  expect(await screen.findByText('Units in stock is required.')).toBeTruthy();
  expect(screen.getByText('Video is not valid.')).toBeTruthy();
  await page.fill('Units in stock', '١٢');
  await page.fill('Video', 'https://videos.test/tv');
  await page.user.click(saveButton());

  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]!.fields).toMatchObject({
    sku: 'TV 1',
    search_words: 'ببجي, jeux',
    video_url: 'https://videos.test/tv',
    store_url: 'https://shop.test/tv',
    quantity: '12',
  });
});
