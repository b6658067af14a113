import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import type { AnyRoute, RouteComponent, RouterHistory } from '@tanstack/react-router';
import { signedInPerson } from '../api/session.ts';
import { LoginScreen } from '../features/auth/login-screen.tsx';
import { ErrorScreen } from './error-screen.tsx';
import { goHome, requireGuest, requireRole, requireSignedIn } from './guards.ts';
import { inTime } from './in-time.ts';
import { GuestFrame } from './layout/guest-frame.tsx';
import { Root } from './root.tsx';
import { routePaths } from './route-names.ts';
import type { RouteName } from './route-names.ts';

const lazy: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(() => inTime(load()), name);

const root = createRootRoute({ component: Root, errorComponent: ErrorScreen });

const guests = createRoute({
  getParentRoute: () => root,
  id: 'guests',
  component: GuestFrame,
  // `/auth/email-confirmation?token=…` also works while somebody is signed in: the letter may be another account's.
  beforeLoad: ({ search }: { search: { redirect?: unknown; token?: unknown } }) =>
    search.token ? undefined : requireGuest(search.redirect),
});

const people = createRoute({
  getParentRoute: () => root,
  id: 'people',
  component: lazy(() => import('./layout/app-shell.tsx'), 'AppShell'),
  beforeLoad: ({ location }) => enter(requireSignedIn(location.href)),
});

const admins = createRoute({ getParentRoute: () => people, id: 'admins', beforeLoad: () => requireRole('admin') });
const users = createRoute({ getParentRoute: () => people, id: 'users', beforeLoad: () => requireRole('user') });

const page = (parent: AnyRoute, name: RouteName, component: RouteComponent) =>
  createRoute({ getParentRoute: () => parent, path: routePaths[name], component });

const home = (name: RouteName) =>
  createRoute({ getParentRoute: () => people, path: routePaths[name], beforeLoad: goHome });

const comesNext = lazy(() => import('./comes-next-screen.tsx'), 'ComesNextScreen');
const category = lazy(() => import('../features/categories/category-screen.tsx'), 'CategoryScreen');
const catalogue = lazy(() => import('../features/categories/catalogue-screen.tsx'), 'CatalogueScreen');

const guestPages = [
  page(guests, 'auth.login', LoginScreen),
  page(
    guests,
    'auth.register',
    lazy(() => import('../features/auth/register-screen.tsx'), 'RegisterScreen'),
  ),
  page(
    guests,
    'auth.email-confirmation',
    lazy(() => import('../features/auth/email-confirmation-screen.tsx'), 'EmailConfirmationScreen'),
  ),
];

const sharedPages = [
  home('home'),
  home('dashboard'),
  page(
    people,
    'settings',
    lazy(() => import('../features/settings/settings-screen.tsx'), 'SettingsScreen'),
  ),
  page(
    people,
    'outbox',
    lazy(() => import('../features/outbox/outbox-screen.tsx'), 'OutboxScreen'),
  ),
];

const adminPages = [
  page(
    admins,
    'pages.dashboard.admin',
    lazy(() => import('../features/dashboard/admin-dashboard-screen.tsx'), 'AdminDashboardScreen'),
  ),
  page(
    admins,
    'pages.admin.tickets',
    lazy(() => import('../features/tickets/admin-tickets-screen.tsx'), 'AdminTicketsScreen'),
  ),
  page(
    admins,
    'pages.admin.tickets.show',
    lazy(() => import('../features/tickets/admin-ticket-screen.tsx'), 'AdminTicketScreen'),
  ),
  page(admins, 'pages.admin.categories.show', category),
  page(admins, 'pages.admin.catalogue', catalogue),
  ...(
    [
      'pages.admin.orders',
      'pages.admin.users',
      'pages.admin.users.create',
      'pages.admin.users.edit',
      'pages.admin.users.show',
    ] as const
  ).map((name) => page(admins, name, comesNext)),
  ...(
    [
      'pages.admin.products',
      'pages.admin.products.create',
      'pages.admin.products.edit',
      'pages.admin.products.show',
    ] as const
  ).map((name) => page(admins, name, comesNext)),
  ...(['pages.admin.categories', 'pages.admin.categories.create', 'pages.admin.categories.edit'] as const).map((name) =>
    page(admins, name, comesNext),
  ),
];

const userPages = [
  page(
    users,
    'pages.dashboard.user',
    lazy(() => import('../features/dashboard/user-dashboard-screen.tsx'), 'UserDashboardScreen'),
  ),
  page(users, 'pages.user.catalogue', catalogue),
  page(users, 'pages.user.categories.show', category),
  page(
    users,
    'pages.user.orders',
    lazy(() => import('../features/orders/user-orders-screen.tsx'), 'UserOrdersScreen'),
  ),
  page(
    users,
    'pages.user.tickets',
    lazy(() => import('../features/tickets/user-tickets-screen.tsx'), 'UserTicketsScreen'),
  ),
  page(
    users,
    'pages.user.tickets.create',
    lazy(() => import('../features/tickets/create-ticket-screen.tsx'), 'CreateTicketScreen'),
  ),
  page(
    users,
    'pages.user.tickets.show',
    lazy(() => import('../features/tickets/user-ticket-screen.tsx'), 'UserTicketScreen'),
  ),
];

/** An address that leads nowhere: said inside the layout of whoever asked. */
const nowhere = createRoute({
  getParentRoute: () => root,
  path: '$',
  component: lazy(() => import('./not-found-screen.tsx'), 'NotFoundScreen'),
  beforeLoad: () => {
    const person = signedInPerson();
    return person ? enter(person) : undefined;
  },
});

/** Opens the person's database and starts the sync; neither is loaded before somebody is signed in. */
async function enter(person: NonNullable<ReturnType<typeof signedInPerson>>) {
  const { openHouse } = await import('./open-house.ts');
  await openHouse(person);
}

/** The app's router. Search parameters stay the plain text they are in the address. */
export const makeRouter = (history?: RouterHistory) =>
  createRouter({
    ...(history && { history }),
    routeTree: root.addChildren([
      guests.addChildren(guestPages),
      people.addChildren([...sharedPages, admins.addChildren(adminPages), users.addChildren(userPages)]),
      nowhere,
    ]),
    defaultPreload: 'intent',
    defaultErrorComponent: ErrorScreen,
    scrollRestoration: true,
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: writeSearch,
  });

function writeSearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text.replaceAll('%2C', ',').replaceAll('%2F', '/')}`;
}
