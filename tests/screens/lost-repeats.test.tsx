import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { User } from '../../src/contract/people.ts';
import { accepting, changesOf, openArticles, titles } from '../support/article-pages.tsx';
import { anAccountOf, openPeopleOffice, rowOf, saraAccount, serverOf, visitPeople } from '../support/people-office.tsx';
import { toastTexts, type Script } from '../support/storefront.tsx';

/* Calls without a key whose answer is lost: what the user sees when the connection is back. */

const offline = 'You are offline, or the server cannot be reached.';

/** A server with these users that does what `change` does, and loses the answer of the first change. */
function losingServer(users: () => readonly User[], change: Script): Script {
  let isLost = false;
  return async (asked) => {
    if (asked.method === 'GET') return serverOf(users(), () => null)(asked);
    const answer = await change(asked);
    if (isLost) return answer;
    isLost = true;
    return 'lost';
  };
}

test('OF-06 S2F-09 a user whose deletion got no answer is reported as deleted when the admin presses again', async () => {
  let users = [anAccountOf({ balance: 0 }), saraAccount];
  const script = losingServer(
    () => users,
    ({ path }) => {
      if (!users.some(({ id }) => path === `/api/users/${id}`)) return [404, { code: 'NOT_FOUND' }];
      users = [saraAccount];
      return [200, { code: 'SUCCESS' }];
    },
  );
  const { server } = await openPeopleOffice([...users], { script });
  const { user } = visitPeople('/admin/users');
  await user.click(within(await rowOf('Amina Haddad')).getByRole('button', { name: 'Actions for Amina Haddad' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  const question = within(await screen.findByRole('alertdialog'));
  const button = question.getByRole('button', { name: 'Delete' });
  await user.click(button);
  await question.findByText(offline);
  await server.goOnline(script);
  await waitFor(() => expect(button).toHaveProperty('disabled', false));

  await user.click(button);

  await waitFor(() => expect(toastTexts()).toEqual(['User deleted']));
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('OF-06 S2F-02 a user whose deactivation got no answer is shown as deactivated when the connection is back', async () => {
  let amina = anAccountOf();
  const script = losingServer(
    () => [amina, saraAccount],
    ({ body }) => {
      amina = { ...amina, is_active: body.is_active === true };
      return [200, { code: 'SUCCESS', user: amina }];
    },
  );
  const { server } = await openPeopleOffice([amina, saraAccount], { script });
  const { user } = visitPeople('/admin/users');
  const active = await screen.findByRole<HTMLInputElement>('switch', { name: /Amina Haddad.* is active/ });
  await user.click(active);
  await waitFor(() => expect(toastTexts()).toEqual([offline]));
  // The device does not have the answer, so it shows what it knows.
  expect(active.checked).toBe(true);
  await server.goOnline(script);

  // The list is read again: nothing is left to press.
  await waitFor(() => expect(active.checked).toBe(false));
  expect(active.disabled).toBe(false);
  expect(amina.is_active).toBe(false);
});

test('OF-06 S2Q-02 an article whose move got no answer takes the same place when the admin presses again', async () => {
  const { user, server } = await openArticles();
  const down = await screen.findByRole('button', { name: 'Move Order codes down' });
  await server.goOnline((asked) => (asked.path.endsWith('/move') ? 'lost' : accepting(asked)));
  await user.click(down);
  await waitFor(() => expect(toastTexts()).toEqual([offline]));
  await server.goOnline(accepting);
  await waitFor(() => expect(down.getAttribute('aria-disabled')).not.toBe('true'));

  await user.click(down);

  await waitFor(() => expect(titles().indexOf('Order codes')).toBe(3));
  expect(changesOf(server).map(({ body }) => body)).toMatchObject([{ before_id: 6 }, { before_id: 6 }]);
});
