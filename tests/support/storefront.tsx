import { i18n } from '@lingui/core';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { Suspense, type ReactNode } from 'react';
import { afterEach, vi } from 'vitest';
import { Providers } from '../../src/client/app/root.tsx';
import { forgetSession, signIn } from '../../src/client/api/session.ts';
import { CatalogueScreen } from '../../src/client/features/categories/catalogue-screen.tsx';
import { CategoryScreen } from '../../src/client/features/categories/category-screen.tsx';
import { OrderHost } from '../../src/client/features/orders/order-host.tsx';
import { UserOrdersScreen } from '../../src/client/features/orders/user-orders-screen.tsx';
import { setCurrentDatabase } from '../../src/client/local/current.ts';
import type { LocalDatabase } from '../../src/client/local/database.ts';
import { openPageDatabase } from '../../src/client/local/rows-in-memory/page-database.ts';
import { withDerivedFields } from '../../src/client/local/derive.ts';
import { saveSession } from '../../src/client/local/device.ts';
import { watchConnectivity } from '../../src/client/sync/connectivity.ts';
import { watchStatus } from '../../src/client/sync/status.ts';
import { currentToasts, dismissToast } from '../../src/client/ui/toast.ts';
import type { CategoryRow } from '../../src/contract/categories.ts';
import type { Order } from '../../src/contract/orders.ts';
import type { ProductRow, ProductVariant } from '../../src/contract/products.ts';
import type { EntityName } from '../../src/contract/sync.ts';
import { hasPauses, pauseBeforeAnswer } from './random-pauses.ts';

/** A request as the server would receive it. */
interface RecordedRequest {
  method: string;
  path: string;
  url: URL;
  key: string | null;
  /** The `If-Match` header. */
  revision: string | null;
  body: Record<string, unknown>;
}

/** The server's answer to a request: status, body and headers, or none (`lost`). */
type Answer = [status: number, body: unknown, headers?: Record<string, string>] | 'lost';
export type Script = (asked: RecordedRequest) => Promise<Answer> | Answer;

const stops: (() => void)[] = [];

afterEach(() => {
  cleanup();
  for (const stop of stops.splice(0)) stop();
  for (const { id } of currentToasts()) dismissToast(id);
  forgetSession();
  localStorage.clear();
  vi.unstubAllGlobals();
});

export const amina = { id: 7, name: 'Amina Haddad', email: 'amina@example.test', role: 'user' as const };
export const sara = { id: 2, name: 'Sara', email: 'sara@example.test', role: 'admin' as const };
export const marc = { id: 5, name: 'Marc', email: 'marc@example.test', role: 'agent' as const };
type DemoPerson = typeof amina | typeof sara | typeof marc;

/** A signed-in device with these rows from the server and a scripted server; no page is open yet. */
export async function openDevice(person: DemoPerson, rows: Partial<Record<EntityName, object[]>> = {}) {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  // Rows and answers arrive at any time: tests wait for what is on screen, not for React.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  const db = openPageDatabase(person.id, { indexedDB: new IDBFactory(), IDBKeyRange });
  for (const [entity, some] of Object.entries(rows)) await put(db, entity as EntityName, some);
  setCurrentDatabase(db);
  signIn({ user: person, token: 'token' });
  await saveSession({ userId: person.id, token: 'token' });
  const server = createScriptedServer();
  stops.push(watchConnectivity(), watchStatus(db));
  /** Stores rows from the server while the page is open. */
  const receive = (entity: EntityName, ...some: object[]) => act(() => put(db, entity, some));
  return { db, server, receive };
}

async function put(db: LocalDatabase, entity: EntityName, rows: object[]): Promise<void> {
  await db.rows(entity).bulkPut(rows.map((row) => withDerivedFields(entity, { rev: 1, ...row })));
}

const emptyPage = { current_page: 1, per_page: 10, total: 0, next_page_url: null, prev_page_url: null };

const at = '2026-10-01T08:00:00.000Z';
const times = { login_times: 1, last_login_at: at, last_action_at: at, created_at: at, updated_at: at };
const account = { fullname: amina.name, username: null, role_id: 2, is_active: true, balance: 98.5, order_count: 1 };
const aminaOnServer = { ...amina, ...account, ...times };

/** Answers to requests that screens make by themselves, and the paging fields of lists. */
const defaults: Record<string, object> = {
  'GET /health': { status: 'ok', version: 'test' },
  'GET /api/tickets': { code: 'SUCCESS', data: [], ...emptyPage },
  'GET /api/users': { code: 'SUCCESS', data: { data: [], ...emptyPage } },
  'GET /api/users/by-ids': { code: 'SUCCESS', users: [] },
  'GET /api/users/7': { code: 'SUCCESS', user: aminaOnServer },
  'GET /api/orders': { code: 'SUCCESS', data: [], meta: emptyPage, ...emptyPage },
};

const noOthers = { code: 'SUCCESS', others: [] };
/** Adds the default fields of a successful answer, or the message that every other answer has. */
const withDefaults = ({ method, path }: RecordedRequest, status: number, answerBody: unknown): unknown =>
  status === 200
    ? { ...(path.endsWith('/presence') && noOthers), ...defaults[`${method} ${path}`], ...(answerBody as object) }
    : { message: 'No.', ...(answerBody as object) };

function createScriptedServer() {
  const requests: RecordedRequest[] = [];
  const state: { script: Script } = { script: () => [200, { code: 'SUCCESS', balance: 120, status: 'ok' }] };
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : {};
    const address = new URL(url, 'http://shop.test');
    const request: RecordedRequest = {
      method: init.method ?? 'GET',
      path: address.pathname,
      url: address,
      key: headers.get('idempotency-key'),
      revision: headers.get('if-match'),
      body,
    };
    requests.push(request);
    if (hasPauses) await pauseBeforeAnswer();
    const answer = await state.script(request);
    if (answer === 'lost') throw new TypeError('network');
    const [status, answerBody, extra = {}] = answer;
    return Response.json(withDefaults(request, status, answerBody), { status, headers: extra });
  });
  return {
    requests,
    /** The requests that place an order. */
    orders: () => requests.filter(({ method, path }) => method === 'POST' && path === '/api/orders'),
    /** Sets the balance in euros, and the answers to all requests except the one for the balance. */
    respondWith: (script: Script, balance = 120) => {
      state.script = (request) =>
        request.path === '/api/app/balance' ? [200, { code: 'SUCCESS', balance }] : script(request);
    },
    goOffline: () => {
      state.script = () => 'lost';
      return act(async () => void window.dispatchEvent(new Event('offline')));
    },
    goOnline: (script: Script) => {
      state.script = script;
      return act(async () => void window.dispatchEvent(new Event('online')));
    },
  };
}

/** Opens a page of the storefront, or one of `more` by path, at an address; the order popup can open on every page. */
export function visit(address: string, more: Record<string, () => ReactNode> = {}) {
  const root = createRootRoute({
    component: () => (
      <Suspense>
        <Outlet />
        <OrderHost />
      </Suspense>
    ),
  });
  const pages = [
    createRoute({ getParentRoute: () => root, path: '/$area/catalogue', component: CatalogueScreen }),
    createRoute({ getParentRoute: () => root, path: '/$area/categories/$id', component: CategoryScreen }),
    createRoute({ getParentRoute: () => root, path: '/user/orders', component: UserOrdersScreen }),
    createRoute({ getParentRoute: () => root, path: '/user/tickets/create', component: () => null }),
    createRoute({ getParentRoute: () => root, path: '/admin/products/$id', component: () => null }),
    ...Object.entries(more).map(([path, component]) => createRoute({ getParentRoute: () => root, path, component })),
  ];
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({
    routeTree: root.addChildren(pages),
    history,
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch,
  });
  render(
    <Providers>
      <RouterProvider router={router as never} />
    </Providers>,
  );
  return {
    user: userEvent.setup(),
    address: () => router.state.location.href,
    go: (next: string) => act(() => router.navigate({ to: next as never })),
    back: () => act(async () => history.back()),
  };
}

function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}

/** The texts of the visible toasts, oldest first. */
export const toastTexts = (): string[] =>
  currentToasts().map(({ title, description }) => [title, description].filter(Boolean).join(' · '));

export const aCategory = (id: number, title: string, more: Partial<CategoryRow> = {}): CategoryRow => ({
  id,
  title,
  description: null,
  parent_id: null,
  is_active: true,
  created_at: '2026-01-01T00:00:00.000Z',
  rev: 1,
  ...more,
});

export const aProduct = (id: number, title: string, more: Partial<ProductRow> = {}): ProductRow => ({
  id,
  title,
  description: null,
  image: null,
  price: 10,
  is_available: true,
  status: 'active',
  is_on_promo: false,
  has_variants: false,
  product_variants: [],
  category_ids: [1],
  orders_count: 0,
  created_at: `2026-01-${String((id % 28) + 1).padStart(2, '0')}T00:00:00.000Z`,
  rev: 1,
  ...more,
});

export function aVariant(id: number, title: string, price: number, status: ProductVariant['status'] = 'active') {
  return { id, title, price, status };
}

export const anOrder = (id: number, more: Partial<Order> = {}): Order => ({
  id,
  user_id: amina.id,
  user_name: amina.name,
  items: [{ product_id: 1, product_name: 'Netflix', product_variant_id: 11, variant_name: '1 month', price: 25 }],
  total_price: 25,
  status: 'new',
  message: null,
  file_url: null,
  notes: null,
  created_at: '2026-11-20T14:23:00.000Z',
  updated_at: '2026-11-20T14:23:00.000Z',
  rev: 1,
  ...more,
});

export const anAccount = (balance: number) => ({ ...amina, balance, rev: 1 });
