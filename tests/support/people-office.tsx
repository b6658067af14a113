import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { expect } from 'vitest';
import { Outcomes } from '../../src/client/app/layout/outcomes.tsx';
import { Providers } from '../../src/client/app/root.tsx';
import { SettingsScreen } from '../../src/client/features/settings/settings-screen.tsx';
import { CreateUserScreen } from '../../src/client/features/users/create-user-screen.tsx';
import { EditUserScreen } from '../../src/client/features/users/edit-user-screen.tsx';
import { UserScreen } from '../../src/client/features/users/user-screen.tsx';
import { UsersScreen } from '../../src/client/features/users/users-screen.tsx';
import type { LocalDatabase } from '../../src/client/local/database.ts';
import { isOnline } from '../../src/client/sync/connectivity.ts';
import type { User } from '../../src/contract/people.ts';
import { amina, openDevice, sara, type Script } from './storefront.tsx';

/** The first account, which may do more than other admins. */
export const root = { id: 1, name: 'Root', email: 'root@example.test', role: 'admin' as const };

/** A user as the server returns it: amina, a customer with €10.00, unless changed. */
export const anAccountOf = (more: Partial<User> = {}): User => ({
  ...amina,
  fullname: more.name ?? amina.name,
  username: 'amina',
  role_id: more.role === 'admin' ? 2 : 1,
  is_active: true,
  balance: 10,
  order_count: 3,
  login_times: 12,
  last_login_at: '2026-11-20T14:23:00.000Z',
  last_action_at: null,
  created_at: '2026-01-05T10:00:00.000Z',
  updated_at: '2026-01-05T10:00:00.000Z',
  ...more,
});

export const saraAccount = anAccountOf({ ...sara, username: 'sara', balance: 0 });
export const rootAccount = anAccountOf({ ...root, username: null, balance: 0 });

const paging = { current_page: 1, next_page_url: null, prev_page_url: null };

/** The answer about the signed-in user. */
export const ownAccount = (user: User, profile: object = { locale: 'en', muted_mail: [] }) => ({
  code: 'SUCCESS',
  data: { user },
  user,
  profile,
  currency: 'EUR',
});

/** The answers to requests of the settings, by path. */
const ownAnswers: Record<string, object> = {
  '/api/auth/sessions': { code: 'SUCCESS', sessions: [] },
  '/api/auth/current': ownAccount(saraAccount),
};

/** A server with these users; `special` answers other requests, or null for the usual answer. */
export function serverOf(
  accounts: readonly User[],
  special: (asked: Parameters<Script>[0]) => ReturnType<Script> | null = () => null,
): Script {
  return async (asked) => {
    const answer = await special(asked);
    if (answer) return answer;
    const { path, url } = asked;
    if (path === '/api/users') {
      const given = (name: string, usual = '') => url.searchParams.get(name) ?? usual;
      const [search, page, size] = [given('search'), Number(given('page', '1')), Number(given('per_page'))];
      const found = accounts.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
      const data = found.slice((page - 1) * size, page * size);
      return [200, { code: 'SUCCESS', data: { data, ...paging, per_page: size, total: found.length } }];
    }
    const none = { ...paging, per_page: 5, total: 0 };
    if (path === '/api/topups') return [200, { code: 'SUCCESS', data: [], meta: none, ...none }];
    const own = ownAnswers[path];
    if (own) return [200, own];
    const id = Number(/^\/api\/users\/(\d+)/.exec(path)?.[1]);
    const history = { history: [], ...paging, per_page: 20, total: 0 };
    if (path.endsWith('/history'))
      return [200, { code: 'SUCCESS', ...history, meta: { ...paging, per_page: 20, total: 0 } }];
    if (path.endsWith('/sessions')) return [200, { code: 'SUCCESS', login_times: 12, last_login_at: null, days: [] }];
    const user = accounts.find((one) => one.id === id);
    if (user) return [200, { code: 'SUCCESS', user }];
    return id ? [404, { code: 'NOT_FOUND' }] : [200, { code: 'SUCCESS', status: 'ok' }];
  };
}

/** A signed-in admin's device that is online, with the directory of these users and a server with their accounts. */
export async function openPeopleOffice(
  accounts: readonly User[] = [anAccountOf(), saraAccount, rootAccount],
  { person = sara, script = serverOf(accounts) }: { person?: typeof sara; script?: Script } = {},
) {
  const people = accounts.map(({ id, name, email, role, is_active }) => ({ id, name, email, role, is_active }));
  const device = await openDevice(person, { people });
  await device.server.goOnline(script);
  await expect.poll(isOnline).toBe(true);
  return device;
}

/** Opens a page about users, or the settings, at an address. */
export function visitPeople(address: string) {
  const root = createRootRoute({
    component: () => (
      <Suspense>
        <Outcomes />
        <Outlet />
      </Suspense>
    ),
  });
  const page = (path: string, component: () => React.ReactNode) =>
    createRoute({ getParentRoute: () => root, path, component });
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({
    routeTree: root.addChildren([
      page('/admin/users', UsersScreen),
      page('/admin/users/create', CreateUserScreen),
      page('/admin/users/$id', UserScreen),
      page('/admin/users/$id/edit', EditUserScreen),
      page('/dashboard/settings', SettingsScreen),
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
  };
}

function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}

/** The row of a user in the list, by name. */
export const rowOf = async (name: string) =>
  (await screen.findByRole('button', { name: `Open ${name}` })).closest<HTMLElement>('[role=row]')!;

/** Everything that this device stores, as one text: all tables of the database and both storages of the browser. */
export async function storedTexts(db: LocalDatabase): Promise<string> {
  const tables = await Promise.all(db.tables.map((table) => table.toArray()));
  return JSON.stringify([tables, { ...localStorage }, { ...sessionStorage }]);
}
