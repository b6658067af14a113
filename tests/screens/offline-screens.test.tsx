import { cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { mayOpen } from '../../src/client/app/paths/page-permissions.ts';
import { pathOf, type RouteName } from '../../src/client/app/paths/route-names.ts';
import { activateLocale } from '../../src/client/text/locales.ts';
import { endpoints } from '../../src/contract/all.ts';
import { permissionsOf, type RoleName } from '../../src/contract/permissions.ts';
import { readUnexplained } from '../support/disabled-controls.ts';
import { anArticle, storeArticles } from '../support/help-centre.tsx';
import { aResponse, aTicket, openHelpDesk, uuid } from '../support/help-desk.tsx';
import { openRoute } from '../support/open-route.tsx';
import { anAccountOf } from '../support/people-office.tsx';
import { exampleOf } from '../support/schema-examples.ts';
import { aCategory, amina, anAccount, anOrder, aProduct, marc, sara, type Script } from '../support/storefront.tsx';
import { aTopup, aTopupMethod } from '../support/topups.tsx';

// The device of the test is open already.
vi.mock(import('../../src/client/app/open-personal-database.ts'), () => ({
  openPersonalDatabase: () => Promise.resolve(),
}));

beforeEach(() => activateLocale('en'));

type Page = Exclude<RouteName, `auth.${string}` | 'home' | 'dashboard' | 'orders' | 'tickets'>;

const needsConnection = /You are offline\./;

/** A text that each page shows without a connection: of a record on the device, or the reason why there is none. */
const textOfPage: Record<Page, RegExp> = {
  settings: /Language and appearance/,
  outbox: /Nothing is waiting/,
  'pages.dashboard.help': /Article 7/,
  'pages.dashboard.help.show': /Text of article 7/,
  'pages.dashboard.admin': /Not loaded on this device yet/,
  'pages.admin.orders': /Netflix/,
  'pages.admin.products': /Tea/,
  'pages.admin.products.create': needsConnection,
  'pages.admin.products.edit': needsConnection,
  'pages.admin.products.show': /Tea/,
  'pages.admin.categories': /Drinks/,
  'pages.admin.categories.create': needsConnection,
  'pages.admin.categories.edit': needsConnection,
  'pages.admin.categories.show': /Tea/,
  'pages.admin.catalogue': /Drinks/,
  'pages.admin.users': /Amina Haddad/,
  'pages.admin.users.create': needsConnection,
  'pages.admin.users.edit': needsConnection,
  'pages.admin.users.show': /Amina Haddad/,
  'pages.admin.tickets': /Subject 7/,
  'pages.admin.tickets.show': /Response 1/,
  'pages.admin.top-ups': /Amina Haddad/,
  'pages.admin.top-ups.show': /TRX-7/,
  'pages.admin.audit': needsConnection,
  'pages.admin.settings': needsConnection,
  'pages.admin.settings.deliveries': needsConnection,
  'pages.admin.settings.mail': needsConnection,
  'pages.admin.settings.top-ups': /Method 7/,
  'pages.admin.help': /Article 7/,
  'pages.admin.help.create': needsConnection,
  'pages.admin.help.edit': needsConnection,
  'pages.dashboard.user': /Your balance/,
  'pages.user.catalogue': /Drinks/,
  'pages.user.categories.show': /Tea/,
  'pages.user.orders': /Netflix/,
  'pages.user.balance': /€40\.00/,
  'pages.user.balance.statement': /does not have all movements of these days/,
  'pages.user.top-up': /Your reference/,
  'pages.user.top-ups.show': /TRX-7/,
  'pages.user.tickets': /Subject 7/,
  'pages.user.tickets.create': needsConnection,
  'pages.user.tickets.show': /Response 1/,
};

const dialogs: readonly [RoleName, string, RegExp][] = [
  ['user', '/user/categories/7?buy=7', /Orders need a connection/],
  ['user', '/user/orders?order=7', /Netflix/],
  ['agent', '/admin/orders?order=7', /Netflix/],
  ['admin', '/admin/orders?order=7', /Netflix/],
  ['admin', '/admin/orders?deliver=7', /Netflix/],
  ['admin', '/admin/orders?delete=7', needsConnection],
  ['admin', '/admin/users?create=1', needsConnection],
  ['admin', '/admin/users?adjust=7', needsConnection],
  ['admin', '/admin/users?history=7', needsConnection],
  ['admin', '/admin/users?delete=7', needsConnection],
  ['admin', '/admin/categories?new=1', needsConnection],
  ['admin', '/admin/categories?edit=7', needsConnection],
  ['admin', '/admin/help?delete=7', needsConnection],
];

const pagesOf = (role: RoleName): [RoleName, string, RegExp][] =>
  (Object.entries(textOfPage) as [Page, RegExp][])
    .filter(([name]) => mayOpen(role, name))
    .map(([name, text]) => [role, pathOf(name, /(tickets|top-ups)\.show$/.test(name) ? uuid(7) : 7), text]);

const screens = [...(Object.keys(permissionsOf) as RoleName[]).flatMap(pagesOf), ...dialogs];

describe.each(screens)('for the role %s, %s', (role, address, text) => {
  test('OF-02 OF-04 says at every disabled control why, and shows offline what the device has', async () => {
    const { server } = await openFilledDevice(role);
    await openRoute(address);
    await untilLoaded();

    await server.goOffline();

    await waitFor(() => expect(readUnexplained()).toEqual([]));

    cleanup();
    await openRoute(address);
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
    await untilLoaded();
    await waitFor(() => expect(readUnexplained()).toEqual([]));
  });
});

const people = { user: amina, agent: marc, admin: sara };

/** Opens the device of a user, with a record of each kind, in front of a server that answers all requests. */
async function openFilledDevice(role: RoleName) {
  const device = await openHelpDesk(people[role], {
    account: [anAccount(40)],
    categories: [aCategory(7, 'Drinks')],
    products: [aProduct(7, 'Tea', { category_ids: [7] })],
    people: role === 'admin' ? [anAccountOf()] : [],
    orders: [anOrder(7)],
    tickets: [aTicket(7)],
    responses: [aResponse(1, 7)],
    ...(role === 'agent' ? {} : { topups: [aTopup(7)], topup_methods: [aTopupMethod(7)] }),
  });
  await storeArticles(device.db, [anArticle(7)]);
  device.server.respondWith(answerAsInContract);
  return device;
}

/** Answers a request with an example of what the contract says; the figures of the dashboard are lost. */
const answerAsInContract: Script = ({ method, path }) => {
  if (path.startsWith('/api/dashboard/')) return 'lost';
  if (method === 'GET' && path === '/api/shop') return [200, { code: 'SUCCESS', shop }];
  const endpoint = endpoints.find(
    (one) => one.method === method && new RegExp(`^${one.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(path),
  );
  return [200, endpoint ? exampleOf(endpoint.output as never) : {}];
};

const shop = { name: 'Comptoir', hours: Array.from({ length: 7 }, () => null), accent: 'teal', logo: '1.png', rev: 4 };

async function untilLoaded(): Promise<void> {
  await screen.findByRole('heading', { level: 1 });
  await waitFor(() => expect(document.querySelector('main [aria-busy=true]')).toBeNull());
}
