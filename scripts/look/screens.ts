import type { Page } from '@playwright/test';
import type { SampleIds } from './sample-ids.ts';
import { officeParts } from './admin-parts.ts';
import { conflictingForms, openSignOutDialog, openedParts, refusedForms } from './opened-parts.ts';
import type { Width } from './options.ts';

export type Who = 'guest' | 'customer' | 'admin' | 'agent' | 'newcomer';
export type State = 'filled' | 'empty' | 'open' | 'loading' | 'refused' | 'offline' | 'conflict';

/** One screen in one state. */
export interface Screen {
  /** The last part of the picture's name. */
  name: string;
  who: Who;
  state: State;
  path: string;
  /** The only width to take it at. */
  width?: Width;
  /** Opens a dialog, a menu or a panel after the visit, or submits a form with errors. */
  act?: (page: Page) => Promise<void>;
}

/** All screens, with the ids of this shop's records in their addresses. */
export const allScreens = (samples: SampleIds): Screen[] => [
  ...screensOf('guest', 'filled', guestPages),
  ...screensOf('customer', 'filled', customerPages(samples)),
  ...screensOf('admin', 'filled', adminPages(samples)),
  ...screensOf('newcomer', 'empty', newcomerPages),
  ...screensOf('customer', 'empty', nothingFound(samples)),
  ...screensOf('admin', 'empty', nothingFoundByAdmin(samples)),
  ...openedParts(samples),
  ...officeParts(samples),
  ...screensOf('admin', 'loading', adminData(samples)),
  ...screensOf('admin', 'refused', adminData(samples)),
  ...refusedForms(samples),
  ...screensOf('customer', 'offline', customerOffline(samples)),
  ...screensOf('admin', 'offline', {
    ...adminData(samples),
    'admin-order-deliver': `/admin/orders?deliver=${samples.order}`,
    'admin-product-new': '/admin/products/create',
    'admin-user-new': '/admin/users?create=1',
    'admin-user-adjust': `/admin/users?adjust=${samples.customer}`,
    'admin-settings': '/dashboard/settings',
    'admin-outbox': '/dashboard/outbox',
  }),
  { name: 'sign-out-dialog', who: 'customer', state: 'offline', path: '/dashboard/user', act: openSignOutDialog },
  ...screensOf('admin', 'conflict', {
    'admin-ticket': `/admin/tickets/${samples.adminTicket}`,
    'admin-tickets': '/admin/tickets',
    'admin-outbox': '/dashboard/outbox',
  }),
  ...conflictingForms(samples),
];

/** Returns whether any screen fits this word of `--only`. */
export const fitsScreen = (word: string): boolean => allScreens(noSampleIds).some((screen) => fits(screen, word));

/** Returns whether a screen has this word in its name, or is in the state of this name. */
export const fits = ({ name, state }: Screen, word: string): boolean => name.includes(word) || state === word;

const noSampleIds: SampleIds = {
  category: 0,
  parentCategory: 0,
  arabicCategory: 0,
  product: 0,
  productWithVariants: 0,
  customer: 0,
  order: 0,
  otherOrder: 0,
  ticket: '',
  adminTicket: '',
  article: 0,
};

type Paths = Record<string, string>;

const screensOf = (who: Who, state: State, pages: Paths): Screen[] =>
  Object.entries(pages).map(([name, path]) => ({ name, who, state, path }));

const guestPages: Paths = {
  login: '/auth/login',
  register: '/auth/register',
  'email-confirmation': '/auth/email-confirmation?token=unknown',
  'password-forgotten': '/auth/password-forgotten',
  'password-reset': '/auth/password-reset?token=unknown',
  'not-found-guest': '/nowhere',
};

const customerPages = ({ category, parentCategory, ticket, article }: SampleIds): Paths => ({
  dashboard: '/dashboard/user',
  catalogue: '/user/catalogue',
  category: `/user/categories/${category}`,
  'category-parent': `/user/categories/${parentCategory}`,
  'category-page-2': `/user/categories/${category}?page=2&sort_by=price_desc`,
  orders: '/user/orders',
  'orders-by-status': '/user/orders?status=delivered&per_page=20',
  balance: '/user/balance',
  statement: '/user/balance/statement',
  tickets: '/user/tickets',
  'ticket-new': '/user/tickets/create',
  ticket: `/user/tickets/${ticket}`,
  help: '/dashboard/help',
  'help-article': `/dashboard/help/${article}`,
  'help-search': '/dashboard/help?search=order',
  outbox: '/dashboard/outbox',
  settings: '/dashboard/settings',
  'not-found': '/user/nowhere',
});

const adminPages = ({ category, product, productWithVariants, customer, adminTicket, article }: SampleIds): Paths => ({
  'admin-dashboard': '/dashboard/admin',
  'admin-tickets': '/admin/tickets',
  'admin-tickets-filtered': '/admin/tickets?status=open,pending&type=order',
  'admin-ticket': `/admin/tickets/${adminTicket}`,
  'admin-catalogue': '/admin/catalogue',
  'admin-category': `/admin/categories/${category}`,
  'admin-orders': '/admin/orders',
  'admin-products': '/admin/products',
  'admin-product': `/admin/products/${productWithVariants}`,
  'admin-product-new': '/admin/products/create',
  'admin-product-edit': `/admin/products/${product}/edit`,
  'admin-categories': '/admin/categories',
  'admin-category-new': '/admin/categories/create',
  'admin-category-edit': `/admin/categories/${category}/edit`,
  'admin-users': '/admin/users',
  'admin-user': `/admin/users/${customer}`,
  'admin-user-new': '/admin/users/create',
  'admin-user-edit': `/admin/users/${customer}/edit`,
  'admin-help': '/admin/help',
  'admin-help-filtered': '/admin/help?kind=reply',
  'admin-help-create': '/admin/help/create',
  'admin-help-edit': `/admin/help/${article}/edit`,
  'admin-audit': '/admin/audit',
  'admin-shop': '/admin/settings',
  'admin-deliveries': '/admin/settings/deliveries',
  'admin-mail': '/admin/settings/mail',
  'admin-settings': '/dashboard/settings',
  'admin-outbox': '/dashboard/outbox',
});

/** The pages of admins that show data. */
const adminData = ({
  category,
  product,
  productWithVariants,
  customer,
  order,
  adminTicket,
  article,
}: SampleIds): Paths => ({
  'admin-dashboard': '/dashboard/admin',
  'admin-tickets': '/admin/tickets',
  'admin-ticket': `/admin/tickets/${adminTicket}`,
  'admin-orders': '/admin/orders',
  'admin-order-details': `/admin/orders?order=${order}`,
  'admin-products': '/admin/products',
  'admin-product': `/admin/products/${productWithVariants}`,
  'admin-product-edit': `/admin/products/${product}/edit`,
  'admin-categories': '/admin/categories',
  'admin-category-edit': `/admin/categories/${category}/edit`,
  'admin-users': '/admin/users',
  'admin-user': `/admin/users/${customer}`,
  'admin-user-edit': `/admin/users/${customer}/edit`,
  'admin-help': '/admin/help',
  'admin-help-edit': `/admin/help/${article}/edit`,
  'admin-audit': '/admin/audit',
  'admin-shop': '/admin/settings',
  'admin-deliveries': '/admin/settings/deliveries',
  'admin-mail': '/admin/settings/mail',
});

const nothingFoundByAdmin = ({ category }: SampleIds): Paths => ({
  'admin-tickets-nothing-found': '/admin/tickets?search=zzzz',
  'admin-orders-nothing-found': '/admin/orders?search=zzzz',
  'admin-products-nothing-found': '/admin/products?search=zzzz',
  'admin-categories-nothing-found': '/admin/categories?search=zzzz',
  'admin-users-nothing-found': '/admin/users?search=zzzz',
  'admin-help-nothing-found': '/admin/help?search=zzzz',
  'admin-audit-nothing-found': '/admin/audit?to=2001-01-01',
  'admin-category-nothing-found': `/admin/categories/${category}?search=zzzz`,
  'admin-product-missing': '/admin/products/999999',
  'admin-user-missing': '/admin/users/999999',
  'admin-ticket-missing': '/admin/tickets/999999',
});

const newcomerPages: Paths = {
  dashboard: '/dashboard/user',
  orders: '/user/orders',
  balance: '/user/balance',
  tickets: '/user/tickets',
  outbox: '/dashboard/outbox',
};

const nothingFound = ({ category }: SampleIds): Paths => ({
  'category-nothing-found': `/user/categories/${category}?search=zzzz`,
  'catalogue-nothing-found': '/user/catalogue?search=zzzz',
  'category-missing': '/user/categories/999999',
  'orders-nothing-found': '/user/orders?search=zzzz',
  'balance-nothing-found': '/user/balance?to=2001-01-01',
  'tickets-nothing-found': '/user/tickets?search=zzzz',
  'ticket-missing': '/user/tickets/999999',
  'help-nothing-found': '/dashboard/help?search=zzzz',
  'help-missing': '/dashboard/help/999999',
});

const customerOffline = ({ category, ticket, product, article }: SampleIds): Paths => ({
  dashboard: '/dashboard/user',
  category: `/user/categories/${category}`,
  'order-dialog': `/user/categories/${category}?buy=${product}`,
  orders: '/user/orders',
  balance: '/user/balance',
  statement: '/user/balance/statement',
  tickets: '/user/tickets',
  ticket: `/user/tickets/${ticket}`,
  // `waiting` stands for the id of the ticket that is created offline.
  'ticket-waiting': '/user/tickets/waiting',
  'ticket-new': '/user/tickets/create',
  help: '/dashboard/help',
  'help-article': `/dashboard/help/${article}`,
  outbox: '/dashboard/outbox',
  settings: '/dashboard/settings',
});
