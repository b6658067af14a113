import { can, type RoleName } from '../../../contract/permissions.ts';

/** Every page of the app by its fixed name (S2A-13); `$id` is a parameter. */
export const routePaths = {
  home: '/',
  dashboard: '/dashboard',
  settings: '/dashboard/settings',
  outbox: '/dashboard/outbox',
  orders: '/orders',
  tickets: '/tickets',
  'pages.dashboard.admin': '/dashboard/admin',
  'pages.dashboard.user': '/dashboard/user',
  'pages.dashboard.help': '/dashboard/help',
  'pages.dashboard.help.show': '/dashboard/help/$id',
  'auth.login': '/auth/login',
  'auth.register': '/auth/register',
  'auth.email-confirmation': '/auth/email-confirmation',
  'auth.password-forgotten': '/auth/password-forgotten',
  'auth.password-reset': '/auth/password-reset',
  'pages.admin.orders': '/admin/orders',
  'pages.admin.products': '/admin/products',
  'pages.admin.products.create': '/admin/products/create',
  'pages.admin.products.edit': '/admin/products/$id/edit',
  'pages.admin.products.show': '/admin/products/$id',
  'pages.admin.categories': '/admin/categories',
  'pages.admin.categories.create': '/admin/categories/create',
  'pages.admin.categories.edit': '/admin/categories/$id/edit',
  'pages.admin.categories.show': '/admin/categories/$id',
  'pages.admin.catalogue': '/admin/catalogue',
  'pages.admin.users': '/admin/users',
  'pages.admin.users.create': '/admin/users/create',
  'pages.admin.users.edit': '/admin/users/$id/edit',
  'pages.admin.users.show': '/admin/users/$id',
  'pages.admin.tickets': '/admin/tickets',
  'pages.admin.tickets.show': '/admin/tickets/$id',
  'pages.admin.top-ups': '/admin/top-ups',
  'pages.admin.top-ups.show': '/admin/top-ups/$id',
  'pages.admin.audit': '/admin/audit',
  'pages.admin.settings': '/admin/settings',
  'pages.admin.settings.deliveries': '/admin/settings/deliveries',
  'pages.admin.settings.mail': '/admin/settings/mail',
  'pages.admin.settings.top-ups': '/admin/settings/top-ups',
  'pages.admin.help': '/admin/help',
  'pages.admin.help.create': '/admin/help/create',
  'pages.admin.help.edit': '/admin/help/$id/edit',
  'pages.user.catalogue': '/user/catalogue',
  'pages.user.categories.show': '/user/categories/$id',
  'pages.user.orders': '/user/orders',
  'pages.user.balance': '/user/balance',
  'pages.user.balance.statement': '/user/balance/statement',
  'pages.user.top-up': '/user/top-up',
  'pages.user.top-ups.show': '/user/top-ups/$id',
  'pages.user.tickets': '/user/tickets',
  'pages.user.tickets.create': '/user/tickets/create',
  'pages.user.tickets.show': '/user/tickets/$id',
} as const;

export type RouteName = keyof typeof routePaths;

/** Returns the path of a page with its parameter. */
export const pathOf = (name: RouteName, id?: string | number): string =>
  routePaths[name].replace('$id', String(id ?? '$id'));

/** Returns the area with the pages of a role: those about the records of all users, or those of a customer. */
export const areaOf = (role: RoleName): 'admin' | 'user' => (role === 'user' ? 'user' : 'admin');

/** Returns the start page of a role, the target of `/` and `/dashboard` (S2A-06): the dashboard, or the tickets of support. */
export function homeOf(role: RoleName): string {
  if (role === 'user') return routePaths['pages.dashboard.user'];
  return routePaths[can(role, 'money') ? 'pages.dashboard.admin' : 'pages.admin.tickets'];
}
