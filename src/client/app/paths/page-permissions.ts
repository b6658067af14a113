import { can, type Permission, type RoleName } from '../../../contract/permissions.ts';
import { areaOf, type RouteName } from './route-names.ts';

type AdminPage = Extract<RouteName, `pages.admin.${string}` | 'pages.dashboard.admin'>;

/** The permission that each page about the records of all users needs. */
const permissionByPage: Readonly<Record<AdminPage, Permission>> = {
  'pages.dashboard.admin': 'money',
  'pages.admin.orders': 'orders.read',
  'pages.admin.products': 'catalogue.read',
  'pages.admin.products.create': 'catalogue.change',
  'pages.admin.products.edit': 'catalogue.change',
  'pages.admin.products.show': 'catalogue.read',
  'pages.admin.categories': 'catalogue.read',
  'pages.admin.categories.create': 'catalogue.change',
  'pages.admin.categories.edit': 'catalogue.change',
  'pages.admin.categories.show': 'catalogue.read',
  'pages.admin.catalogue': 'catalogue.read',
  'pages.admin.users': 'people',
  'pages.admin.users.create': 'people',
  'pages.admin.users.edit': 'people',
  'pages.admin.users.show': 'people',
  'pages.admin.tickets': 'tickets.work',
  'pages.admin.tickets.show': 'tickets.work',
  'pages.admin.top-ups': 'topups.decide',
  'pages.admin.top-ups.show': 'topups.decide',
  'pages.admin.audit': 'audit.read',
  'pages.admin.settings': 'shop.change',
  'pages.admin.settings.deliveries': 'shop.change',
  'pages.admin.settings.mail': 'shop.change',
  'pages.admin.settings.top-ups': 'topups.decide',
  'pages.admin.help': 'help.change',
  'pages.admin.help.create': 'help.change',
  'pages.admin.help.edit': 'help.change',
};

/** Returns whether users of a role may open a page. */
export function mayOpen(role: RoleName, page: RouteName): boolean {
  if (isAdminPage(page)) return can(role, permissionByPage[page]);
  return areaOf(role) === 'user' || !/^pages\.(dashboard\.)?user/.test(page);
}

const isAdminPage = (page: RouteName): page is AdminPage => Object.hasOwn(permissionByPage, page);
