import type { Page } from '@playwright/test';
import type { SampleIds } from './sample-ids.ts';
import { openSignOutDialog, openedParts } from './opened-parts.ts';
import type { Width } from './options.ts';

export type Who = 'guest' | 'customer' | 'admin' | 'newcomer';
export type State = 'filled' | 'empty' | 'open' | 'offline' | 'conflict';

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
  ...screensOf('admin', 'empty', { 'admin-tickets-nothing-found': '/admin/tickets?search=zzzz' }),
  ...openedParts(samples),
  ...screensOf('customer', 'offline', customerOffline(samples)),
  ...screensOf('admin', 'offline', {
    'admin-dashboard': '/dashboard/admin',
    'admin-tickets': '/admin/tickets',
    'admin-ticket': `/admin/tickets/${samples.adminTicket}`,
    'admin-outbox': '/dashboard/outbox',
  }),
  { name: 'sign-out-dialog', who: 'customer', state: 'offline', path: '/dashboard/user', act: openSignOutDialog },
  ...screensOf('admin', 'conflict', {
    'admin-ticket': `/admin/tickets/${samples.adminTicket}`,
    'admin-tickets': '/admin/tickets',
    'admin-outbox': '/dashboard/outbox',
  }),
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
  ticket: '',
  adminTicket: '',
};

type Paths = Record<string, string>;

const screensOf = (who: Who, state: State, pages: Paths): Screen[] =>
  Object.entries(pages).map(([name, path]) => ({ name, who, state, path }));

const guestPages: Paths = {
  login: '/auth/login',
  register: '/auth/register',
  'email-confirmation': '/auth/email-confirmation?token=unknown',
  'not-found-guest': '/nowhere',
};

const customerPages = ({ category, parentCategory, ticket }: SampleIds): Paths => ({
  dashboard: '/dashboard/user',
  catalogue: '/user/catalogue',
  category: `/user/categories/${category}`,
  'category-parent': `/user/categories/${parentCategory}`,
  'category-page-2': `/user/categories/${category}?page=2&sort_by=price_desc`,
  orders: '/user/orders',
  'orders-by-status': '/user/orders?status=delivered&per_page=20',
  tickets: '/user/tickets',
  'ticket-new': '/user/tickets/create',
  ticket: `/user/tickets/${ticket}`,
  outbox: '/dashboard/outbox',
  settings: '/dashboard/settings',
  'not-found': '/user/nowhere',
});

const adminPages = ({ category, product, productWithVariants, customer, adminTicket }: SampleIds): Paths => ({
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
  'admin-settings': '/dashboard/settings',
  'admin-outbox': '/dashboard/outbox',
});

const newcomerPages: Paths = {
  dashboard: '/dashboard/user',
  orders: '/user/orders',
  tickets: '/user/tickets',
  outbox: '/dashboard/outbox',
};

const nothingFound = ({ category }: SampleIds): Paths => ({
  'category-nothing-found': `/user/categories/${category}?search=zzzz`,
  'catalogue-nothing-found': '/user/catalogue?search=zzzz',
  'category-missing': '/user/categories/999999',
  'orders-nothing-found': '/user/orders?search=zzzz',
  'tickets-nothing-found': '/user/tickets?search=zzzz',
  'ticket-missing': '/user/tickets/999999',
});

const customerOffline = ({ category, ticket, product }: SampleIds): Paths => ({
  dashboard: '/dashboard/user',
  category: `/user/categories/${category}`,
  'order-dialog': `/user/categories/${category}?buy=${product}`,
  orders: '/user/orders',
  tickets: '/user/tickets',
  ticket: `/user/tickets/${ticket}`,
  // `waiting` stands for the id of the ticket that is created offline.
  'ticket-waiting': '/user/tickets/waiting',
  'ticket-new': '/user/tickets/create',
  outbox: '/dashboard/outbox',
});
