import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useNameOfRecord } from '../../src/client/features/audit/names.ts';
import { isOnline } from '../../src/client/sync/connectivity.ts';
import type { Order } from '../../src/contract/orders.ts';
import { openOrderDevice, rowOf, serverWithOrders, visitOrders } from '../support/admin-orders.tsx';
import { anAccountOf, openPeopleOffice, saraAccount, serverOf, visitPeople } from '../support/people-office.tsx';
import { amina, anOrder, openDevice, sara, visit, type Script } from '../support/storefront.tsx';

/** A customer whom the server has, and the device of the admin has not. */
const zoe = anAccountOf({ id: 99, name: 'Zoé Martin', email: 'zoe@example.test', username: 'zo' });
const paging = { current_page: 1, next_page_url: null, prev_page_url: null };
const label = 'Zoé Martin · zoe@example.test';

/** A server with these orders and Zoé; `special` answers other requests, or null for the usual answer. */
function serverWithZoe(
  orders: readonly Order[] = [],
  special: (asked: Parameters<Script>[0]) => ReturnType<Script> | null = () => null,
): Script {
  const usual = serverWithOrders(() => orders);
  return async (asked) => {
    const answer = await special(asked);
    if (answer) return answer;
    const { path, url } = asked;
    const found = ['zo', 'martin', 'haddad'].some((word) =>
      (url.searchParams.get('search') ?? '').toLowerCase().includes(word),
    );
    const data = found ? [anAccountOf(), zoe] : [];
    if (path === '/api/users')
      return [200, { code: 'SUCCESS', data: { data, ...paging, per_page: 20, total: data.length } }];
    if (path !== '/api/users/by-ids') return usual(asked);
    const isAsked = url.searchParams.get('ids')?.split(',').includes('99');
    return [200, { code: 'SUCCESS', users: isAsked ? [zoe] : [] }];
  };
}

async function openOrders(script: Script, { orders = [anOrder(1)], address = '/admin/orders' } = {}) {
  const device = await openOrderDevice(orders);
  await device.server.goOnline(script);
  await expect.poll(isOnline).toBe(true);
  return { ...device, ...visitOrders(address) };
}

type User = ReturnType<typeof visitOrders>['user'];

/** Opens the filter by customer and returns the field of its search. */
async function openFilter(user: User) {
  await user.click(await screen.findByRole('button', { name: /^Filters/ }));
  await user.click(within(screen.getByRole('form', { name: 'Filters' })).getByRole('button', { name: /^Customer/ }));
  return screen.findByLabelText('Search in Customer');
}

const plain = (text: string | null) => text?.replace(/[\u2068\u2069]/g, '');
const choices = () => screen.queryAllByRole('option').map(({ textContent }) => plain(textContent));
const chosen = () =>
  plain(within(screen.getByRole('form', { name: 'Filters' })).getByRole('button', { name: /^Customer/ }).textContent);

test('D-12 S2K-05 the filter by customer finds those of the device at once and those of the server after them', async () => {
  const { user, server, address } = await openOrders(serverWithZoe());
  const field = await openFilter(user);

  await user.type(field, 'zo');
  await waitFor(() => expect(choices()).toEqual([label, 'Amina Haddad · amina@example.test'].toReversed()));
  await user.clear(field);
  await user.type(field, 'Martin');
  await waitFor(() => expect(choices()).toContain(label));
  await waitFor(() => expect(screen.queryByText('Searching …')).toBeNull());
  await user.click(await screen.findByRole('option', { name: /Zoé/ }));
  await user.click(screen.getByRole('button', { name: 'Apply' }));

  await waitFor(() => expect(address()).toContain('user=99'));
  expect(chosen()).toContain(label);
  // The search has returned the name.
  expect(server.requests.filter(({ path }) => path === '/api/users/by-ids')).toEqual([]);
});

test('D-12 a customer in the address whom the device does not know has the id as name until the server has answered', async () => {
  const answer = Promise.withResolvers<void>();
  const script = serverWithZoe([], ({ path }) =>
    path === '/api/users/by-ids' ? answer.promise.then(() => null as never) : null,
  );
  const { user } = await openOrders(script, { address: '/admin/orders?user=99' });
  await openFilter(user);
  await waitFor(() => expect(chosen()).toContain('#99'));

  answer.resolve();

  await waitFor(() => expect(chosen()).toContain(label));
});

test('D-12 OF-04 offline the filter says that it searches this device only', async () => {
  const { user, server } = await openOrders(serverWithZoe());
  const field = await openFilter(user);
  await server.goOffline();

  await user.type(field, 'amina');
  expect(choices()).toEqual(['Amina Haddad · amina@example.test']);
  expect(screen.getByText('You are offline. Only this device was searched.')).toBeTruthy();
  await user.clear(field);
  await user.type(field, 'zoe');

  expect(screen.getByText('No results')).toBeTruthy();
});

test('D-12 a failed search says so, and Retry searches again', async () => {
  let fails = true;
  const script = serverWithZoe([], ({ path }) =>
    path === '/api/users' && fails ? Promise.resolve([500, { code: 'ERROR' }]) : null,
  );
  const { user } = await openOrders(script);
  const field = await openFilter(user);
  await user.type(field, 'zo');
  const notice = await screen.findByText(/The server could not be searched\./);

  fails = false;
  await user.click(within(notice.closest('p')!).getByRole('button', { name: 'Retry' }));

  await waitFor(() => expect(choices()).toContain(label));
  expect(screen.queryByText(/The server could not be searched\./)).toBeNull();
});

test('D-12 of two searches the later one decides, also when the earlier answer comes last', async () => {
  const late = Promise.withResolvers<void>();
  const script = serverWithZoe([], ({ path, url }) =>
    path === '/api/users' && url.searchParams.get('search') === 'zo' ? late.promise.then(() => null as never) : null,
  );
  const { user, server } = await openOrders(script);
  const field = await openFilter(user);
  const searched = () =>
    server.requests.filter(({ path }) => path === '/api/users').map(({ url }) => url.searchParams.get('search'));
  await user.type(field, 'zo');
  await waitFor(() => expect(searched()).toEqual(['zo']));
  await user.clear(field);
  await user.type(field, 'nobody');
  await waitFor(() => expect(searched()).toEqual(['zo', 'nobody']));
  await waitFor(() => expect(screen.getByText('No results')).toBeTruthy());

  const seen: (string | undefined)[] = [];
  const observer = new MutationObserver(() => void seen.push(...choices()));
  observer.observe(document.body, { childList: true, subtree: true });
  late.resolve();
  await user.type(field, ' either');
  await waitFor(() => expect(searched()).toEqual(['zo', 'nobody', 'nobody either']));
  await waitFor(() => expect(screen.getByText('No results')).toBeTruthy());

  observer.disconnect();
  expect(seen).not.toContain(label);
});

test('S2K-04 D-12 an order of a customer whom the device does not know has the e-mail from the server, asked once for a page', async () => {
  const orders = [1, 2, 3].map((id) => anOrder(id, { user_id: zoe.id, user_name: zoe.name }));
  const { server } = await openOrders(serverWithZoe(orders), { orders: [...orders, anOrder(4)] });

  for (const id of [1, 2, 3]) {
    const row = await rowOf(id);
    await waitFor(() => expect(within(row).getByText('zoe@example.test')).toBeTruthy());
  }
  expect(within(await rowOf(4)).getByText(amina.email)).toBeTruthy();
  const asked = server.requests.filter(({ path }) => path === '/api/users/by-ids');
  expect(asked.map(({ url }) => url.searchParams.get('ids'))).toEqual(['99']);
});

test('S2T-02 D-12 the audit log names a user whom the device does not know', async () => {
  const entry = { field: 'assignee_id', old_value: null, new_value: zoe.id };
  const { server } = await openDevice(sara, { people: [{ ...sara, is_active: true }] });
  await server.goOnline(serverWithZoe());
  await expect.poll(isOnline).toBe(true);
  const Name = () => useNameOfRecord({ fields: [entry] })('users', zoe.id) ?? '#99';

  visit('/name', { '/name': Name });

  expect(await screen.findByText('#99')).toBeTruthy();
  expect(await screen.findByText('Zoé Martin')).toBeTruthy();
});

test('D-12 OF-04 S2M-09 offline the list of users says how many of all users are on the device', async () => {
  const accounts = [
    saraAccount,
    ...Array.from({ length: 12 }, (_, at) => anAccountOf({ id: 20 + at, name: `C ${at}` })),
  ];
  const { server, db } = await openPeopleOffice(accounts.slice(0, 3), { script: serverOf(accounts) });
  visitPeople('/admin/users');
  await screen.findByText('Showing 1–10 of 13');
  await expect.poll(() => db.fact('usersTotal')).toBe(13);

  await server.goOffline();

  const note = '3 of 13 users are on this device. The others can be seen when you are connected.';
  expect(await screen.findByText(note)).toBeTruthy();
});

test('S2K-12 D-12 a file of orders has the e-mails of customers whom only the server knows; without its answer the user is asked', async () => {
  const orders = [anOrder(1, { user_id: zoe.id, user_name: zoe.name }), anOrder(2)];
  const saved: Blob[] = [];
  const url = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${saved.push(file as Blob)}`);
  const press = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  let fails = true;
  const script = serverWithZoe(orders, ({ path }) =>
    path === '/api/users/by-ids' && fails ? Promise.resolve([500, { code: 'ERROR' }]) : null,
  );
  const { user } = await openOrders(script, { orders });
  const button = await screen.findByRole('button', { name: 'Export CSV' });
  await waitFor(() => expect(button).toHaveProperty('disabled', false));

  await user.click(button);
  const question = within(await screen.findByRole('alertdialog', { name: 'Save an incomplete file?' }));
  expect(question.getByText(/e-mail addresses/).textContent).toBe(
    'Something went wrong. Please try again. Some e-mail addresses of customers are missing. The file will have 2 orders that match.',
  );
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  fails = false;
  await user.click(button);

  await waitFor(() => expect(saved).toHaveLength(1));
  expect(await saved[0]!.text()).toContain(',99,zoe@example.test,');
  for (const spy of [url, press]) spy.mockRestore();
});
