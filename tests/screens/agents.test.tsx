import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { pathOf, routePaths, type RouteName } from '../../src/client/app/paths/route-names.ts';
import { activateLocale } from '../../src/client/text/locales.ts';
import { aResponse, aTicket, openHelpDesk, uuid, visitHelpDesk, waitingIn } from '../support/help-desk.tsx';
import { openRoute } from '../support/open-route.tsx';
import { aCategory, amina, anOrder, aProduct, marc, sara } from '../support/storefront.tsx';

// The device of the test is open already.
vi.mock(import('../../src/client/app/open-personal-database.ts'), () => ({
  openPersonalDatabase: () => Promise.resolve(),
}));

beforeEach(() => activateLocale('en'));

/** A colleague as an agent's device stores one: without the address. */
const colleague = (person: typeof sara | typeof marc) => ({ ...person, email: '', is_active: true });

const rows = {
  account: [{ ...marc, balance: 0 }],
  people: [colleague(marc), colleague(sara)],
  categories: [aCategory(1, 'Games')],
  products: [aProduct(1, 'Card', { category_ids: [1] })],
  orders: [anOrder(31)],
  tickets: [aTicket(1)],
  responses: [aResponse(1, 1, { type: 'user', author_name: amina.name })],
};

/** Opens a page of the app as an agent. */
async function openAsAgent(address: string) {
  const device = await openHelpDesk(marc, rows);
  await device.db.setFact('lastSyncAt', Date.now());
  const router = await openRoute(address);
  return { ...device, router, user: userEvent.setup() };
}

const closed: RouteName[] = [
  'pages.dashboard.admin',
  'pages.dashboard.user',
  'pages.admin.users',
  'pages.admin.users.create',
  'pages.admin.users.show',
  'pages.admin.users.edit',
  'pages.admin.products.create',
  'pages.admin.products.edit',
  'pages.admin.categories.create',
  'pages.admin.audit',
  'pages.admin.help',
  'pages.admin.help.create',
  'pages.user.balance',
  'pages.user.tickets.create',
];

test.each(closed)('V-08 S2S-05 the page %s is closed to an agent, who gets to the tickets', async (page) => {
  const { router, server } = await openAsAgent(pathOf(page, 1));

  expect(router.state.location.pathname).toBe(routePaths['pages.admin.tickets']);
  expect(server.requests.map(({ path }) => path).filter((path) => /users|balance|dashboard/.test(path))).toEqual([]);
});

test('V-08 S2S-01 the menu and the tabs of an agent have the pages that the role may open', async () => {
  await openAsAgent('/');

  const menu = within(await screen.findByRole('navigation', { name: 'Main' }));
  const links = within(menu.getAllByRole('list')[0]!).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/admin/orders',
    '/admin/products',
    '/admin/categories',
    '/admin/tickets',
    '/dashboard/settings',
  ]);
  const tabs = [...document.querySelectorAll('nav[aria-label=Tabs] a')];
  expect(tabs.map((tab) => tab.getAttribute('href'))).toEqual(['/admin/catalogue', '/admin/orders', '/admin/tickets']);
  expect(screen.getByRole('button', { name: 'Marc Agent' })).toBeTruthy();
});

test('V-08 S2S-04 an agent reads orders without a menu of statuses, without actions and without a link to the customer', async () => {
  const { user } = await openAsAgent('/admin/orders');

  await user.click(await screen.findByRole('button', { name: 'Open order 31' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(amina.name)).toBeTruthy();
  for (const action of [/Deliver/, /Delete/, /Status of order/, /Select order/])
    expect(screen.queryByRole('button', { name: action, hidden: true })).toBeNull();
  expect(screen.queryByRole('checkbox', { name: /Select/ })).toBeNull();
  expect(dialog.queryByRole('link', { name: amina.name })).toBeNull();
});

test.each(['deliver', 'delete'])('V-08 S2S-04 the address of the dialog to %s an order opens nothing', async (name) => {
  await openAsAgent(`/admin/orders?${name}=31`);

  expect(await screen.findByRole('button', { name: 'Open order 31' })).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('V-08 S2S-04 an agent reads products and categories without costs, switches and forms', async () => {
  const { router } = await openAsAgent('/admin/products/1');
  expect(await screen.findByRole('heading', { name: 'Card', level: 1 })).toBeTruthy();
  const leaks = () => [
    ...screen.queryAllByText(/^(Cost|Margin)$/),
    ...screen.queryAllByRole('link', { name: /^(Edit|New)/ }),
    ...screen.queryAllByRole('button', { name: /^(Edit|New|Move)/ }),
    ...screen.queryAllByRole('switch'),
  ];
  expect(leaks()).toEqual([]);

  await router.navigate({ to: '/admin/products' });
  expect(await screen.findByRole('link', { name: 'View Card' })).toBeTruthy();
  expect(leaks()).toEqual([]);

  await router.navigate({ to: '/admin/categories' });
  expect(await screen.findByRole('heading', { name: /Categories/, level: 1 })).toBeTruthy();
  expect(await screen.findAllByText('Games')).toBeTruthy();
  expect(leaks()).toEqual([]);
});

test.each(['/admin/orders', '/admin/categories'])(
  'V-08 S2S-04 the table of %s has no column of actions that an agent lacks',
  async (path) => {
    await openAsAgent(path);

    const heads = within(await screen.findByRole('table')).getAllByRole('columnheader');

    expect(heads.at(-1)?.textContent).not.toMatch(/Actions|Edit/);
  },
);

test('V-08 S2S-04 S2G-02 the list of products says to an agent whether one is available in words that need no name of a column', async () => {
  const { db } = await openAsAgent('/admin/products');
  const row = within((await screen.findByRole('button', { name: 'Open product Card' })).closest('tr')!);

  expect(row.getByText('Available')).toBeTruthy();
  await db.products.update(1, { is_available: false });
  expect(await row.findByText('Unavailable')).toBeTruthy();
});

test('V-08 S2S-03 an agent replies to a ticket, assigns it and sets its status, also offline', async () => {
  const { db, server } = await openHelpDesk(marc, rows);
  await server.goOffline();
  const { user } = visitHelpDesk(`/admin/tickets/${uuid(1)}`);

  await user.click(await screen.findByRole('button', { name: /^Assign/ }));
  await user.click(await screen.findByRole('menuitemradio', { name: /Marc/ }));
  await user.type(await screen.findByRole('textbox', { name: /reply/i }), 'We look into it.');
  await user.click(screen.getByRole('button', { name: /^Send reply|^Send$/ }));

  await waitFor(async () =>
    expect(await waitingIn(db)).toMatchObject([
      { kind: 'ticket.assign', args: { to: marc.id } },
      { kind: 'ticket.reply', args: { content: 'We look into it.' } },
    ]),
  );
  expect(await db.tickets.get(uuid(1))).toMatchObject({ assignee_id: marc.id, last_response_by: 'admin' });
});

test('V-08 S2S-05 the card of a ticket’s customer shows an agent no balance and no link to the user', async () => {
  const { server } = await openHelpDesk(marc, rows);
  visitHelpDesk(`/admin/tickets/${uuid(1)}`);

  expect((await screen.findAllByText(amina.email)).length).toBeGreaterThan(0);
  expect(screen.queryByText('Balance')).toBeNull();
  expect(screen.queryByRole('link', { name: 'Open profile' })).toBeNull();
  expect(server.requests.filter(({ path }) => path.startsWith('/api/users'))).toEqual([]);
});

test('V-08 S2S-05 the settings of an agent have no PIN', async () => {
  await openAsAgent('/dashboard/settings');

  expect(await screen.findByText('Language and appearance')).toBeTruthy();
  expect(screen.queryByText('PIN')).toBeNull();
});

test('V-08 S2S-02 after the loss of the role the refused changes of an agent say so', async () => {
  const { db } = await openHelpDesk(amina);
  const refused = (kind: string, n: number) => ({
    id: uuid(n),
    kind,
    v: 1,
    lane: uuid(n),
    args: {},
    state: 'failed',
    attempts: 1,
    createdAt: 0,
    error: { status: 404, code: 'NOT_FOUND' },
    by: { ...amina, role: 'agent' },
  });
  await db.outbox.bulkAdd([refused('ticket.reply', 1), refused('ticket.assign', 2)] as never[]);
  visitHelpDesk('/dashboard/outbox');

  const sentence = 'Your role was changed, so you can no longer change this.';
  await waitFor(() => expect(screen.getAllByText(sentence)).toHaveLength(2));
});
