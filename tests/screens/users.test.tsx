import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  anAccountOf,
  openPeopleOffice,
  root,
  rootAccount,
  rowOf,
  saraAccount,
  serverOf,
  visitPeople,
} from '../support/people-office.tsx';
import { toastTexts } from '../support/storefront.tsx';

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
  expect(Object.fromEntries(asked ?? [])).toEqual({
    page: '1',
    cursor: '',
    per_page: '5',
    search: 'nobody has this name',
  });
});

test('S2F-03 until the next page has arrived, the users of the page before are not shown under it', async () => {
  const many = Array.from({ length: 12 }, (_, at) => anAccountOf({ id: 20 + at, name: `Customer ${at}` }));
  const accounts = [...many, saraAccount];
  const isSecond = (url: URL) => url.searchParams.get('page') === '2';
  const script = serverOf(accounts, ({ path, url }) =>
    path === '/api/users' && isSecond(url) ? new Promise<never>(() => undefined) : null,
  );
  const { server } = await openPeopleOffice(accounts, { script });
  const { user } = visitPeople('/admin/users');
  expect(within(await rowOf('Customer 0')).getByText('€10.00')).toBeTruthy();

  await user.click(button('Next page'));

  await waitFor(() =>
    expect(server.requests.some(({ path, url }) => path === '/api/users' && isSecond(url))).toBe(true),
  );
  // Only the server's rows have a balance; those of this device are shown meanwhile.
  await waitFor(() => expect(screen.queryByText('€10.00')).toBeNull());
  expect(screen.getByText('Showing 11–13 of 13')).toBeTruthy();
});

test('S2B-09 S2F-04 D-3 D-12 OF-04 offline the users of the directory are shown and searched, without a balance, and nothing can be changed', async () => {
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
