import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anAccountOf, openPeopleOffice, serverOf, visitPeople } from '../support/people-office.tsx';

const button = (name: string) => screen.getByRole('button', { name });
const saved = { name: 'Amina H.', email: 'new@example.test', username: null, role_id: anAccountOf().role_id };

/** Changes the name of a user whose name and address another admin has changed meanwhile. */
async function renameTooLate() {
  let tries = 0;
  const script = serverOf([anAccountOf()], ({ method, path }) => {
    if (method !== 'POST' || path !== '/api/users/7') return null;
    return tries++ === 0
      ? [409, { code: 'CONFLICT', details: { current: saved, by: 'Root', at: '2026-11-01T14:02:00.000Z' } }]
      : [200, { code: 'SUCCESS', user: anAccountOf(saved) }];
  });
  const { server } = await openPeopleOffice([anAccountOf()], { script });
  const { user, address } = visitPeople('/admin/users/7/edit');
  const name = await screen.findByLabelText<HTMLInputElement>('Name');
  await user.clear(name);
  await user.type(name, 'A. Haddad');
  await user.click(button('Save'));
  await screen.findByText('Changed by two people');
  const sent = () => server.requests.filter(({ method, path }) => method === 'POST' && path === '/api/users/7');
  return { user, address, name, sent };
}

test('OF-12 two admins have edited the same user: the later one sees both values, saves the own one, and keeps the other fields', async () => {
  const { user, address, sent } = await renameTooLate();
  const versions = within(screen.getByRole('group', { name: 'Name' })).getAllByRole('button');
  expect(versions.map(({ textContent }) => textContent)).toEqual([
    'YoursA. Haddad',
    'Saved by the other adminAmina H.',
  ]);

  await user.click(button('Save mine anyway'));

  await waitFor(() => expect(address()).toBe('/admin/users/7'));
  expect(sent().at(-1)!.body).toEqual({ name: 'A. Haddad', from: { name: 'Amina H.' } });
});

test('OF-12 the later admin can take the saved values into the form', async () => {
  const { user, name, sent } = await renameTooLate();

  await user.click(button('Use the saved version'));

  await waitFor(() => expect(name.value).toBe('Amina H.'));
  expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe('new@example.test');
  expect(screen.queryByText('Changed by two people')).toBeNull();
  expect(sent()).toHaveLength(1);
});
