import { useLingui } from '@lingui/react/macro';
import {
  type LucideIcon,
  FolderTree,
  Headset,
  LayoutDashboard,
  Package,
  Settings,
  ShoppingBag,
  Store,
  Users,
} from 'lucide-react';
import { homeOf, routePaths, type RouteName } from '../paths/route-names.ts';
import { openOrderStatuses } from '../../../contract/order-rules.ts';
import { currentDatabase } from '../../local/current.ts';
import type { RowFilter } from '../../local/row-columns.ts';
import { orderIndexOf } from '../../local/row-indexes.ts';
import { useRows } from '../../sync/use-live-query.ts';

export interface Destination {
  name: RouteName;
  to: string;
  label: string;
  icon: LucideIcon;
  /** Shows the count of open orders. */
  isOrders?: boolean;
}

/** Returns the entries of the sidebar in their order (S2C-01, S2C-02). */
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

/** Returns the tabs at the bottom of a phone's screen, without the last one, More, which opens the drawer. */
export function useTabs(role: 'admin' | 'user'): Destination[] {
  const { t } = useLingui();
  return [
    { name: 'dashboard', to: homeOf(role), label: t({ message: 'Dashboard', context: 'tab' }), icon: LayoutDashboard },
    entry(role === 'admin' ? 'pages.admin.catalogue' : 'pages.user.catalogue', t`Catalogue`, Store),
    { ...entry(role === 'admin' ? 'pages.admin.orders' : 'pages.user.orders', t`Orders`, ShoppingBag), isOrders: true },
    entry(role === 'admin' ? 'pages.admin.tickets' : 'pages.user.tickets', t`Tickets`, Headset),
  ];
}

/** Returns the number of new and processing orders for the sidebar's badge (S2C-03); undefined until it is known. */
export function useOpenOrders(): number | undefined {
  const index = orderIndexOf(currentDatabase());
  return useRows(index, index.partOf(openOrdersFilter)).find(openOrdersFilter)?.length;
}

const entry = (name: RouteName, label: string, icon: LucideIcon): Destination => ({
  name,
  to: routePaths[name],
  label,
  icon,
});

/** Counted in the index in memory: the database would take 10 ms for 1,000 orders, after each change of an order. */
const openOrdersFilter: RowFilter = { search: '', values: { status: openOrderStatuses } };
