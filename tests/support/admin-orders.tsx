import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect } from 'vitest';
import { Providers } from '../../src/client/app/root.tsx';
import { AdminOrdersScreen } from '../../src/client/features/orders/admin-orders-screen.tsx';
import type { Order } from '../../src/contract/orders.ts';
import { openHelpDesk } from './help-desk.tsx';
import { amina, anOrder, aProduct, sara, type Script } from './storefront.tsx';

/** Another customer, with an Arabic name and the id 8. */
export const ahmed = { id: 8, name: 'أحمد', email: 'ahmed@example.test', role: 'user' as const };

/** An admin's device with these orders, two customers and two products. */
export const openOrderDevice = (orders: readonly Order[]) =>
  openHelpDesk(sara, {
    orders: [...orders],
    people: [amina, ahmed, sara].map((person) => ({ ...person, is_active: true })),
    products: [aProduct(1, 'Netflix'), aProduct(2, 'Crédit mobile')],
  });

/** Answers to everything but orders, so that a test scripts the orders alone. */
export const onlyOrders =
  (script: Script): Script =>
  (asked) =>
    asked.path.startsWith('/api/orders/') || asked.path.startsWith('/api/outcomes')
      ? script(asked)
      : [200, { status: 'ok' }];

/** A server with these orders, which filters and pages as the real one does. */
export const serverWithOrders =
  (all: () => readonly Order[]): Script =>
  ({ path, url }) => {
    if (path !== '/api/orders') return [200, { status: 'ok' }];
    const get = (name: string) => url.searchParams.get(name) ?? '';
    const [page, size] = [Number(get('page')), Number(get('per_page'))];
    const found = all().filter(({ status }) => !get('status') || get('status').split(',').includes(status));
    const sorted = get('direction') === 'asc' ? found.toReversed() : found;
    const meta = { current_page: page, per_page: size, total: found.length, next_page_url: null, prev_page_url: null };
    return [200, { code: 'SUCCESS', data: sorted.slice((page - 1) * size, page * size), meta, ...meta }];
  };

/** An order of the second product. */
export const ofMobile = (id: number, more: Partial<Order> = {}): Order => {
  const [line] = anOrder(id).items;
  return anOrder(id, {
    items: [{ ...line!, product_id: 2, product_name: 'Crédit mobile', variant_name: null }],
    ...more,
  });
};

/** The button of the open question that sets a status, once it can be pressed: the question reads the changes that wait. */
export async function confirmStatus(label: string): Promise<HTMLButtonElement> {
  const dialog = within(await screen.findByRole('alertdialog'));
  const button = await dialog.findByRole<HTMLButtonElement>('button', { name: `Set “${label}”` });
  await waitFor(() => expect(button.disabled).toBe(false));
  return button;
}

/** Opens the order list of admins at an address. */
export function visitOrders(address = '/admin/orders') {
  const root = createRootRoute();
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({
    routeTree: root.addChildren([
      createRoute({ getParentRoute: () => root, path: '/admin/orders', component: AdminOrdersScreen }),
    ]),
    history,
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch,
  });
  render(
    <Providers>
      <RouterProvider router={router as never} />
    </Providers>,
  );
  return { user: userEvent.setup(), address: () => router.state.location.href };
}

function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text.replaceAll('%2C', ',')}`;
}

/** The numbers of the orders in the list, in order. */
export const listedOrders = () =>
  screen
    .queryAllByRole('button', { name: /^Open order/ })
    .map((one) => one.getAttribute('aria-label')!.replace('Open order ', '#'));

/** The row of an order. */
export const rowOf = async (id: number) =>
  (await screen.findByRole('button', { name: `Open order ${id}` })).closest('tr') as HTMLElement;
