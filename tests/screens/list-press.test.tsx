import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { allOrders } from '../../src/client/features/orders/admin-orders-list.tsx';
import type { ListQuery } from '../../src/client/lists/list-source.ts';
import type { LocalDatabase } from '../../src/client/local/database.ts';
import { useListState } from '../../src/client/ui/use-list-state.ts';
import { rowsInMemory } from '../../src/client/local/rows-in-memory/page-database.ts';
import { listedOrders, openOrderDevice, visitOrders } from '../support/admin-orders.tsx';
import { anOrder } from '../support/storefront.tsx';

const orders = Array.from({ length: 25 }, (_, at) => anOrder(at + 1));
/** The numbers of the orders on a page, newest first. */
const idsOn = (page: number) => Array.from({ length: 10 }, (_, at) => 25 - (page - 1) * 10 - at);
const numbersOn = (page: number) => idsOn(page).map((id) => `#${id}`);

/** Waits until the page after the first one is read ahead. */
const untilReadAhead = (db: LocalDatabase, page = 2) =>
  waitFor(() => expect(rowsInMemory(db, 'orders', idsOn(page))).toHaveLength(10));

/** Waits for the reads that have begun: the storage answers in order. */
const afterReads = (db: LocalDatabase) => act(async () => void (await db.orders.count(), await db.orders.count()));

test('a list with the rows in memory shows another page in the render of the press', async () => {
  const { db } = await openOrderDevice(orders);
  visitOrders();
  await waitFor(() => expect(listedOrders()).toEqual(numbersOn(1)));
  await untilReadAhead(db);

  fireEvent.click(screen.getByRole('button', { name: 'Next page' }));

  expect(listedOrders()).toEqual(numbersOn(2));
});

test('while another page of the app is being opened, a list keeps its own filters', async () => {
  const root = createRootRoute();
  const routeTree = root.addChildren([
    createRoute({ getParentRoute: () => root, path: '/list', component: Statuses }),
    createRoute({ getParentRoute: () => root, path: '/other', loader: () => new Promise<void>(() => undefined) }),
  ]);
  const history = createMemoryHistory({ initialEntries: ['/list?status=completed'] });
  const router = createRouter({ routeTree, history });
  render(<RouterProvider router={router as never} />);
  await screen.findByText('completed');

  act(() => history.push('/other?status=new'));
  expect(history.location.pathname).toBe('/other');
  expect(screen.getByText('completed')).toBeTruthy();

  await act(async () => history.push('/list/?status=new'));
  expect(screen.getByText('new')).toBeTruthy();
});

function Statuses() {
  const { state } = useListState({ status: '' });
  return <p>{state.status}</p>;
}

test('the rows of a page that are in memory are drawn once, and again when one of them changes', async () => {
  const { db, receive } = await openOrderDevice(orders);
  let renders = 0;
  const pageOf = (page: number): ListQuery => ({ search: '', values: {}, sort: null, page, perPage: 10 });
  const { result, rerender } = renderHook(
    ({ page }) => {
      renders++;
      return allOrders.source.useRows(pageOf(page), []);
    },
    { initialProps: { page: 1 } },
  );
  await waitFor(() => expect(result.current.rows?.map(({ id }) => id)).toEqual(idsOn(1)));
  await untilReadAhead(db);
  await afterReads(db);
  renders = 0;

  rerender({ page: 2 });
  expect(result.current.rows?.map(({ id }) => id)).toEqual(idsOn(2));
  await afterReads(db);
  expect(renders).toBe(1);

  await receive('orders', anOrder(12, { status: 'completed', rev: 2 }));
  await waitFor(() => expect(result.current.rows?.find(({ id }) => id === 12)?.status).toBe('completed'));
});
