import type { Page } from '@playwright/test';
import { openSignOutDialog } from './acts.ts';
import { conflictingOrder, guestForms, moreOfCustomers, refusedFormsOfCustomers } from './customer-parts.ts';
import * as customer from './customer-pages.ts';
import { ordersInDoubt } from './doubt.ts';
import { conflictingForms, openedParts, refusedForms } from './opened-parts.ts';
import type { SampleIds } from './sample-ids.ts';
import { officeParts } from './admin-parts.ts';
import type { Who, Width } from './options.ts';

export type State = 'filled' | 'empty' | 'open' | 'loading' | 'refused' | 'offline' | 'conflict' | 'doubt';

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
  /** Only for pictures: journeys check the same parts on other screens. */
  isVariant?: true;
}

export type Part = [who: Who, name: string, path: string, act?: Screen['act'], width?: Screen['width']];

/** All screens, with the ids of this shop's records in their addresses. */
export const allScreens = (samples: SampleIds): Screen[] => [
  ...screensOf('guest', 'filled', customer.guestPages),
  ...screensOf('customer', 'filled', customer.pages(samples)),
  ...screensOf('admin', 'filled', adminPages(samples)),
  ...screensOf('newcomer', 'empty', customer.newcomerPages),
  ...screensOf('customer', 'empty', customer.nothingFound(samples)),
  ...screensOf('admin', 'empty', nothingFoundByAdmin(samples)),
  ...openedParts(samples),
  ...officeParts(samples),
  ...moreOfCustomers,
  ...screensOf('customer', 'loading', customer.dataPages(samples)),
  ...screensOf('admin', 'loading', adminData(samples)),
  // The other pages of customers show what is on the device.
  ...screensOf('customer', 'refused', { settings: '/dashboard/settings' }),
  ...screensOf('admin', 'refused', adminData(samples)),
  ...guestForms,
  ...refusedFormsOfCustomers(samples),
  ...refusedForms(samples),
  ...screensOf('customer', 'offline', customer.offlinePages(samples)),
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
  ...screensOf('customer', 'conflict', customer.conflictPages),
  conflictingOrder(samples),
  ...ordersInDoubt(samples),
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
  productWithFields: 0,
  askedOrder: 0,
  productWithCodes: 0,
  variantWithoutCodes: 0,
  orderOfCodes: 0,
  customer: 0,
  order: 0,
  otherOrder: 0,
  topup: '',
  spareOrders: [],
  ticket: '',
  adminTicket: '',
  article: 0,
};

/** Addresses by the names of their screens. */
export type Paths = Record<string, string>;

const screensOf = (who: Who, state: State, pages: Paths): Screen[] =>
  Object.entries(pages).map(([name, path]) => ({ name, who, state, path }));

const adminPages = ({
  category,
  product,
  productWithVariants,
  productWithFields,
  productWithCodes,
  customer,
  adminTicket,
  article,
}: SampleIds): Paths => ({
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
  'admin-product-fields': `/admin/products/${productWithFields}`,
  'admin-product-fields-edit': `/admin/products/${productWithFields}/edit`,
  'admin-product-codes': `/admin/products/${productWithCodes}`,
  'admin-categories': '/admin/categories',
  'admin-category-new': '/admin/categories/create',
  'admin-category-edit': `/admin/categories/${category}/edit`,
  'admin-top-ups': '/admin/top-ups?status=waiting',
  'admin-top-ups-all': '/admin/top-ups?status=waiting,approved,refused,cancelled',
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
  'admin-topup-settings': '/admin/settings/top-ups',
  'admin-topup-method-new': '/admin/settings/top-ups?method=new',
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
  'admin-top-ups-nothing-found': '/admin/top-ups?status=waiting&search=zzzz',
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
