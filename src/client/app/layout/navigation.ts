import { useLingui } from '@lingui/react/macro';
import type { LucideIcon } from 'lucide-react';
import { FolderTree, Headset, LayoutDashboard, Package, Settings, ShoppingBag, Store, Users } from 'lucide-react';
import { homeOf, routePaths } from '../route-names.ts';
import type { RouteName } from '../route-names.ts';

export interface Destination {
  name: RouteName;
  to: string;
  label: string;
  icon: LucideIcon;
  /** Shows the count of open orders. */
  isOrders?: boolean;
}

/** The entries of the sidebar in the specification's order (S2C-01, S2C-02). */
export function useSidebarEntries(role: 'admin' | 'user'): Destination[] {
  const { t } = useLingui();
  const dashboard: Destination = {
    name: role === 'admin' ? 'pages.dashboard.admin' : 'pages.dashboard.user',
    to: homeOf(role),
    label: t`Dashboard`,
    icon: LayoutDashboard,
  };
  const settings = entry('settings', t`Settings`, Settings);
  if (role === 'user')
    return [dashboard, { ...entry('pages.user.orders', t`Orders`, ShoppingBag), isOrders: true }, settings];
  return [
    dashboard,
    { ...entry('pages.admin.orders', t`Orders`, ShoppingBag), isOrders: true },
    entry('pages.admin.products', t`Products`, Package),
    entry('pages.admin.categories', t`Categories`, FolderTree),
    entry('pages.admin.users', t`Users`, Users),
    entry('pages.admin.tickets', t`Support`, Headset),
    settings,
  ];
}

/** The tabs under a phone's page; the last one, More, opens the drawer. */
export function useTabs(role: 'admin' | 'user'): Destination[] {
  const { t } = useLingui();
  return [
    { name: 'dashboard', to: homeOf(role), label: t({ message: 'Dashboard', context: 'tab' }), icon: LayoutDashboard },
    entry(role === 'admin' ? 'pages.admin.catalogue' : 'pages.user.catalogue', t`Catalogue`, Store),
    { ...entry(role === 'admin' ? 'pages.admin.orders' : 'pages.user.orders', t`Orders`, ShoppingBag), isOrders: true },
    entry(role === 'admin' ? 'pages.admin.tickets' : 'pages.user.tickets', t`Tickets`, Headset),
  ];
}

const entry = (name: RouteName, label: string, icon: LucideIcon): Destination => ({
  name,
  to: routePaths[name],
  label,
  icon,
});
