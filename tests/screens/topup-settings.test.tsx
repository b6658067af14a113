import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { root } from '../support/people-office.tsx';
import { sara, toastTexts, type Script } from '../support/storefront.tsx';
import { openTopupOffice, visitTopups, withReads } from '../support/topup-office.tsx';
import { aTopupMethod } from '../support/topups.tsx';

const limits = { open_max: 3, day_max: 5, day_amount: null, balance_max: 500, rev: 4 };

const answers =
  (script: Script): Script =>
  (asked) =>
    asked.method === 'GET' && asked.path === '/api/topup-limits' ? [200, { code: 'SUCCESS', limits }] : script(asked);

const ok: Script = () => [200, { status: 'ok' }];

async function open(person: typeof sara, address = '/admin/settings/top-ups', script: Script = ok) {
  const methods = [aTopupMethod(1), aTopupMethod(2), aTopupMethod(3, { is_active: false })];
  const device = await openTopupOffice({ person, methods, script: answers(script) });
  return { ...device, ...visitTopups(address) };
}

const posts = (requests: readonly { method: string; path: string; body: Record<string, unknown> }[]) =>
  requests.filter(({ method, path }) => method === 'POST' && path.startsWith('/api/topup-'));

test('TU-39 other admins read methods and limits, with one sentence why they do not change them', async () => {
  await open(sara);

  expect(await screen.findByText('Method 2')).toBeTruthy();
  expect(screen.getByText(/Only the first admin changes these/)).toBeTruthy();
  expect((await screen.findByLabelText<HTMLInputElement>('Largest balance')).readOnly).toBe(true);
  expect(screen.queryByRole('button', { name: /New method|Save|Edit|Move/ })).toBeNull();
});

test('TU-39 root moves a method, and the list shows the new order at once', async () => {
  const { user, server } = await open(root, undefined, ({ path }) =>
    path.endsWith('/move')
      ? [200, { code: 'SUCCESS', method: aTopupMethod(2, { position: 1, rev: 2 }) }]
      : [200, { status: 'ok' }],
  );
  await user.click(await screen.findByRole('button', { name: /^Move .*Method 2.* up$/ }));

  await waitFor(() =>
    expect(screen.getAllByText(/^Method \d$/).map((one) => one.textContent)).toEqual([
      'Method 2',
      'Method 1',
      'Method 3',
    ]),
  );
  expect(posts(server.requests)).toMatchObject([{ path: '/api/topup-methods/2/move', body: { before_id: 1 } }]);
});

test('TU-39 root creates a method in three languages with accounts and sees the card of customers', async () => {
  const { user, server, address } = await open(root, '/admin/settings/top-ups?method=new', ({ path }) =>
    path === '/api/topup-methods' ? [200, { code: 'SUCCESS', method: aTopupMethod(4) }] : [200, { status: 'ok' }],
  );
  const create = () => user.click(screen.getByRole('button', { name: 'Create' }));
  await screen.findByLabelText('Name · English');
  await create();
  expect((await screen.findAllByText('Name is required.')).length).toBeGreaterThan(0);

  await user.type(screen.getByLabelText('Name · English'), 'Bank');
  await user.type(screen.getByLabelText('Name · العربية'), 'مصرف');
  await user.type(screen.getByLabelText('Steps · English'), 'Send {{amount} with {{reference}');
  await user.type(screen.getByLabelText('Label · English'), 'Account');
  await user.type(screen.getByLabelText('Value'), 'LY 12');
  await user.type(screen.getByLabelText('Smallest amount'), '10');
  await user.type(screen.getByLabelText('Largest amount'), '500');
  const card = within(screen.getByRole('region', { name: 'ar' }));
  expect(await card.findByText('مصرف')).toBeTruthy();
  expect(card.getByText('LY 12')).toBeTruthy();
  await create();

  await waitFor(() => expect(address()).toBe('/admin/settings/top-ups'));
  expect(posts(server.requests)).toMatchObject([
    {
      path: '/api/topup-methods',
      body: {
        name: { en: 'Bank', ar: 'مصرف' },
        accounts: [{ label: { en: 'Account' }, value: 'LY 12' }],
        min: 10,
        max: 500,
        proof: 'either',
        is_active: true,
      },
    },
  ]);
  expect(toastTexts()).toEqual(['Method created']);
});

test('TU-39 a method that was changed elsewhere shows both versions; limits are saved with their revision', async () => {
  const { user, server } = await open(root, '/admin/settings/top-ups?method=1', ({ path, method }) =>
    method === 'POST' && path === '/api/topup-methods/1'
      ? [412, { code: 'REVISION_CHANGED', details: { current: aTopupMethod(1, { max: 900, rev: 2 }) } }]
      : [200, { status: 'ok' }],
  );
  await user.clear(await screen.findByLabelText('Largest amount'));
  await user.type(screen.getByLabelText('Largest amount'), '700');
  await user.click(screen.getByRole('button', { name: 'Save' }));

  expect((await screen.findAllByText(/900\.00/)).length).toBeGreaterThan(0);
  expect(
    server.requests.find(({ path, method }) => method === 'POST' && path === '/api/topup-methods/1')!.revision,
  ).toBe('"1"');
});

test('TU-39 limits are saved by root: blank for none', async () => {
  const { user, server } = await open(root);
  server.respondWith(
    withReads(
      answers(({ path }) =>
        path === '/api/topup-limits'
          ? [200, { code: 'SUCCESS', limits: { ...limits, rev: 5 } }]
          : [200, { status: 'ok' }],
      ),
    ),
  );
  await user.clear(await screen.findByLabelText('Largest balance'));
  await user.clear(screen.getByLabelText('Requests of a day'));
  await user.type(screen.getByLabelText('Requests of a day'), '8');
  await user.click(screen.getByRole('button', { name: 'Save' }));

  await waitFor(() => expect(posts(server.requests)).toHaveLength(1));
  expect(posts(server.requests)[0]).toMatchObject({
    revision: '"4"',
    body: { day_max: 8, open_max: 3, day_amount: null, balance_max: null },
  });
});
