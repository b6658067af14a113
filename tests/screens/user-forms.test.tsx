import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { User } from '../../src/contract/people.ts';
import {
  anAccountOf,
  openPeopleOffice,
  saraAccount,
  serverOf,
  storedTexts,
  visitPeople,
} from '../support/people-office.tsx';
import { toastTexts } from '../support/storefront.tsx';

const anna = anAccountOf({ id: 9, name: 'Anna', email: 'anna@example.test', role: 'admin', role_id: 2, balance: 0 });
const button = (name: string | RegExp) => screen.getByRole('button', { name });

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
  expect(within(form.getByLabelText('Role')).queryByRole('option', { name: 'Admin' })).toBeNull();
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

test('D-9 OF-17 after a refusal the PIN of an opening balance is typed again', async () => {
  const script = serverOf([saraAccount], ({ method, path }) =>
    method === 'POST' && path === '/api/users' ? [400, { code: 'INVALID_PIN', details: { reason: 'wrong' } }] : null,
  );
  await openPeopleOffice([saraAccount], { script });
  const { user } = visitPeople('/admin/users/create');
  await user.type(await screen.findByLabelText('Name'), 'Bilal');
  await user.type(screen.getByLabelText('E-mail'), 'bilal@example.test');
  await user.type(screen.getByLabelText('Password'), 'a long password');
  await user.type(screen.getByLabelText('Opening balance (optional)'), '0.50');
  await user.type(screen.getByLabelText('Your PIN'), '4711993');

  await user.click(button('Create user'));

  expect(await screen.findByText('Invalid PIN.')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Your PIN').value).toBe('');
  expect(screen.getByLabelText<HTMLInputElement>('Opening balance (optional)').value).toBe('0.50');
});

test('D-9 an opening balance above the maximum is not sent', async () => {
  const { server } = await openPeopleOffice([saraAccount]);
  const { user } = visitPeople('/admin/users/create');
  await user.type(await screen.findByLabelText('Name'), 'Bilal');
  await user.type(screen.getByLabelText('E-mail'), 'bilal@example.test');
  await user.type(screen.getByLabelText('Password'), 'a long password');
  await user.type(screen.getByLabelText('Opening balance (optional)'), '1000000.01');
  await user.type(screen.getByLabelText('Your PIN'), '4711993');

  await user.click(button('Create user'));

  expect(await screen.findByText('Opening balance is not valid.')).toBeTruthy();
  expect(server.requests.filter(({ method, path }) => method === 'POST' && path === '/api/users')).toEqual([]);
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
  expect(sent?.body).toEqual({ name: 'Amina H.', from: { name: 'Amina Haddad' } });
});

test('V-08 S2S-02 an admin makes a customer an agent in the form of the user', async () => {
  const agent = anAccountOf({ role: 'agent', role_id: 3 });
  const script = serverOf([anAccountOf()], ({ method, path }) =>
    method === 'POST' && path === '/api/users/7' ? [200, { code: 'SUCCESS', user: agent }] : null,
  );
  const { server } = await openPeopleOffice([anAccountOf()], { script });
  const { user, address } = visitPeople('/admin/users/7/edit');
  const role = await screen.findByLabelText<HTMLSelectElement>('Role');
  expect([...role.options].map(({ text }) => text)).toEqual(['Customer', 'Agent']);
  await user.selectOptions(role, 'Agent');

  await user.click(button('Save'));

  await waitFor(() => expect(address()).toBe('/admin/users/7'));
  const sent = server.requests.find(({ method, path }) => method === 'POST' && path === '/api/users/7');
  expect(sent?.body).toEqual({ role_id: 3, from: { role_id: 1 } });
});

test('S2B-16 D-7 the own new password asks for the current one, and another admin’s account is not editable', async () => {
  const script = serverOf([saraAccount, anna], ({ method }) =>
    method === 'POST' ? [422, { code: 'INVALID_FIELDS', errors: { current_password: ['required'] } }] : null,
  );
  await openPeopleOffice([saraAccount, anna], { script });
  const { user, close } = visitPeople('/admin/users/2/edit');
  await user.type(await screen.findByLabelText('New password (optional)'), 'another password');

  await user.click(button('Save'));

  expect(await screen.findByText('Current password is required.')).toBeTruthy();
  expect(screen.getByLabelText('Your current password').getAttribute('aria-invalid')).toBe('true');
  close();

  visitPeople('/admin/users/9/edit');

  expect(await screen.findByText('Only the root admin can edit other admins.')).toBeTruthy();
});

test('leaving a form with typed text asks first: it is in no draft, because a password is among it', async () => {
  await openPeopleOffice();
  const { user, address } = visitPeople('/admin/users/create');
  await user.type(await screen.findByLabelText('Name'), 'Bilal');
  await user.click(button('Cancel'));
  const question = within(await screen.findByRole('alertdialog'));

  await user.click(question.getByRole('button', { name: 'Keep editing' }));
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Bilal');
  await user.click(button('Cancel'));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard' }));

  await waitFor(() => expect(address()).toBe('/admin/users'));
});
