import type { Page } from '@playwright/test';
import type { Facts } from './facts.ts';
import { leave, openedParts } from './opened.ts';
import type { Width } from './options.ts';

export type Who = 'guest' | 'customer' | 'admin' | 'newcomer';
export type State = 'filled' | 'empty' | 'open' | 'offline' | 'conflict';

/** One thing to look at. */
export interface Screen {
  /** The last part of the picture's name. */
  name: string;
  who: Who;
  state: State;
  path: string;
  /** Only at this width. */
  width?: Width;
  /** What a hand does after the visit: opens a dialog, a menu, a panel. */
  act?: (page: Page) => Promise<void>;
}

/** Everything there is to look at, with the ids of this shop's records in the addresses. */
export const allScreens = (facts: Facts): Screen[] => [
  ...of('guest', 'filled', guestPages),
  ...of('customer', 'filled', customerPages(facts)),
  ...of('admin', 'filled', adminPages(facts)),
  ...of('newcomer', 'empty', newcomerPages),
  ...of('customer', 'empty', nothingFound(facts)),
  ...of('admin', 'empty', { 'admin-tickets-nothing-found': '/admin/tickets?search=zzzz' }),
  ...openedParts(facts),
  ...of('customer', 'offline', customerOffline(facts)),
  ...of('admin', 'offline', {
    'admin-dashboard': '/dashboard/admin',
    'admin-tickets': '/admin/tickets',
    'admin-ticket': `/admin/tickets/${facts.adminTicket}`,
    'admin-outbox': '/dashboard/outbox',
  }),
  { name: 'sign-out-dialog', who: 'customer', state: 'offline', path: '/dashboard/user', act: leave },
  ...of('admin', 'conflict', {
    'admin-ticket': `/admin/tickets/${facts.adminTicket}`,
    'admin-tickets': '/admin/tickets',
    'admin-outbox': '/dashboard/outbox',
  }),
];

/** Says whether `--only` with this word leaves any screen. */
export const fitsScreen = (word: string): boolean => allScreens(noFacts).some((screen) => fits(screen, word));

/** Says whether a screen has this word in its name, or is in the state of this name. */
export const fits = ({ name, state }: Screen, word: string): boolean => name.includes(word) || state === word;

const noFacts: Facts = {
  category: 0,
  parent: 0,
  arabic: 0,
  product: 0,
  variants: 0,
  order: 0,
  ticket: '',
  adminTicket: '',
};

type Paths = Record<string, string>;

const of = (who: Who, state: State, pages: Paths): Screen[] =>
  Object.entries(pages).map(([name, path]) => ({ name, who, state, path }));

const guestPages: Paths = {
  login: '/auth/login',
  register: '/auth/register',
  'email-confirmation': '/auth/email-confirmation?token=unknown',
  'not-found-guest': '/nowhere',
};

const customerPages = ({ category, parent, ticket }: Facts): Paths => ({
  dashboard: '/dashboard/user',
  catalogue: '/user/catalogue',
  category: `/user/categories/${category}`,
  'category-parent': `/user/categories/${parent}`,
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

const adminPages = ({ category, adminTicket }: Facts): Paths => ({
  'admin-dashboard': '/dashboard/admin',
  'admin-tickets': '/admin/tickets',
  'admin-tickets-filtered': '/admin/tickets?status=open,pending&type=order',
  'admin-ticket': `/admin/tickets/${adminTicket}`,
  'admin-catalogue': '/admin/catalogue',
  'admin-category': `/admin/categories/${category}`,
  'admin-orders': '/admin/orders',
  'admin-products': '/admin/products',
  'admin-categories': '/admin/categories',
  'admin-users': '/admin/users',
  'admin-settings': '/dashboard/settings',
  'admin-outbox': '/dashboard/outbox',
});

const newcomerPages: Paths = {
  dashboard: '/dashboard/user',
  orders: '/user/orders',
  tickets: '/user/tickets',
  outbox: '/dashboard/outbox',
};

const nothingFound = ({ category }: Facts): Paths => ({
  'category-nothing-found': `/user/categories/${category}?search=zzzz`,
  'catalogue-nothing-found': '/user/catalogue?search=zzzz',
  'category-missing': '/user/categories/999999',
  'orders-nothing-found': '/user/orders?search=zzzz',
  'tickets-nothing-found': '/user/tickets?search=zzzz',
  'ticket-missing': '/user/tickets/999999',
});

const customerOffline = ({ category, ticket, product }: Facts): Paths => ({
  dashboard: '/dashboard/user',
  category: `/user/categories/${category}`,
  'order-dialog': `/user/categories/${category}?buy=${product}`,
  orders: '/user/orders',
  tickets: '/user/tickets',
  ticket: `/user/tickets/${ticket}`,
  'ticket-waiting': '/user/tickets/waiting',
  'ticket-new': '/user/tickets/create',
  outbox: '/dashboard/outbox',
});
