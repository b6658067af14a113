import type { SampleIds } from './sample-ids.ts';
import type { Paths } from './screens.ts';

export const guestPages: Paths = {
  login: '/auth/login',
  register: '/auth/register',
  'email-confirmation': '/auth/email-confirmation?token=unknown',
  'password-forgotten': '/auth/password-forgotten',
  'password-reset': '/auth/password-reset?token=unknown',
  'not-found-guest': '/nowhere',
};

export const pages = ({ category, parentCategory, ticket, topup, article }: SampleIds): Paths => ({
  dashboard: '/dashboard/user',
  catalogue: '/user/catalogue',
  category: `/user/categories/${category}`,
  'category-parent': `/user/categories/${parentCategory}`,
  'category-page-2': `/user/categories/${category}?page=2&sort_by=price_desc`,
  orders: '/user/orders',
  'orders-by-status': '/user/orders?status=delivered&per_page=20',
  balance: '/user/balance',
  statement: '/user/balance/statement',
  'top-up': '/user/top-up',
  'top-up-request': `/user/top-ups/${topup}`,
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

export const newcomerPages: Paths = {
  dashboard: '/dashboard/user',
  orders: '/user/orders',
  balance: '/user/balance',
  'top-up': '/user/top-up',
  tickets: '/user/tickets',
  outbox: '/dashboard/outbox',
};

export const nothingFound = ({ category }: SampleIds): Paths => ({
  'category-nothing-found': `/user/categories/${category}?search=zzzz`,
  'catalogue-nothing-found': '/user/catalogue?search=zzzz',
  'category-missing': '/user/categories/999999',
  'orders-nothing-found': '/user/orders?search=zzzz',
  'balance-nothing-found': '/user/balance?to=2001-01-01',
  'tickets-nothing-found': '/user/tickets?search=zzzz',
  'ticket-missing': '/user/tickets/999999',
  'top-up-request-missing': '/user/top-ups/999999',
  'help-nothing-found': '/dashboard/help?search=zzzz',
  'help-missing': '/dashboard/help/999999',
});

export const offlinePages = ({ category, ticket, topup, product, article }: SampleIds): Paths => ({
  dashboard: '/dashboard/user',
  category: `/user/categories/${category}`,
  'order-dialog': `/user/categories/${category}?buy=${product}`,
  orders: '/user/orders',
  balance: '/user/balance',
  statement: '/user/balance/statement',
  'top-up': '/user/top-up',
  'top-up-request': `/user/top-ups/${topup}`,
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

/** The pages that show data. */
export const dataPages = ({ category, order, product, ticket, topup, article }: SampleIds): Paths => ({
  dashboard: '/dashboard/user',
  catalogue: '/user/catalogue',
  category: `/user/categories/${category}`,
  'order-dialog': `/user/categories/${category}?buy=${product}`,
  orders: '/user/orders',
  'order-details': `/user/orders?order=${order}`,
  balance: '/user/balance',
  statement: '/user/balance/statement',
  'top-up': '/user/top-up',
  'top-up-request': `/user/top-ups/${topup}`,
  tickets: '/user/tickets',
  ticket: `/user/tickets/${ticket}`,
  'ticket-new': '/user/tickets/create',
  help: '/dashboard/help',
  'help-article': `/dashboard/help/${article}`,
  outbox: '/dashboard/outbox',
  settings: '/dashboard/settings',
});

/** Pages with a change that the server has refused: `waiting` stands for the id of the ticket. */
export const conflictPages: Paths = {
  dashboard: '/dashboard/user',
  tickets: '/user/tickets',
  'ticket-waiting': '/user/tickets/waiting',
  outbox: '/dashboard/outbox',
};
