import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DeliveriesScreen } from '../../src/client/features/shop/deliveries-screen.tsx';
import { isOnline } from '../../src/client/sync/connectivity.ts';
import type { DeliveryTable } from '../../src/contract/deliveries.ts';
import { openDevice, sara, visit, type Script } from '../support/storefront.tsx';

const place = (id: number, title: string, rev = 1) => ({ id, title, rev });

/** A server with a company for two cities; it answers changes with the changed table. */
function aServer(start: Partial<DeliveryTable> = {}): { script: Script; table: DeliveryTable } {
  const table: DeliveryTable = {
    deliveries: [place(1, 'Atlas'), place(2, 'Rapid')],
    cities: [place(1, 'Agadir'), place(2, 'Fez')],
    rates: [{ delivery_id: 1, city_id: 1, price: 4.5, rev: 3 }],
    ...start,
  };
  const setRate: Script = ({ body, revision }) => {
    const { delivery_id, city_id, price } = body as { delivery_id: number; city_id: number; price: string | null };
    const old = table.rates.find((rate) => rate.delivery_id === delivery_id && rate.city_id === city_id);
    if (revision !== `"${old?.rev ?? 0}"`) return [412, { code: 'REVISION_CHANGED', details: { current: table } }];
    table.rates = table.rates.filter((rate) => rate !== old);
    if (price !== null) table.rates.push({ delivery_id, city_id, price: Number(price), rev: (old?.rev ?? 0) + 1 });
    return answer();
  };
  const addCompany: Script = ({ body: { title } }) => {
    const isTaken = table.deliveries.some((one) => one.title === title);
    if (isTaken) return [422, { code: 'INVALID_FIELDS', errors: { title: ['unique'] } }];
    table.deliveries.push(place(9, String(title)));
    return answer();
  };
  const deleteCity: Script = () => {
    table.cities.pop();
    return answer();
  };
  const answer = (): [number, object] => [200, { code: 'SUCCESS', ...structuredClone(table) }];
  const scripts: Record<string, Script> = {
    'POST /api/rates': setRate,
    'POST /api/deliveries': addCompany,
    'DELETE /api/cities/2': deleteCity,
    'GET /api/deliveries': answer,
  };
  const script: Script = (asked) => scripts[`${asked.method} ${asked.path}`]?.(asked) ?? [200, { status: 'ok' }];
  return { script, table };
}

async function openDeliveries({ script, table } = aServer()) {
  const device = await openDevice(sara);
  await device.server.goOnline(script);
  await expect.poll(isOnline).toBe(true);
  const page = visit('/admin/settings/deliveries', { '/admin/settings/deliveries': DeliveriesScreen });
  const sent = () =>
    device.server.requests
      .filter(({ path }) => path === '/api/rates')
      .map(({ body, revision }) => [body.price, revision]);
  return { ...device, ...page, table, sent };
}

const priceOf = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name: `Price of ${name}` });

test('S2U-01 the prices of companies for cities are typed into a table and saved when a field is left', async () => {
  const { user, sent } = await openDeliveries();
  const first = await priceOf('Atlas for Agadir');
  expect(first.value).toBe('4.50');
  expect((await priceOf('Rapid for Fez')).value).toBe('');

  await user.clear(first);
  await user.type(first, '5,2{Enter}');
  await waitFor(() => expect(first.value).toBe('5.20'));
  await user.type(await priceOf('Rapid for Fez'), '3');
  await user.tab();
  await waitFor(async () => expect((await priceOf('Rapid for Fez')).value).toBe('3.00'));
  await user.clear(first);
  await user.tab();

  await waitFor(() => expect(sent()).toHaveLength(3));
  expect(sent()).toEqual([
    ['5.2', '"3"'],
    ['3', '"0"'],
    [null, '"4"'],
  ]);
});

test('S2U-01 a wrong price is not sent, and Escape takes back what is typed', async () => {
  const { user, sent } = await openDeliveries();
  const field = await priceOf('Atlas for Agadir');
  await user.clear(field);
  await user.type(field, 'free{Enter}');

  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(field.getAttribute('aria-invalid')).toBe('true');
  await user.type(field, '{Escape}');
  expect(field.value).toBe('4.50');
  await user.tab();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(sent()).toEqual([]);
});

test('S2U-01 a price that another admin has changed meanwhile is not overwritten, and the page shows theirs', async () => {
  const { user, table } = await openDeliveries();
  const field = await priceOf('Atlas for Agadir');
  table.rates = [{ delivery_id: 1, city_id: 1, price: 9, rev: 8 }];
  await user.clear(field);
  await user.type(field, '1{Enter}');

  await waitFor(() => expect(field.value).toBe('9.00'));
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(table.rates[0]!.price).toBe(9);
});

test('S2U-01 companies are added, with the server’s refusal under the field, and cities are deleted after a question', async () => {
  const { user } = await openDeliveries();
  await priceOf('Atlas for Fez');
  await user.click(screen.getByRole('button', { name: 'Add a company' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a company' }));
  await user.type(dialog.getByRole('textbox'), 'Atlas{Enter}');
  await dialog.findByRole('alert');
  await user.type(dialog.getByRole('textbox'), ' Colis{Enter}');
  await priceOf('Atlas Colis for Fez');

  await user.click(screen.getByRole('button', { name: 'Actions for Fez' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete this city?' }));
  await user.click(question.getByRole('button', { name: 'Delete' }));

  await waitFor(() => expect(screen.queryByRole('rowheader', { name: /Fez/ })).toBeNull());
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('V-18 S2U-01 offline the table is shown as it was last loaded, and cannot be changed', async () => {
  const { server } = await openDeliveries();
  await priceOf('Atlas for Agadir');
  await server.goOffline();

  const field = await priceOf('Atlas for Agadir');
  await waitFor(() => expect(field.readOnly).toBe(true));
  expect(field.value).toBe('4.50');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add a city' }).disabled).toBe(true);
  expect(screen.getByText('You are offline. This needs a connection.')).toBeTruthy();
});
