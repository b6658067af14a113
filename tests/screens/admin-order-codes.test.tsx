import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Order } from '../../src/contract/orders.ts';
import { openHelpDesk } from '../support/help-desk.tsx';
import { visitOrders } from '../support/admin-orders.tsx';
import { aListedCode, anOpenedCode, anOrderOfCodes, voucher } from '../support/sold-codes.ts';
import { marc, sara, toastTexts, type Script } from '../support/storefront.tsx';

async function openOrder(person: typeof sara | typeof marc, script: Script, more: Partial<Order> = {}) {
  const orders = [anOrderOfCodes(501, { shown: 1 }, more)];
  const device = await openHelpDesk(person, { products: [voucher], orders });
  device.server.respondWith(script);
  const page = visitOrders('/admin/orders?order=501');
  const dialog = () => within(screen.getByRole('dialog', { name: 'Order #501' }));
  await screen.findByRole('dialog', { name: 'Order #501' });
  return { ...device, ...page, dialog };
}

const listed: Script = ({ path }) =>
  path === '/api/orders/501/codes'
    ? [200, { code: 'SUCCESS', codes: [aListedCode(1, 'shown', 'Amina Haddad'), aListedCode(2)] }]
    : [200, { status: 'ok' }];

test('ST-06 an admin sees who opened which code, and reads the texts with a PIN until the dialog closes', async () => {
  const { user, dialog, server } = await openOrder(sara, (request) =>
    request.path.endsWith('/reveal')
      ? [200, { code: 'SUCCESS', codes: [anOpenedCode(1), anOpenedCode(2)] }]
      : listed(request),
  );
  expect((await screen.findByText(/^Opened by/)).textContent).toContain('Amina Haddad');
  expect(dialog().getByText('Not opened')).toBeTruthy();

  await user.click(dialog().getByRole('button', { name: 'Show the codes…' }));
  const question = within(await screen.findByRole('dialog', { name: 'Show the codes' }));
  await user.click(question.getByRole('button', { name: 'Show' }));
  expect(await question.findByText('Type your PIN.')).toBeTruthy();
  await user.type(question.getByLabelText(/Your PIN/), '80412');
  await user.click(question.getByRole('button', { name: 'Show' }));

  expect(await dialog().findByText('AAAA-BBBB-0002')).toBeTruthy();
  expect(server.requests.find(({ path }) => path.endsWith('/reveal'))!.body).toEqual({ pin: '80412' });
});

test('ST-08 a faulty code is replaced once, also when the answer is lost', async () => {
  let losses = 1;
  const script: Script = (request) => {
    if (!request.path.endsWith('/replace')) return listed(request);
    return losses-- > 0 ? 'lost' : [200, { code: 'SUCCESS', id: aListedCode(3).id }];
  };
  const { user, server } = await openOrder(sara, script);
  const [replace] = await screen.findAllByRole('button', { name: 'Replace…' });
  await user.click(replace!);
  const question = within(await screen.findByRole('dialog', { name: 'Replace a code' }));
  const typePin = () => user.type(question.getByLabelText(/Your PIN/), '80412');
  await user.type(question.getByRole('textbox', { name: /Reason/ }), 'already used');
  await typePin();
  await user.click(question.getByRole('button', { name: 'Replace' }));
  expect(await question.findByText('The answer was lost. Try again: it is done once.')).toBeTruthy();
  await server.goOnline(script);
  await typePin();
  await user.click(question.getByRole('button', { name: 'Replace' }));

  await waitFor(() => expect(toastTexts()).toContain('Code replaced'));
  const keys = server.requests.filter(({ path }) => path.endsWith('/replace')).map(({ key }) => key);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

test('ST-08 no code of an order is replaced whose money went back', async () => {
  const { dialog } = await openOrder(sara, listed, { status: 'refunded' });
  expect(await screen.findByText(/^Opened by/)).toBeTruthy();
  expect(dialog().queryByRole('button', { name: 'Replace…' })).toBeNull();
});

test('ST-06 an agent sees how many codes were opened, and none of them', async () => {
  const { dialog, server } = await openOrder(marc, listed);
  expect(await screen.findByText(/2 codes · 1 opened/)).toBeTruthy();
  expect(dialog().queryByRole('button', { name: 'Show the codes…' })).toBeNull();
  expect(server.requests.filter(({ path }) => path.endsWith('/codes'))).toEqual([]);
});
