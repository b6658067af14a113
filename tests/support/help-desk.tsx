import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, render, within } from '@testing-library/react';
import { Dexie } from 'dexie';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { expect, onTestFinished } from 'vitest';
import { Providers } from '../../src/client/app/root.tsx';
import { OutboxScreen } from '../../src/client/features/outbox/outbox-screen.tsx';
import { AdminTicketScreen } from '../../src/client/features/tickets/admin-ticket-screen.tsx';
import { AdminTicketsScreen } from '../../src/client/features/tickets/admin-tickets-screen.tsx';
import { CreateTicketScreen } from '../../src/client/features/tickets/create-ticket-screen.tsx';
import { UserTicketScreen } from '../../src/client/features/tickets/user-ticket-screen.tsx';
import { UserTicketsScreen } from '../../src/client/features/tickets/user-tickets-screen.tsx';
import type { LocalDatabase } from '../../src/client/local/database.ts';
import type { ItemError, OutboxItem } from '../../src/client/local/stored.ts';
import { rebuildRows } from '../../src/client/sync/rows-with-pending.ts';
import { effectsOf } from '../../src/client/actions/all.ts';
import type { ResponseRow, TicketRow } from '../../src/contract/tickets.ts';
import { isOnline } from '../../src/client/sync/connectivity.ts';
import { amina, openDevice } from './storefront.tsx';

/** A readable UUID: `uuid(7)` ends in 7. */
export const uuid = (last: number): string => `01900000-0000-7000-8000-${String(last).padStart(12, '0')}`;

/** A ticket of amina's as the server returns it; its number is 1000 + `n`. A higher `n` is newer. */
export const aTicket = (n: number, more: Partial<TicketRow> = {}): TicketRow => ({
  id: uuid(n),
  number: 1000 + n,
  user_id: amina.id,
  user_name: amina.name,
  user_email: amina.email,
  subject: `Subject ${n}`,
  content: `Content ${n}`,
  type: 'general',
  priority: 'medium',
  status: 'open',
  order_id: null,
  assignee_id: null,
  responses_count: 0,
  last_response_by: null,
  last_response_at: null,
  attachments: [],
  created_at: new Date(Date.UTC(2026, 9, 1, n)).toISOString(),
  updated_at: new Date(Date.UTC(2026, 9, 1, n)).toISOString(),
  rev: 1,
  ...more,
});

/** A response to the ticket `uuid(ticket)`. */
export const aResponse = (n: number, ticket: number, more: Partial<ResponseRow> = {}): ResponseRow => ({
  id: uuid(9000 + n),
  ticket_id: uuid(ticket),
  content: `Response ${n}`,
  type: 'admin',
  author_name: 'Sara',
  attachments: [],
  created_at: new Date(Date.UTC(2026, 9, 2, n)).toISOString(),
  rev: 1,
  ...more,
});

/** Opens a device and sets it online, also when the last test left it offline. */
export const openHelpDesk: typeof openDevice = async (person, rows) => {
  const device = await openDevice(person, rows);
  await device.server.goOnline(() => [200, { status: 'ok' }]);
  await expect.poll(isOnline).toBe(true);
  return device;
};

/** Opens a page of the help desk or the outbox at an address. */
export function visitHelpDesk(address: string) {
  const root = createRootRoute({
    component: () => (
      <Suspense>
        <Outlet />
      </Suspense>
    ),
  });
  const page = (path: string, component: () => React.ReactNode) =>
    createRoute({ getParentRoute: () => root, path, component });
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({
    routeTree: root.addChildren([
      page('/user/tickets', UserTicketsScreen),
      page('/user/tickets/create', CreateTicketScreen),
      page('/user/tickets/$id', UserTicketScreen),
      page('/admin/tickets', AdminTicketsScreen),
      page('/admin/tickets/$id', AdminTicketScreen),
      page('/dashboard/outbox', OutboxScreen),
    ]),
    history,
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch,
  });
  const shown = render(
    <Providers>
      <RouterProvider router={router as never} />
    </Providers>,
  );
  return {
    user: userEvent.setup(),
    address: () => router.state.location.href,
    go: (next: string) => act(() => router.navigate({ href: next } as never)),
    close: () => shown.unmount(),
    /** The page alone, where a test opens several. */
    page: within(shown.container),
  };
}

function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text.replaceAll('%2C', ',')}`;
}

/** The items in this device's outbox, parked ones included, in order. */
export const waitingIn = async (db: LocalDatabase) =>
  (await db.outbox.orderBy('seq').toArray()).map(({ kind, args, state }) => ({ kind, args, state }));

/** Parks the outbox items of a kind, as a pass does after a refusal. */
export const park = (db: LocalDatabase, kind: string, state: OutboxItem['state'], error: ItemError) =>
  act(() =>
    db.transaction('rw', db.syncTables, async () => {
      const items = await db.outbox.orderBy('seq').toArray();
      for (const item of items.filter((one) => one.kind === kind)) {
        await db.outbox.put({ ...item, state, error, attempts: 1 });
        await rebuildRows(db, effectsOf(item), await db.outbox.orderBy('seq').toArray());
      }
    }),
  );

/** Removes the outbox items of a kind, as a pass does when they are accepted. */
export const accept = (db: LocalDatabase, kind: string) =>
  act(async () => {
    await db.outbox.filter((item) => item.kind === kind).delete();
  });

/** Keeps the outbox busy, as a slow device does; returns a function that ends this. */
export async function holdOutbox(db: LocalDatabase): Promise<() => Promise<void>> {
  const { promise: end, resolve: release } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const held = db.transaction('rw', db.outbox, async () => {
    await db.outbox.count();
    begin();
    await Dexie.waitFor(end);
  });
  await begun;
  return async () => {
    release();
    await held;
  };
}

/** Sets the width of the window, in px, until the end of the test. */
export function setWidth(width: number): void {
  const { happyDOM } = window as unknown as { happyDOM: { setViewport: (size: { width: number }) => void } };
  happyDOM.setViewport({ width });
  onTestFinished(() => happyDOM.setViewport({ width: 1024 }));
}

/** Shows the page as a phone does, until the end of the test. */
export const showOnPhone = (): void => setWidth(360);
