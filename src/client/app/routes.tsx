import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type AnyRoute,
  type RouteComponent,
  type RouterHistory,
} from '@tanstack/react-router';
import { signedInPerson } from '../api/session.ts';
import { loadAdminTexts } from '../text/locales.ts';
import { LoginScreen } from '../features/auth/login-screen.tsx';
import { ErrorScreen } from './error-screen.tsx';
import { goHome, goToOwn, requireGuest, requirePage, requireSignedIn } from './guards.ts';
import { GuestFrame } from './layout/guest-frame.tsx';
import { Root } from './root.tsx';
import { areaOf, routePaths, type RouteName } from './paths/route-names.ts';
import { chunkTimeout } from '../../contract/limits.ts';

const lazy: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(() => loadInTime(load()), name);

const root = createRootRoute({ component: Root, errorComponent: ErrorScreen });

const guestRoute = createRoute({
  getParentRoute: () => root,
  id: 'guests',
  component: GuestFrame,
  // The pages of links (`?token=…`) also work for signed-in users: the e-mail may belong to another account.
  beforeLoad: ({ search }: { search: { redirect?: unknown; token?: unknown } }) =>
    search.token ? undefined : requireGuest(search.redirect),
});

const appShell = lazy(() => import('./layout/app-shell.tsx'), 'AppShell');

/** Loads the frame of the pages behind the login, for a visitor who will sign in; a failure is not reported. */
export const loadAppShell = (): void => void appShell.preload?.()?.catch(() => undefined);

const signedInRoute = createRoute({
  getParentRoute: () => root,
  id: 'people',
  component: appShell,
  beforeLoad: ({ location }) => openDatabaseOf(requireSignedIn(location.href)),
});

/** Returns the routes of the screens, by the name of their page; users who may not open a page are redirected. */
const pagesOf = (parent: AnyRoute, screens: Partial<Record<RouteName, RouteComponent>>) =>
  (Object.entries(screens) as [RouteName, RouteComponent][]).map(([name, component]) =>
    createRoute({
      getParentRoute: () => parent,
      path: routePaths[name],
      component,
      beforeLoad: () => requirePage(name),
    }),
  );

const redirectToHome = (name: RouteName) =>
  createRoute({ getParentRoute: () => signedInRoute, path: routePaths[name], beforeLoad: goHome });

const redirectToOwn = (page: 'orders' | 'tickets') =>
  createRoute({ getParentRoute: () => signedInRoute, path: routePaths[page], beforeLoad: () => goToOwn(page) });

const categoryScreen = lazy(() => import('../features/categories/category-screen.tsx'), 'CategoryScreen');
const catalogueScreen = lazy(() => import('../features/categories/catalogue-screen.tsx'), 'CatalogueScreen');

const guestPages = pagesOf(guestRoute, {
  'auth.login': LoginScreen,
  'auth.register': lazy(() => import('../features/auth/register-screen.tsx'), 'RegisterScreen'),
  'auth.email-confirmation': lazy(
    () => import('../features/auth/email-confirmation-screen.tsx'),
    'EmailConfirmationScreen',
  ),
  'auth.password-forgotten': lazy(
    () => import('../features/auth/forgotten-password-screen.tsx'),
    'ForgottenPasswordScreen',
  ),
  'auth.password-reset': lazy(() => import('../features/auth/password-reset-screen.tsx'), 'PasswordResetScreen'),
});

const sharedPages = [
  redirectToHome('home'),
  redirectToHome('dashboard'),
  redirectToOwn('orders'),
  redirectToOwn('tickets'),
  ...pagesOf(signedInRoute, {
    settings: lazy(() => import('../features/settings/settings-screen.tsx'), 'SettingsScreen'),
    outbox: lazy(() => import('../features/outbox/outbox-screen.tsx'), 'OutboxScreen'),
    'pages.dashboard.help': lazy(() => import('../features/help/help-screen.tsx'), 'HelpScreen'),
    'pages.dashboard.help.show': lazy(() => import('../features/help/article-screen.tsx'), 'ArticleScreen'),
  }),
];

const adminPages = pagesOf(signedInRoute, {
  'pages.dashboard.admin': lazy(
    () => import('../features/dashboard/admin-dashboard-screen.tsx'),
    'AdminDashboardScreen',
  ),
  'pages.admin.tickets': lazy(() => import('../features/tickets/admin-tickets-screen.tsx'), 'AdminTicketsScreen'),
  'pages.admin.tickets.show': lazy(() => import('../features/tickets/admin-ticket-screen.tsx'), 'AdminTicketScreen'),
  'pages.admin.orders': lazy(() => import('../features/orders/admin-orders-screen.tsx'), 'AdminOrdersScreen'),
  'pages.admin.top-ups': lazy(() => import('../features/topups/admin-top-ups-screen.tsx'), 'AdminTopUpsScreen'),
  'pages.admin.top-ups.show': lazy(() => import('../features/topups/admin-top-up-screen.tsx'), 'AdminTopUpScreen'),
  'pages.admin.users': lazy(() => import('../features/users/users-screen.tsx'), 'UsersScreen'),
  'pages.admin.users.create': lazy(() => import('../features/users/create-user-screen.tsx'), 'CreateUserScreen'),
  'pages.admin.users.edit': lazy(() => import('../features/users/edit-user-screen.tsx'), 'EditUserScreen'),
  'pages.admin.users.show': lazy(() => import('../features/users/user-screen.tsx'), 'UserScreen'),
  'pages.admin.categories.show': categoryScreen,
  'pages.admin.catalogue': catalogueScreen,
  'pages.admin.products': lazy(() => import('../features/products/products-screen.tsx'), 'ProductsScreen'),
  'pages.admin.products.create': lazy(
    () => import('../features/products/create-product-screen.tsx'),
    'CreateProductScreen',
  ),
  'pages.admin.products.edit': lazy(() => import('../features/products/edit-product-screen.tsx'), 'EditProductScreen'),
  'pages.admin.products.show': lazy(() => import('../features/products/product-screen.tsx'), 'ProductScreen'),
  'pages.admin.categories': lazy(
    () => import('../features/categories/admin-categories-screen.tsx'),
    'AdminCategoriesScreen',
  ),
  'pages.admin.categories.create': lazy(
    () => import('../features/categories/category-form-screen.tsx'),
    'CreateCategoryScreen',
  ),
  'pages.admin.categories.edit': lazy(
    () => import('../features/categories/category-form-screen.tsx'),
    'EditCategoryScreen',
  ),
  'pages.admin.audit': lazy(() => import('../features/audit/audit-screen.tsx'), 'AuditScreen'),
  'pages.admin.settings': lazy(() => import('../features/shop/shop-settings-screen.tsx'), 'ShopSettingsScreen'),
  'pages.admin.settings.deliveries': lazy(() => import('../features/shop/deliveries-screen.tsx'), 'DeliveriesScreen'),
  'pages.admin.settings.mail': lazy(() => import('../features/mail/mail-screen.tsx'), 'MailScreen'),
  'pages.admin.settings.top-ups': lazy(
    () => import('../features/topup-settings/topup-settings-screen.tsx'),
    'TopupSettingsScreen',
  ),
  'pages.admin.help': lazy(() => import('../features/help/admin-help-screen.tsx'), 'AdminHelpScreen'),
  'pages.admin.help.create': lazy(() => import('../features/help/article-form-screen.tsx'), 'CreateArticleScreen'),
  'pages.admin.help.edit': lazy(() => import('../features/help/article-form-screen.tsx'), 'EditArticleScreen'),
});

const userPages = pagesOf(signedInRoute, {
  'pages.dashboard.user': lazy(() => import('../features/dashboard/user-dashboard-screen.tsx'), 'UserDashboardScreen'),
  'pages.user.catalogue': catalogueScreen,
  'pages.user.categories.show': categoryScreen,
  'pages.user.orders': lazy(() => import('../features/orders/user-orders-screen.tsx'), 'UserOrdersScreen'),
  'pages.user.balance': lazy(() => import('../features/balance/balance-screen.tsx'), 'BalanceScreen'),
  'pages.user.balance.statement': lazy(() => import('../features/balance/statement-screen.tsx'), 'StatementScreen'),
  'pages.user.top-up': lazy(() => import('../features/topups/top-up-screen.tsx'), 'TopUpScreen'),
  'pages.user.top-ups.show': lazy(() => import('../features/topups/top-up-request-screen.tsx'), 'TopUpRequestScreen'),
  'pages.user.tickets': lazy(() => import('../features/tickets/user-tickets-screen.tsx'), 'UserTicketsScreen'),
  'pages.user.tickets.create': lazy(() => import('../features/tickets/create-ticket-screen.tsx'), 'CreateTicketScreen'),
  'pages.user.tickets.show': lazy(() => import('../features/tickets/user-ticket-screen.tsx'), 'UserTicketScreen'),
});

/** The route of unknown addresses, inside the visitor's layout. */
const notFound = createRoute({
  getParentRoute: () => root,
  path: '$',
  component: lazy(() => import('./not-found-screen.tsx'), 'NotFoundScreen'),
  beforeLoad: () => {
    const person = signedInPerson();
    return person ? openDatabaseOf(person) : undefined;
  },
});

/** The page with all pieces of `ui/`, for developers: the build leaves it out. */
const devPages = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => root,
        path: '/dev/ui',
        component: lazy(() => import('../features/dev/ui-screen.tsx'), 'UiScreen'),
      }),
    ]
  : [];

/** Opens the user's database, starts the sync and loads the texts of the pages for admins and agents; the code for this is loaded only after a sign-in. */
async function openDatabaseOf(person: NonNullable<ReturnType<typeof signedInPerson>>) {
  const { openPersonalDatabase } = await import('./open-personal-database.ts');
  await Promise.all([openPersonalDatabase(person), areaOf(person.role) === 'admin' && loadAdminTexts()]);
}

/** Creates the app's router. Search parameters stay plain text. */
export const makeRouter = (history?: RouterHistory) =>
  createRouter({
    ...(history && { history }),
    routeTree: root.addChildren([
      guestRoute.addChildren(guestPages),
      signedInRoute.addChildren([...sharedPages, ...adminPages, ...userPages]),
      ...devPages,
      notFound,
    ]),
    defaultPreload: 'intent',
    defaultErrorComponent: ErrorScreen,
    scrollRestoration: true,
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: writeSearch,
  });

function writeSearch(search: Record<string, unknown>): string {
  const present = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const text = new URLSearchParams(present.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text.replaceAll('%2C', ',').replaceAll('%2F', '/')}`;
}

/**
 * Returns a lazily loaded module, or rejects after 120 s, so that the user can reload (S9-19).
 *
 * @internal Exported for tests: they wait for less.
 */
export function loadInTime<Part>(part: Promise<Part>, timeoutMs: number = chunkTimeout): Promise<Part> {
  let timer: ReturnType<typeof setTimeout>;
  const timeout = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error('Failed to fetch a part of the app in time')), timeoutMs);
  });
  return Promise.race([part, timeout]).finally(() => clearTimeout(timer));
}
