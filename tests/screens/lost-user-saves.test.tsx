import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { InputOf } from '../../src/contract/endpoint.ts';
import type { updateUser, User } from '../../src/contract/people.ts';
import { anAccountOf, openPeopleOffice, saraAccount, serverOf, visitPeople } from '../support/people-office.tsx';
import { sara, type Script } from '../support/storefront.tsx';

type Edit = InputOf<typeof updateUser>;

const offline = 'You are offline, or the server cannot be reached.';

/**
 * A scripted server with one user, whose password is `kept-in-a-safe`. It changes the user once for each key, and refuses a field that has another value than
 * the `from` of a request. `lose` loses the next change on its way, or its answer.
 */
function userServer(account: User) {
  const shop = {
    account,
    password: 'kept-in-a-safe',
    /** What was changed, oldest first, passwords included. */
    changes: [] as object[],
    lost: null as 'request' | 'answer' | null,
  };
  const outcomes = new Map<string | null, 'applied' | 'cancelled'>();
  const change = ({ key, body }: Parameters<Script>[0]): Awaited<ReturnType<Script>> => {
    const outcome = outcomes.get(key);
    if (outcome === 'cancelled') return [409, { code: 'CANCELLED' }];
    const { from = {}, current_password: proof, ...changes } = body as Edit;
    const { name, email, username, role_id } = shop.account;
    const current = { name, email, username, role_id };
    const isStale = Object.entries(from).some(([field, seen]) => current[field as keyof typeof current] !== seen);
    if (isStale && !outcome) return [409, { code: 'CONFLICT', details: { current, by: 'Root' } }];
    if (!outcome) {
      if (proof !== undefined && proof !== shop.password)
        return [422, { code: 'INVALID_FIELDS', errors: { current_password: ['invalid'] } }];
      const { password = shop.password, ...fields } = changes;
      Object.assign(shop, { password, account: { ...shop.account, ...fields } });
      shop.changes.push(changes);
      if (key) outcomes.set(key, 'applied');
    }
    return [200, { code: 'SUCCESS', user: shop.account }];
  };
  const script: Script = (asked) =>
    serverOf([shop.account], (request) => {
      if (request.path === '/api/outcomes/cancel') {
        const key = String(request.body.key);
        const state = outcomes.get(key) ?? 'cancelled';
        outcomes.set(key, state);
        return [200, { code: 'SUCCESS', state, touched: state === 'applied' ? [`people:${account.id}`] : [] }];
      }
      if (request.method !== 'POST' || request.path !== `/api/users/${account.id}`) return null;
      const { lost } = shop;
      shop.lost = null;
      if (lost === 'request') return 'lost';
      const answer = change(request);
      return lost === 'answer' ? 'lost' : answer;
    })(asked);
  return { shop, script, change };
}

/** sara changes the name, the address and the password of a user, which gets lost; the connection is back afterwards. */
async function editUserAndLose(what: 'request' | 'answer', account: User = anAccountOf()) {
  const { shop, script, change } = userServer(account);
  const { server } = await openPeopleOffice([account], { script });
  const path = `/api/users/${account.id}`;
  const visited = visitPeople(`/admin/users/${account.id}/edit`);
  const { user } = visited;
  const name = await screen.findByLabelText<HTMLInputElement>('Name');
  const email = screen.getByLabelText<HTMLInputElement>('E-mail');
  shop.lost = what;
  await user.type(name, '!');
  await user.type(email, 'x');
  await user.type(screen.getByLabelText('New password (optional)'), 'a new good phrase');
  const proof = screen.queryByLabelText('Your current password');
  if (proof) await user.type(proof, 'kept-in-a-safe');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(offline);
  await server.goOnline(script);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', false));
  const edits = () => server.requests.filter((asked) => asked.method === 'POST' && asked.path === path);
  return { ...visited, shop, change, edits, name, email, save: () => screen.getByRole('button', { name: 'Save' }) };
}

const lostEdit = { name: 'Amina Haddad!', email: 'amina@example.testx', password: 'a new good phrase' };

test.each(['request', 'answer'] as const)(
  'OF-06 an edit of a user whose %s was lost is done once when it is saved again',
  async (what) => {
    const { user, address, shop, edits, save } = await editUserAndLose(what);

    await user.click(save());

    await waitFor(() => expect(address()).toBe('/admin/users/7'));
    expect(shop.changes).toEqual([lostEdit]);
    const [first, again] = edits();
    expect(first!.key).toMatch(/^[0-9a-f-]{36}$/);
    expect([again!.key, again!.body]).toEqual([first!.key, first!.body]);
  },
);

test.each(['request', 'answer'] as const)(
  'OF-12 after a lost %s, the next edit of a user also takes back what that attempt has changed',
  async (what) => {
    const { user, address, shop, change, edits, name, email, save } = await editUserAndLose(what);
    await user.type(name, '{Backspace}');
    await user.type(email, 'y');

    await user.click(save());

    await waitFor(() => expect(address()).toBe('/admin/users/7'));
    expect(shop.account).toMatchObject({ name: 'Amina Haddad', email: 'amina@example.testxy' });
    expect(within(document.body).queryByText('Changed by two people')).toBeNull();
    const taken = { name: 'Amina Haddad', email: 'amina@example.testxy' };
    const { password } = lostEdit;
    expect(shop.changes).toEqual(what === 'answer' ? [lostEdit, taken] : [{ email: taken.email, password }]);
    // The first request arrives late.
    void change(edits()[0]!);
    expect(shop.account).toMatchObject({ name: 'Amina Haddad', email: 'amina@example.testxy' });
  },
);

test('OF-12 after a lost answer, an edit of another admin since is a conflict with the next one', async () => {
  const { user, address, shop, name, save } = await editUserAndLose('answer');
  shop.account = { ...shop.account, name: 'Amina H.', username: 'amina.h' };
  await user.type(name, '?');

  await user.click(save());

  expect(await screen.findByText('Changed by two people')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save mine anyway' }));
  await waitFor(() => expect(address()).toBe('/admin/users/7'));
  expect(shop.account).toMatchObject({ name: 'Amina Haddad!?', username: 'amina.h', email: 'amina@example.testx' });
});

test('OF-06 D-7 after a lost answer, an admin’s own next edit needs no other current password', async () => {
  const { user, address, shop, name, save } = await editUserAndLose('answer', saraAccount);
  await user.type(name, '?');

  await user.click(save());

  await waitFor(() => expect(address()).toBe(`/admin/users/${saraAccount.id}`));
  expect(shop.changes).toEqual([
    expect.objectContaining({ password: 'a new good phrase' }),
    { name: `${sara.name}!?` },
  ]);
});
