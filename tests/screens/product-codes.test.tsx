import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openShop, visitProducts } from '../support/product-pages.tsx';
import { aStock, voucher } from '../support/sold-codes.ts';
import { toastTexts, type Script } from '../support/storefront.tsx';

const batch = {
  id: 3,
  note: 'from the supplier',
  cost: 4.5,
  counts: { free: 12, shown: 5, faulty: 1 },
  count: 18,
  created_by: 'Sara',
  created_at: '2026-11-20T10:00:00.000Z',
};
const stock = {
  variant_id: null,
  title: null,
  status: 'active',
  free: 12,
  low_at: 5,
  level: 'in',
  sold_today: 2,
  batches: [batch],
};
const shows: Script = ({ path }) =>
  path === '/api/products/8/stock'
    ? [200, { code: 'SUCCESS', has_key: true, stock: [stock] }]
    : [200, { status: 'ok' }];

async function openProduct(script: Script = shows) {
  const device = await openShop({ products: [voucher], stock: [aStock(8, 'in')] });
  device.server.respondWith(script);
  const page = visitProducts('/admin/products/8');
  const panel = within(await screen.findByRole('region', { name: 'Codes' }));
  return { ...device, ...page, panel };
}

test('ST-09 the page of a product shows how many codes are free, and what became of each batch', async () => {
  const { panel } = await openProduct();
  expect(await panel.findByText('12 free')).toBeTruthy();
  for (const text of ['from the supplier', 'In stock', '2 sold in the last 24 hours'])
    expect(panel.getByText(text)).toBeTruthy();
  expect(panel.getByRole<HTMLInputElement>('textbox', { name: /Notify admins at/ }).value).toBe('5');
});

test('ST-03 codes are checked first: wrong lines are named and nothing is added; new ones are added once', async () => {
  const checks = [
    { lines: 3, new: 1, doubled: [], known: [], wrong: [{ line: 2, why: 'empty' }] },
    { lines: 3, new: 2, doubled: [3], known: [], wrong: [] },
  ];
  let losses = 1;
  const script: Script = (request) => {
    if (request.path.endsWith('/codes/check')) return [200, { code: 'SUCCESS', check: checks.shift() }];
    if (!request.path.endsWith('/codes')) return shows(request);
    return losses-- > 0 ? 'lost' : [200, { code: 'SUCCESS', added: 2, skipped: 1 }];
  };
  const { user, panel, server, db } = await openProduct(script);
  await user.click(await panel.findByRole('button', { name: 'Add codes' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Add codes' }));
  const text = () => sheet.getByRole('textbox', { name: /^Codes/ });
  await user.click(text());
  await user.paste('AAAA\n\nBBBB');
  await user.click(sheet.getByRole('button', { name: 'Check the codes' }));
  expect(await sheet.findByText('Line 2: no code')).toBeTruthy();
  expect(sheet.getByRole('button', { name: /^Add \d/ })).toHaveProperty('disabled', true);

  await user.clear(text());
  await user.paste('AAAA\nBBBB\nAAAA');
  await user.click(sheet.getByRole('button', { name: 'Check the codes' }));
  expect(await sheet.findByText('2 new codes')).toBeTruthy();
  await user.click(sheet.getByRole('button', { name: 'Add 2 codes' }));
  expect(await sheet.findByText('The answer was lost. Try again: the codes are added once.')).toBeTruthy();
  expect(text()).toHaveProperty('disabled', true);
  await server.goOnline(script);
  await user.click(sheet.getByRole('button', { name: 'Add 2 codes' }));

  await waitFor(() => expect(toastTexts()).toContain('2 codes added'));
  const imports = server.requests.filter(({ path }) => path.endsWith('/8/codes'));
  expect(new Set(imports.map(({ key }) => key)).size).toBe(1);
  expect(JSON.stringify(await Promise.all(db.tables.map((table) => table.toArray())))).not.toContain('BBBB');
});

test('ST-09 free codes of a batch are withdrawn with a reason and a PIN', async () => {
  const { user, panel, server } = await openProduct((request) =>
    request.path.endsWith('/withdraw') ? [200, { code: 'SUCCESS', withdrawn: 12 }] : shows(request),
  );
  await user.click(await panel.findByRole('button', { name: 'Withdraw…' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Withdraw free codes' }));
  expect(sheet.getByText(/^12 free codes of this batch/)).toBeTruthy();
  await user.type(sheet.getByRole('textbox', { name: /Reason/ }), 'wrong region');
  await user.type(sheet.getByLabelText(/Your PIN/), '80412');
  await user.click(sheet.getByRole('button', { name: 'Withdraw' }));

  await waitFor(() => expect(toastTexts()).toContain('12 codes withdrawn'));
  expect(server.requests.find(({ path }) => path.endsWith('/withdraw'))!.body).toEqual({
    batch_id: 3,
    reason: 'wrong region',
    pin: '80412',
  });
});

test('ST-09 the page says of which variants no codes are sold, and a deleted one gets no more', async () => {
  const parts = [
    { ...stock, variant_id: 1, title: 'S', status: 'active' },
    { ...stock, variant_id: 2, title: 'M', status: 'inactive' },
    { ...stock, variant_id: 3, title: 'L', status: 'deleted' },
  ];
  const { user, panel } = await openProduct(({ path }) =>
    path === '/api/products/8/stock'
      ? [200, { code: 'SUCCESS', has_key: true, stock: parts }]
      : [200, { status: 'ok' }],
  );
  const part = async (name: string) => within(await panel.findByRole('region', { name }));
  expect((await part('S')).queryByText(/not sold/)).toBeNull();
  expect((await part('M')).getByText(/^The variant is inactive/)).toBeTruthy();
  expect((await part('L')).getByText(/^The variant was deleted/)).toBeTruthy();
  expect((await part('L')).queryByRole('textbox')).toBeNull();

  await user.click(panel.getByRole('button', { name: 'Add codes' }));
  const choices = within(await screen.findByRole('dialog', { name: 'Add codes' })).getAllByRole('option');
  expect(choices.map(({ textContent }) => textContent)).toEqual(['S', 'M']);
});
