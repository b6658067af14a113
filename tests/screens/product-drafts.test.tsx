import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  answerOf,
  aCostedProduct,
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

test('S2B-11 S2G-07 the form with its picture survives a reload, until it is saved', async () => {
  const { db, server, sent } = await openShop();
  server.respondWith(accepts());
  const before = visitProducts('/admin/products/create');
  await fillIn(before);
  choosePicture(aPicture);
  await before.user.click(screen.getByRole('switch', { name: 'Has variants' }));
  await before.user.click(screen.getByRole('button', { name: 'Add a variant' }));
  await before.user.type(
    within(screen.getByRole('group', { name: 'Variant 1' })).getByRole('textbox', { name: 'Title' }),
    'Month',
  );
  await waitFor(async () => expect(await db.drafts.count()).toBe(2));
  before.close();

  const { user, fill } = visitProducts('/admin/products/create');

  await waitFor(() => expect(screen.getAllByRole('textbox', { name: 'Title' })).toHaveLength(2));
  expect(screen.getAllByDisplayValue(/Netflix|Month/)).toHaveLength(2);
  await fill('Price (€)', '5');
  await user.click(saveButton());
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.fields.image).toMatchObject({ name: 'cover.png', size: 3 });
  await waitFor(async () => expect(await db.drafts.count()).toBe(0));
});

test('OF-20 a message says that a full device does not keep the chosen picture, which stays in the form', async () => {
  const { db } = await openShop();
  visitProducts('/admin/products/create');
  await screen.findByRole('group', { name: 'Picture' });
  db.drafts.hook('creating', (key: unknown) => {
    if (String(key).endsWith('.picture')) throw new DOMException('full', 'QuotaExceededError');
  });

  choosePicture(aPicture);

  await waitFor(() => expect(toastTexts()).toEqual(['Not saved on this device: it is full.']));
  expect(await screen.findByRole('button', { name: 'Remove picture' })).toBeTruthy();
});

test('S2B-12 S7-34 an edit sends the revision that it is based on, and keeps the picture', async () => {
  const product = aCostedProduct(9, 'Netflix', { image: '/files/catalog/a.webp', rev: 41, category_ids: [1, 3] });
  const { server, sent } = await openShop({ products: [product] });
  server.respondWith(accepts(product));
  const { user, fill, address } = visitProducts('/admin/products/9/edit');
  await fill('Price (€)', '11');

  await user.click(saveButton());

  await waitFor(() => expect(address()).toBe('/admin/products/9'));
  expect(sent).toMatchObject([
    {
      path: '/api/products/9',
      revision: '"41"',
      fields: { title: 'Netflix', price: '11', cost: '7', image_changed: false, category_ids: [1, 3] },
    },
  ]);
  expect(sent[0]?.fields).not.toHaveProperty('image');
  expect(toastTexts()).toEqual(['Product updated successfully']);
});

test('D-2 when another admin has saved the product, both versions are shown, and each field is chosen', async () => {
  const product = aCostedProduct(9, 'Netflix', { rev: 41 });
  const { server, sent } = await openShop({ products: [product] });
  const newer = { ...product, title: 'Netflix Premium', price: 15, description: 'New', rev: 44 };
  const { user, fill, address } = visitProducts('/admin/products/9/edit');
  await fill('Title', 'Netflix HD');
  await fill('Price (€)', '11');
  const changed = { code: 'REVISION_CHANGED', message: 'No.', details: { current: answerOf(newer).product } };
  server.respondWith(answers([412, changed], [200, answerOf(newer)]));

  await user.click(saveButton());

  expect(await screen.findByText('Changed by two people')).toBeTruthy();
  const version = (group: string, name: RegExp) =>
    within(screen.getByRole('group', { name: group })).getByRole('button', { name });
  expect(version('Title', /Netflix HD/).getAttribute('aria-pressed')).toBe('true');
  expect(version('Price', /€15.00/).getAttribute('aria-pressed')).toBe('false');
  expect(version('Description', /New/).getAttribute('aria-pressed')).toBe('true');
  await user.click(version('Price', /€15.00/));
  expect(textField('Price (€)').value).toBe('15.00');
  await user.click(saveButton());

  await waitFor(() => expect(address()).toBe('/admin/products/9'));
  expect(sent.at(-1)).toMatchObject({
    revision: '"44"',
    fields: { title: 'Netflix HD', price: '15', description: 'New' },
  });
});

test('S2G-07 the draft of an earlier build is shown, and saved over the version that it is based on', async () => {
  const product = aCostedProduct(9, 'Netflix', { rev: 41 });
  const { db, server, sent } = await openShop({ products: [{ ...product, title: 'Netflix 4K', rev: 44 }] });
  const values = { title: 'Netflix', price: '10.00', cost: '7.00', category_ids: product.category_ids };
  await db.drafts.put({
    k: 'product.9',
    value: { values: { ...values, price: '12' }, base: { rev: 41, values }, sentKey: null, sentText: '', id: 9 },
    version: 'earlier',
    updatedAt: 1,
  });
  server.respondWith(accepts(product));
  const { user, address } = visitProducts('/admin/products/9/edit');
  await waitFor(() => expect(textField('Price (€)').value).toBe('12'));

  await user.click(saveButton());

  await waitFor(() => expect(address()).toBe('/admin/products/9'));
  expect(sent).toMatchObject([{ revision: '"41"', fields: { title: 'Netflix', price: '12' } }]);
  await waitFor(async () => expect(await db.drafts.count()).toBe(0));
});

test('S2G-12 D-2 an edit that a sale overtakes is saved without a question, and leaves the stock alone', async () => {
  const product = aCostedProduct(9, 'Netflix', { rev: 41, quantity: 5 });
  const { server, sent } = await openShop({ products: [product] });
  const sold = { ...product, quantity: 4, rev: 42 };
  const { user, fill, address } = visitProducts('/admin/products/9/edit');
  await fill('Title', 'Netflix HD');
  const changed = { code: 'REVISION_CHANGED', message: 'No.', details: { current: answerOf(sold).product } };
  server.respondWith(answers([412, changed], [200, answerOf(sold)]));

  await user.click(saveButton());

  await waitFor(() => expect(address()).toBe('/admin/products/9'));
  expect(sent.map(({ revision }) => revision)).toEqual(['"41"', '"42"']);
  expect(sent[1]!.fields).toMatchObject({ title: 'Netflix HD' });
  expect(sent[1]!.fields).not.toHaveProperty('quantity');
});

test('S2G-12 D-2 two quantities are compared like other fields', async () => {
  const product = aCostedProduct(9, 'Netflix', { rev: 41, quantity: 5 });
  const { server, sent } = await openShop({ products: [product] });
  const sold = { ...product, quantity: 4, rev: 42 };
  const { user, fill } = visitProducts('/admin/products/9/edit');
  await fill('Units in stock', '20');
  const changed = { code: 'REVISION_CHANGED', message: 'No.', details: { current: answerOf(sold).product } };
  server.respondWith(answers([412, changed], [200, answerOf(sold)]));

  await user.click(saveButton());

  const versions = within(await screen.findByRole('group', { name: 'Stock' }));
  expect(versions.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Yours20',
    'Saved by the other admin4',
  ]);
  await user.click(saveButton());
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toMatchObject({ revision: '"42"', fields: { quantity: '20' } });
});

test('S7-33 a product whose answer was lost is not created a second time', async () => {
  const { server, sent } = await openShop();
  const page = visitProducts('/admin/products/create');
  await fillIn(page);
  server.respondWith(answers('lost'));
  await page.user.click(saveButton());
  expect(await screen.findByText('You are offline, or the server cannot be reached.')).toBeTruthy();
  const [first] = sent;

  const product = aCostedProduct(9, 'Netflix', { price: 12.5, cost: 0, category_ids: [2] });
  await server.goOnline(({ path }) =>
    path === '/api/outcomes/cancel'
      ? [200, { code: 'SUCCESS', state: 'applied', touched: ['products:9'] }]
      : accepts(product)({ path } as never),
  );
  await waitFor(() => expect(saveButton().hasAttribute('disabled')).toBe(false));
  await page.fill('Price (€)', '13');
  await page.user.click(saveButton());

  await waitFor(() => expect(page.address()).toBe('/admin/products/9'));
  expect(sent.map(({ path }) => path)).toEqual(['/api/products', '/api/products/9']);
  expect(first?.key).toBeTruthy();
  expect(sent[1]?.fields.price).toBe('13');
});

test('leaving unsaved changes asks first, and discarding them deletes the draft', async () => {
  const { db } = await openShop({ products: [aCostedProduct(9, 'Netflix')] });
  const { user, fill, address } = visitProducts('/admin/products/9/edit');
  await fill('Title', 'Other');
  const cancel = screen.getByRole('button', { name: 'Cancel' });
  await waitFor(async () => expect(await db.drafts.count()).toBe(1));

  await user.click(cancel);
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(address()).toBe('/admin/products/9/edit');
  expect(textField('Title').value).toBe('Other');

  await user.click(cancel);
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(address()).toBe('/admin/products/9'));
  await waitFor(async () => expect(await db.drafts.count()).toBe(0));
});

test('OF-04 offline, the form says why it cannot be saved', async () => {
  const { server } = await openShop({ products: [aCostedProduct(9, 'Netflix')] });
  await server.goOffline();

  visitProducts('/admin/products/9/edit');

  expect((await screen.findByRole('button', { name: 'Save changes' })).hasAttribute('disabled')).toBe(true);
  expect(screen.getByText(/^You are offline. The form stays on this device/)).toBeTruthy();
});
