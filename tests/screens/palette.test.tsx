import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { activateLocale } from '../../src/client/text/locales.ts';
import { aTicket, openHelpDesk, uuid, waitingIn } from '../support/help-desk.tsx';
import { openRoute } from '../support/open-route.tsx';
import { anAccountOf, saraAccount, serverOf } from '../support/people-office.tsx';
import { aCategory, amina, anOrder, aProduct, sara } from '../support/storefront.tsx';

// The device of the test is open already.
vi.mock(import('../../src/client/app/open-personal-database.ts'), () => ({
  openPersonalDatabase: () => Promise.resolve(),
}));

/** Loads the code that is loaded when the palette opens, so that no test waits for it. */
beforeAll(() => import('../../src/client/app/layout/palette.tsx'));
beforeEach(() => activateLocale('en'));
afterEach(() => localStorage.clear());

const rows = {
  tickets: [
    aTicket(1, { subject: 'Wrong code for Steam', last_response_by: 'user' }),
    aTicket(2, { subject: 'Invoice for March' }),
  ],
  orders: [anOrder(77), anOrder(775), anOrder(12)],
  people: [
    { ...amina, is_active: true },
    { ...sara, is_active: true },
  ],
  categories: [aCategory(1, 'Games')],
  products: [aProduct(5, 'Netflix card')],
};

/** Opens a page as an admin or a customer, and the palette by its key, once a text of the page is shown. */
async function openPaletteAt(address: string, person: typeof sara | typeof amina, { key = '/', shown = '' } = {}) {
  const device = await openHelpDesk(person, rows);
  // Every page has its answers: another one would count as a failing network.
  device.server.respondWith(serverOf([anAccountOf(), saraAccount]));
  await device.db.setFact('lastSyncAt', Date.now());
  const router = await openRoute(address);
  const user = userEvent.setup();
  await screen.findByRole('navigation', { name: 'Main' });
  await screen.findByRole('heading', { level: 1 });
  if (shown) await screen.findByText(shown);
  await user.keyboard(key);
  const field = await screen.findByRole('combobox', { name: 'Search and go to' });
  await waitFor(() => expect(document.activeElement).toBe(field));
  return { ...device, router, user, field, href: () => router.state.location.href };
}

const options = () =>
  within(screen.getByRole('listbox'))
    .queryAllByRole('option')
    .map(({ textContent }) => textContent);
const activeOption = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent;

test('S2V-01 “/” opens the palette, which finds a ticket by a word and by its number, an order by its number, a user by e-mail, a product with a typing error', async () => {
  const { user, field, href } = await openPaletteAt('/admin/tickets', sara);
  await user.type(field, 'steam');
  await waitFor(() => expect(options()).toContain('#1001 · \u2068Wrong code for Steam\u2069Amina Haddad'));
  for (const [typed, option] of [
    ['#1002', '#1002 · \u2068Invoice for March\u2069Amina Haddad'],
    ['77', /^Order #77\u2068Amina/],
    ['amina@ex', 'Amina Haddadamina@example.test'],
    ['netlfix', 'Netflix card'],
    ['audit', 'Audit log'],
  ] as const) {
    await user.clear(field);
    await user.type(field, typed);
    await waitFor(() => expect(options()[0]).toMatch(option));
  }
  await user.clear(field);
  await user.type(field, '77');
  await waitFor(() =>
    expect(
      options()
        .slice(0, 2)
        .map((one) => one?.slice(0, 10)),
    ).toEqual(['Order #77\u2068', 'Order #775']),
  );
  await user.keyboard('{ArrowDown}');
  expect(activeOption(field)).toContain('Order #775');
  await user.keyboard('{Enter}');

  await waitFor(() => expect(href()).toBe('/admin/orders?order=775'));
  expect(screen.queryByRole('combobox', { name: 'Search and go to' })).toBeNull();
});

test('S2V-01 Ctrl K opens the palette in a field, too, where “/” is a character; what was opened last comes first', async () => {
  const { db, user, field, href } = await openPaletteAt('/admin/orders', sara, { key: '{Control>}k{/Control}' });
  await user.type(field, 'invoice{Enter}');
  await waitFor(() => expect(href()).toContain(`/admin/tickets/${uuid(2)}`));
  await waitFor(async () => expect(await db.fact('recent')).toMatchObject([{ kind: 'ticket', id: uuid(2) }]));
  const reply = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your reply' });
  await user.type(reply, 'and/or');
  expect(reply.value).toBe('and/or');
  await user.keyboard('{Control>}k{/Control}');

  const list = await screen.findByRole('listbox');
  const recent = within(await within(list).findByRole('group', { name: 'Recent' }));
  expect(recent.getAllByRole('option')[0]?.textContent).toContain('Invoice for March');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
});

test('S2V-02 on a ticket the palette does what its keys do: take it over, set it resolved, open the next one', async () => {
  const { db, server, user, field, href } = await openPaletteAt(`/admin/tickets/${uuid(1)}?waiting=us`, sara);
  await server.goOffline();
  const actions = within(screen.getByRole('group', { name: 'This page' }));
  const names = actions.getAllByRole('option').map(({ textContent }) => textContent);
  for (const one of ['ReplyR', 'Set resolvedE', 'Assign to meI', 'Set priorityP', 'Next ticketJ'])
    expect(names).toContain(one);
  await user.type(field, 'assign to me{Enter}');
  await waitFor(async () =>
    expect(await waitingIn(db)).toMatchObject([{ kind: 'ticket.assign', args: { to: sara.id } }]),
  );
  await user.keyboard('/');
  await user.type(await screen.findByRole('combobox', { name: 'Search and go to' }), 'priority{Enter}');
  expect(await screen.findByRole('menuitemradio', { name: 'High' })).toBeTruthy();
  await user.keyboard('{Escape}/');
  await user.type(await screen.findByRole('combobox', { name: 'Search and go to' }), 'next{Enter}');
  await waitFor(() => expect(href()).toContain(uuid(2)));
});

test('S2V-01 a customer finds pages, own orders and products; the search of a page is the first choice', async () => {
  const { user, field, href } = await openPaletteAt('/user/catalogue', amina);
  expect(activeOption(field)).toBe('Search products');
  await user.type(field, 'zzzzzz');
  await waitFor(() => expect(screen.getByText('Nothing on this device matches.')).toBeTruthy());
  await user.clear(field);
  await user.type(field, 'netflix');
  await waitFor(() =>
    expect(options()).toEqual([
      'Netflix card',
      'Order #775\u2068Netflix\u2069',
      'Order #77\u2068Netflix\u2069',
      'Order #12\u2068Netflix\u2069',
    ]),
  );
  await user.keyboard('{Enter}');
  await waitFor(() => expect(href()).toBe('/user/catalogue?buy=5'));
});

test('S2V-01 an order is found by its customer’s name and e-mail, by its product, and by both together, newest first', async () => {
  const { db, user, field, href } = await openPaletteAt('/admin/tickets', sara);
  const ahmed = { id: 8, name: 'أحمد', email: 'ahmed@example.test', role: 'user', is_active: true, rev: 1 };
  const [item] = anOrder(1).items;
  await db.people.put(ahmed as never);
  await db.orders.bulkPut([
    anOrder(900, { user_id: 8, user_name: 'أحمد' }),
    anOrder(901, { items: [{ ...item!, product_name: 'Crédit mobile' }] }),
  ]);
  for (const [typed, found] of [
    ['احمد', ['900']],
    ['ahmed@', ['900']],
    ['credit', ['901']],
    ['haddad netflix', ['775', '77', '12']],
  ] as const) {
    await user.clear(field);
    await user.type(field, typed);
    await waitFor(() => {
      const group = within(screen.getByRole('group', { name: 'Orders' }));
      expect(group.getAllByRole('option').map(({ textContent }) => /#(\d+)/.exec(textContent)?.[1])).toEqual(found);
    });
  }
  await user.keyboard('{Enter}');

  await waitFor(() => expect(href()).toBe('/admin/orders?order=775'));
});

test('S2V-01 D-12 the palette finds users of the server after those of the device', async () => {
  const haddad = anAccountOf({ id: 99, name: 'Nadia Haddad', email: 'nadia@example.test' });
  const { user, field, server, href } = await openPaletteAt('/admin/tickets', sara);
  server.respondWith(serverOf([haddad, anAccountOf(), saraAccount]));
  await user.type(field, 'haddad');
  const users = () =>
    within(screen.getByRole('group', { name: 'Users' }))
      .getAllByRole('option')
      .map(({ textContent }) => textContent);

  await waitFor(() => expect(users()).toEqual(['Amina Haddadamina@example.test', 'Nadia Haddadnadia@example.test']));
  await user.click(await screen.findByRole('option', { name: /Nadia/ }));

  await waitFor(() => expect(href()).toBe('/admin/users/99'));
});

const pageActions = () =>
  within(screen.getByRole('group', { name: 'This page' }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);

test('S2V-02 over an open order the palette delivers it, sets its status and opens the customer', async () => {
  const { user, href } = await openPaletteAt('/admin/orders', sara);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.click(await screen.findByRole('button', { name: 'Open order 77' }));
  await screen.findByRole('dialog', { name: 'Order #77' });

  await user.keyboard('/');
  const field = await screen.findByRole('combobox', { name: 'Search and go to' });
  expect(pageActions()).toEqual(['Deliver', 'Update status', 'Delete', 'Return a part…', 'Open profile']);
  await user.type(field, 'update{Enter}');
  await user.click(await screen.findByRole('menuitemradio', { name: 'Processing' }));
  expect(await screen.findAllByRole('button', { name: 'Status of order 77: Processing' })).not.toEqual([]);
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox', { name: 'Search and go to' }), 'deliver{Enter}');

  expect(await screen.findByRole('dialog', { name: 'Deliver order #77' })).toBeTruthy();
  expect(href()).toContain('deliver=77');
  // A form is no record: what is typed into it stays.
  await user.keyboard('{Control>}k{/Control}');
  expect(screen.queryByRole('combobox', { name: 'Search and go to' })).toBeNull();
});

test.each([
  ['/admin/products/5', ['Edit', 'Make unavailable'], 'edit', '/admin/products/5/edit'],
  ['/admin/categories/1', ['Edit'], 'edit', '/admin/categories/1/edit'],
  ['/admin/users/7', ['Edit', 'Adjust balance', 'Balance history', 'Delete'], 'adjust', '/admin/users/7?adjust=7'],
])('S2V-02 on %s the palette offers %j', async (address, offers, typed, target) => {
  const { user, field, href } = await openPaletteAt(address, sara, { shown: 'Edit' });
  expect(pageActions().filter((one) => !one.startsWith('Search'))).toEqual(offers);

  await user.type(field, `${typed}{Enter}`);

  await waitFor(() => expect(href()).toBe(target));
});

test.each([
  [sara, 'shop settings', '/admin/settings'],
  [sara, 'e-mails', '/admin/settings/mail'],
  [sara, 'deliveries', '/admin/settings/deliveries'],
  [sara, 'top-up methods', '/admin/settings/top-ups'],
  [amina, 'statement', '/user/balance/statement'],
])('S2V-01 the palette of $role goes to the page %s', async (person, typed, target) => {
  const { user, field, href } = await openPaletteAt(person === amina ? '/user/orders' : '/admin/orders', person);

  await user.type(field, `${typed}{Enter}`);

  await waitFor(() => expect(href()).toBe(target));
});
