import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { User } from '../../src/contract/people.ts';
import {
  anAccountOf,
  openPeopleOffice,
  root,
  rootAccount,
  rowOf,
  saraAccount,
  serverOf,
  storedTexts,
  visitPeople,
} from '../support/people-office.tsx';
import { aTicket } from '../support/help-desk.tsx';
import { anOrder, toastTexts } from '../support/storefront.tsx';

const anna = anAccountOf({ id: 9, name: 'Anna', email: 'anna@example.test', role: 'admin', role_id: 2, balance: 0 });
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const isOffer = (name: string) => screen.queryByRole('menuitem', { name }) !== null;

/** Opens the menu of a row and returns which of the actions it offers. */
async function offersFor(
  user: { click: (element: Element) => Promise<void>; keyboard: (keys: string) => Promise<void> },
  name: string,
) {
  await user.click(within(await rowOf(name)).getByRole('button', { name: `Actions for ${name}` }));
  await screen.findByRole('menu');
  const offers = ['Edit', 'Adjust balance', 'Balance history', 'Delete'].filter(isOffer);
  await user.keyboard('{Escape}');
  return offers;
}

/** Chooses an action from the menu of a row. */
async function choose(user: { click: (element: Element) => Promise<void> }, name: string, action: string) {
  await user.click(within(await rowOf(name)).getByRole('button', { name: `Actions for ${name}` }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
}

test('S2B-09 S2F-01 S2F-05 a row has every column, and the breadcrumb leads to the dashboard', async () => {
  await openPeopleOffice();
  visitPeople('/admin/users');

  const cells = within(await rowOf('Amina Haddad'));
  for (const text of ['#7', 'Amina Haddad', '€10.00', 'amina', 'amina@example.test', 'Customer', '12', 'Never'])
    expect(cells.getByText(text)).toBeTruthy();
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    ...[
      'ID',
      'Name',
      'Balance',
      'Username',
      'E-mail',
      'Role',
      'Last login',
      'Logins',
      'Last action',
      'Active',
      'Actions',
    ],
  ]);
  expect(screen.getByRole('link', { name: 'Dashboard' }).getAttribute('href')).toBe('/dashboard');
});

test('S2F-03 S2F-04 the server is asked for the page, the page size and the search', async () => {
  const many = Array.from({ length: 12 }, (_, at) => anAccountOf({ id: 20 + at, name: `Customer ${at}` }));
  const { server } = await openPeopleOffice([...many, saraAccount]);
  const { user } = visitPeople('/admin/users');
  expect(await screen.findByText('Showing 1–10 of 13')).toBeTruthy();

  await user.click(button('Next page'));
  expect(await screen.findByText('Showing 11–13 of 13')).toBeTruthy();
  await user.selectOptions(screen.getByRole('combobox'), '5');
  await user.type(screen.getByRole('searchbox'), 'nobody has this name{Enter}');

  expect(await screen.findByText('No users match your search.')).toBeTruthy();
  const asked = server.requests.filter(({ path }) => path === '/api/users').at(-1)?.url.searchParams;
  expect(Object.fromEntries(asked ?? [])).toEqual({ page: '1', per_page: '5', search: 'nobody has this name' });
});

test('S2B-09 S2F-04 offline the users of the directory are shown and searched, without a balance, and nothing can be changed', async () => {
  const { server } = await openPeopleOffice();
  await server.goOffline();
  const { user } = visitPeople('/admin/users');
  const row = within(await rowOf('Amina Haddad'));
  expect(row.queryByText('€10.00')).toBeNull();
  expect(row.getByRole('switch')).toHaveProperty('disabled', true);
  expect(button('New user')).toHaveProperty('disabled', true);
  expect(screen.getByText('You are offline. Users can be changed when you are connected.')).toBeTruthy();

  await user.type(screen.getByRole('searchbox'), 'AMINA@{Enter}');

  await waitFor(() => expect(screen.queryByRole('button', { name: 'Open Sara' })).toBeNull());
  expect(await rowOf('Amina Haddad')).toBeTruthy();
});

test('S2F-02 the switch changes the status at once, goes back after a refusal, and is disabled on the own row', async () => {
  const answer = Promise.withResolvers<void>();
  const script = serverOf([anAccountOf(), saraAccount], (asked) =>
    asked.path === '/api/users/7/active'
      ? answer.promise.then(() => [403, { code: 'FORBIDDEN' }] as const as never)
      : null,
  );
  const { server } = await openPeopleOffice([anAccountOf(), saraAccount], { script });
  const { user } = visitPeople('/admin/users');
  const active = within(await rowOf('Amina Haddad')).getByRole<HTMLInputElement>('switch');
  expect(within(await rowOf('Sara')).getByRole('switch')).toHaveProperty('disabled', true);

  await user.click(active);
  expect(active.checked).toBe(false);
  expect(server.requests.find(({ path }) => path === '/api/users/7/active')?.body).toEqual({ is_active: false });
  answer.resolve();

  await waitFor(() => expect(active.checked).toBe(true));
  expect(toastTexts()).toEqual(['You are not authorized to do this.']);
});

test('S2F-07 S2F-08 S2F-09 S2F-10 S6-13 the menu of a row offers what the admin may do', async () => {
  await openPeopleOffice([anAccountOf(), saraAccount, anna, rootAccount]);
  const { user } = visitPeople('/admin/users');

  expect(await offersFor(user, 'Amina Haddad')).toEqual(['Edit', 'Adjust balance', 'Balance history', 'Delete']);
  expect(await offersFor(user, 'Sara')).toEqual(['Edit']);
  expect(await offersFor(user, 'Anna')).toEqual([]);
  expect(await offersFor(user, 'Root')).toEqual([]);
});

test('S2F-08 S2F-09 root edits and deletes admins, but not itself', async () => {
  await openPeopleOffice([saraAccount, rootAccount], { person: root });
  const { user } = visitPeople('/admin/users');

  expect(await offersFor(user, 'Sara')).toEqual(['Edit', 'Delete']);
  expect(await offersFor(user, 'Root')).toEqual(['Edit']);
});

test('S2F-09 C-11 S8-32 deleting asks first, and says why the server refuses it', async () => {
  const reasons = ['balance', 'orders'];
  const script = serverOf([anAccountOf(), saraAccount], ({ method }) => {
    if (method !== 'DELETE') return null;
    const reason = reasons.shift();
    return reason ? [409, { code: 'CONFLICT', details: { reason } }] : [200, { code: 'SUCCESS' }];
  });
  const { server } = await openPeopleOffice([anAccountOf(), saraAccount], { script });
  const { user } = visitPeople('/admin/users');
  await choose(user, 'Amina Haddad', 'Delete');
  const question = within(await screen.findByRole('alertdialog', { name: 'Are you sure you want to delete this?' }));
  expect(question.getByText('Amina Haddad')).toBeTruthy();
  expect(server.requests.some(({ method }) => method === 'DELETE')).toBe(false);

  await user.click(question.getByRole('button', { name: 'Delete' }));
  expect(await question.findByText('This user still has a balance. Bring it to zero first.')).toBeTruthy();
  await user.click(question.getByRole('button', { name: 'Delete' }));
  expect(await question.findByText('This user still has open orders. Finish them first.')).toBeTruthy();
  await user.click(question.getByRole('button', { name: 'Delete' }));

  await waitFor(() => expect(toastTexts()).toEqual(['User deleted']));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

const created = (more: Partial<User> = {}): [number, object] => [
  200,
  { code: 'SUCCESS', user: anAccountOf({ id: 31, name: 'Bilal', ...more }) },
];

test('S2F-06 S5-11 S7-18 the popup creates a customer: refused fields first, then the same form again with a new key', async () => {
  let tries = 0;
  const script = serverOf([anAccountOf(), saraAccount], ({ method, path }) => {
    if (method !== 'POST' || path !== '/api/users') return null;
    return tries++ === 0
      ? [422, { code: 'INVALID_FIELDS', errors: { email: ['unique'] } }]
      : (created() as [200, object]);
  });
  const { server } = await openPeopleOffice([anAccountOf(), saraAccount], { script });
  const { user, address } = visitPeople('/admin/users');
  await user.click(await screen.findByRole('button', { name: 'New user' }));
  const form = within(await screen.findByRole('dialog', { name: 'New user' }));
  expect(form.queryByLabelText('Role')).toBeNull();
  await user.click(form.getByRole('button', { name: 'Create user' }));
  expect(await form.findByText('Name is required.')).toBeTruthy();
  expect(form.getByText('Password is required.')).toBeTruthy();

  await user.type(form.getByLabelText('Name'), 'Bilal');
  await user.type(form.getByLabelText('E-mail'), 'amina@example.test');
  await user.type(form.getByLabelText('Password'), 'a long password');
  await user.click(form.getByRole('button', { name: 'Create user' }));
  expect(await form.findByText('E-mail is already taken.')).toBeTruthy();
  await user.clear(form.getByLabelText('E-mail'));
  await user.type(form.getByLabelText('E-mail'), 'bilal@example.test');
  await user.click(form.getByRole('button', { name: 'Create user' }));

  await waitFor(() => expect(toastTexts()).toEqual(['User created']));
  await waitFor(() => expect(address()).toBe('/admin/users'));
  const sent = server.requests.filter(({ method, path }) => method === 'POST' && path === '/api/users');
  expect(sent[1]?.body).toEqual({
    name: 'Bilal',
    email: 'bilal@example.test',
    username: null,
    password: 'a long password',
    role_id: 1,
    balance: 0,
    is_active: true,
  });
  expect(new Set(sent.map(({ key }) => key)).size).toBe(2);
});

test('D-9 OF-17 S2B-14 an opening balance needs the PIN, which no store of the device has', async () => {
  const script = serverOf([anAccountOf({ id: 31, name: 'Bilal', balance: 25 })], ({ method, path }) =>
    method === 'POST' && path === '/api/users' ? (created({ balance: 25 }) as [200, object]) : null,
  );
  const { db, server } = await openPeopleOffice([saraAccount], { script });
  const { user, address } = visitPeople('/admin/users/create');
  await user.type(await screen.findByLabelText('Name'), 'Bilal');
  await user.type(screen.getByLabelText('E-mail'), 'bilal@example.test');
  await user.type(screen.getByLabelText('Password'), 'a long password');
  await user.type(screen.getByLabelText('Opening balance (optional)'), '25');
  await user.click(button('Create user'));
  expect(await screen.findByText('PIN is required.')).toBeTruthy();

  await user.type(screen.getByLabelText('Your PIN'), '4711993');
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(await storedTexts(db)).not.toMatch(/4711993|a long password/);
  await user.click(button('Create user'));

  await waitFor(() => expect(address()).toBe('/admin/users/31'));
  const sent = server.requests.find(({ method, path }) => method === 'POST' && path === '/api/users');
  expect(sent?.body).toMatchObject({ balance: 25, pin: '4711993' });
});

test('S2B-14 a user whose creation got no answer is created once, and reported when it is known', async () => {
  const script = serverOf([saraAccount], ({ method, path }) => {
    if (path === '/api/outcomes/cancel') return [200, { code: 'SUCCESS', state: 'applied', touched: ['people:31'] }];
    return method === 'POST' && path === '/api/users' ? [503, { code: 'BUSY' }, { 'retry-after': '120' }] : null;
  });
  const { server } = await openPeopleOffice([saraAccount], { script });
  const { user, address } = visitPeople('/admin/users/create');
  await user.type(await screen.findByLabelText('Name'), 'Bilal');
  await user.type(screen.getByLabelText('E-mail'), 'bilal@example.test');
  await user.type(screen.getByLabelText('Password'), 'a long password');

  await user.click(button('Create user'));

  await waitFor(() => expect(address()).toBe('/admin/users'));
  expect(await screen.findByText('User created')).toBeTruthy();
  expect(server.requests.filter(({ method, path }) => method === 'POST' && path === '/api/users')).toHaveLength(1);
});

test('S2B-16 S5-09 the edit page sends the changed fields only, and no empty password', async () => {
  const script = serverOf([anAccountOf()], ({ method, path }) =>
    method === 'POST' && path === '/api/users/7'
      ? [200, { code: 'SUCCESS', user: anAccountOf({ name: 'Amina H.' }) }]
      : null,
  );
  const { server } = await openPeopleOffice([anAccountOf()], { script });
  const { user, address } = visitPeople('/admin/users/7/edit');
  const name = await screen.findByLabelText<HTMLInputElement>('Name');
  expect(name.value).toBe('Amina Haddad');
  expect(screen.getByLabelText<HTMLInputElement>('New password (optional)').value).toBe('');
  await user.clear(name);
  await user.type(name, 'Amina H.');

  await user.click(button('Save'));

  await waitFor(() => expect(address()).toBe('/admin/users/7'));
  const sent = server.requests.find(({ method, path }) => method === 'POST' && path === '/api/users/7');
  expect(sent?.body).toEqual({ name: 'Amina H.' });
});

test('S2B-16 D-7 the own new password asks for the current one, and another admin’s account is not editable', async () => {
  const script = serverOf([saraAccount, anna], ({ method }) =>
    method === 'POST' ? [422, { code: 'INVALID_FIELDS', errors: { current_password: ['required'] } }] : null,
  );
  await openPeopleOffice([saraAccount, anna], { script });
  const { user, go } = visitPeople('/admin/users/2/edit');
  await user.type(await screen.findByLabelText('New password (optional)'), 'another password');

  await user.click(button('Save'));

  expect(await screen.findByText('Current password is required.')).toBeTruthy();
  expect(screen.getByLabelText('Your current password').getAttribute('aria-invalid')).toBe('true');
  await go('/admin/users/9/edit');
  expect(await screen.findByText('Only the root admin can edit other admins.')).toBeTruthy();
});

const movement = (id: number, before: number, after: number) => ({
  id,
  kind: after > before ? 'add' : 'subtract',
  amount: after - before,
  balance_before: before,
  balance_after: after,
  previous_balance: before,
  new_balance: after,
  operation_type: after > before ? 'add' : 'subtract',
  fields: [],
  order_id: null,
  note: `Movement ${id}`,
  created_at: '2026-11-20T14:23:00.000Z',
  rev: 1,
  action_by: 'Sara',
});

/** A server where amina has 21 movements. */
const withMovements = serverOf([anAccountOf(), saraAccount], ({ path, url }) => {
  if (!path.endsWith('/balance/history')) return null;
  const page = Number(url.searchParams.get('page'));
  const all = Array.from({ length: 21 }, (_, at) => movement(100 - at, 21 - at - 1, 21 - at));
  const meta = { current_page: page, per_page: 20, total: 21, next_page_url: null, prev_page_url: null };
  return [200, { code: 'SUCCESS', history: all.slice((page - 1) * 20, page * 20), meta, ...meta }];
});

test('S2F-12 S7-24 the balance history has admin, time, reason, and old and new value of each movement, page by page', async () => {
  await openPeopleOffice(undefined, { script: withMovements });
  const { user } = visitPeople('/admin/users');
  await choose(user, 'Amina Haddad', 'Balance history');
  const history = within(await screen.findByRole('dialog', { name: 'Balance history' }));
  const list = within(await history.findByRole('list', { name: 'Balance history' }));
  const first = within(list.getAllByRole('listitem')[0]!);
  expect(list.getAllByRole('listitem')).toHaveLength(20);
  for (const text of ['Balance added', 'Movement 100', 'Sara', '+€1.00', '€20.00', '€21.00'])
    expect(first.getByText(text)).toBeTruthy();

  await user.click(history.getByRole('button', { name: 'More' }));

  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(21));
  expect(history.queryByRole('button', { name: 'More' })).toBeNull();
});

test('S2B-15 S7-20 S7-21 the page of a user has profile, balance, orders, tickets, activity and changes', async () => {
  const day = { day: '2026-11-20', sessions: 2, actions: 3, first_action_at: null, last_action_at: null };
  const session = {
    id: 1,
    user_agent: 'Firefox',
    created_at: '2026-11-20T08:00:00.000Z',
    used_at: '2026-11-20T09:00:00.000Z',
  };
  const page = { current_page: 1, per_page: 20, total: 1, next_page_url: null, prev_page_url: null };
  const change = {
    id: 5,
    action: 'user.updated',
    action_by: 'Root',
    created_at: '2026-11-19T10:00:00.000Z',
    fields: [{ field: 'name', old_value: 'Amina', new_value: 'Amina Haddad' }],
  };
  const script = serverOf([anAccountOf()], ({ path }) => {
    if (path.endsWith('/sessions'))
      return [200, { code: 'SUCCESS', login_times: 12, last_login_at: null, days: [day] }];
    if (path.endsWith('/sessions/2026-11-20')) return [200, { code: 'SUCCESS', day, sessions: [session] }];
    return path.endsWith('/7/history') ? [200, { code: 'SUCCESS', history: [change], meta: page, ...page }] : null;
  });
  const { receive } = await openPeopleOffice([anAccountOf(), saraAccount], { script });
  await receive('orders', anOrder(41));
  await receive('tickets', aTicket(3));
  const { user } = visitPeople('/admin/users/7');

  const profile = within(await screen.findByRole('region', { name: 'Profile' }));
  expect(await profile.findByText('amina')).toBeTruthy();
  expect(await screen.findByRole('link', { name: /Netflix/ })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'All orders' }).getAttribute('href')).toBe('/admin/orders?user=7');
  expect(screen.getByRole('link', { name: /Subject 3/ })).toBeTruthy();
  expect(within(screen.getByRole('region', { name: 'Balance' })).getByText('€10.00')).toBeTruthy();
  expect(await screen.findByText('Account changed')).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: /Nov 20, 2026/ }));

  expect(await screen.findByText('Firefox')).toBeTruthy();
});

test('S2B-15 a part that fails says so with Retry, and the others stay; offline the directory’s facts stay', async () => {
  let isBroken = true;
  const script = serverOf([anAccountOf()], ({ path }) =>
    path.endsWith('/sessions') && isBroken ? [500, { code: 'ERROR' }] : null,
  );
  const { server } = await openPeopleOffice([anAccountOf()], { script });
  const { user, close } = visitPeople('/admin/users/7');
  const activity = within(await screen.findByRole('region', { name: 'Activity by day' }));
  await vi.waitUntil(() => activity.queryByRole('button', { name: 'Retry' }) !== null);
  expect(within(screen.getByRole('region', { name: 'Balance' })).getByText('€10.00')).toBeTruthy();
  isBroken = false;
  await user.click(activity.getByRole('button', { name: 'Retry' }));
  expect(await activity.findByText('No activity in the last 120 days.')).toBeTruthy();
  close();

  await server.goOffline();
  visitPeople('/admin/users/7');

  const profile = within(await screen.findByRole('region', { name: 'Profile' }));
  expect(await profile.findByText('amina@example.test')).toBeTruthy();
  expect(profile.getByText('You are offline. This needs a connection.')).toBeTruthy();
});
