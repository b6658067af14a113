import { useLingui } from '@lingui/react/macro';
import {
  type LucideIcon,
  FileText,
  FolderTree,
  Headset,
  LayoutDashboard,
  Package,
  ScrollText,
  Settings,
  ShoppingBag,
  Store,
  Users,
} from 'lucide-react';
import { useEffect, useState } from 'react';
import type { RoleName } from '../../../contract/permissions.ts';
import { afterFirstLoad } from '../../base/idle.ts';
import { mayOpen } from '../paths/page-permissions.ts';
import { areaOf, routePaths, type RouteName } from '../paths/route-names.ts';
import { currentDatabase } from '../../local/current.ts';

export interface Destination {
  name: RouteName;
  to: string;
  label: string;
  icon: LucideIcon;
  showsOpenOrders?: boolean;
}

/** Returns the entries of the sidebar in their order (S2C-01, S2C-02). */
export function useSidebarEntries(role: RoleName): Destination[] {
  const { t } = useLingui();
  const settings = entry('settings', t`Settings`, Settings);
  if (role === 'user')
    return [
      entry('pages.dashboard.user', t`Dashboard`, LayoutDashboard),
      { ...entry('pages.user.orders', t`Orders`, ShoppingBag), showsOpenOrders: true },
      settings,
    ];
  const pages: Destination[] = [
    entry('pages.dashboard.admin', t`Dashboard`, LayoutDashboard),
    { ...entry('pages.admin.orders', t`Orders`, ShoppingBag), showsOpenOrders: true },
    entry('pages.admin.products', t`Products`, Package),
    entry('pages.admin.categories', t`Categories`, FolderTree),
    entry('pages.admin.users', t`Users`, Users),
    entry('pages.admin.tickets', t`Support`, Headset),
    entry('pages.admin.help', t`Articles`, FileText),
    entry('pages.admin.audit', t`Audit log`, ScrollText),
    settings,
  ];
  return pages.filter(({ name }) => mayOpen(role, name));
}

/** Returns the tabs at the bottom of a phone's screen, without the last one, More, which opens the drawer. */
export function useTabs(role: RoleName): Destination[] {
  const { t } = useLingui();
  const area = areaOf(role);
  const tabs: Destination[] = [
    entry(`pages.dashboard.${area}`, t({ message: 'Dashboard', context: 'tab' }), LayoutDashboard),
    entry(`pages.${area}.catalogue`, t`Catalogue`, Store),
    { ...entry(`pages.${area}.orders`, t`Orders`, ShoppingBag), showsOpenOrders: true },
    entry(`pages.${area}.tickets`, t`Tickets`, Headset),
  ];
  return tabs.filter(({ name }) => mayOpen(role, name));
}

/** Returns the number of new and processing orders for the sidebar's badge (S2C-03); undefined until it is known. */
export function useOpenOrders(): number | undefined {
  const db = currentDatabase();
  const [count, setCount] = useState<number>();
  useEffect(() => {
    let stop: (() => void) | undefined;
    let hasLeft = false;
    const follow = async () => {
      const { followOpenOrders } = await loadOpenOrders();
      if (!hasLeft) stop = followOpenOrders(db, setCount);
    };
    const cancel = afterFirstLoad(() => void follow());
    return () => {
      hasLeft = true;
      cancel();
      stop?.();
    };
  }, [db]);
  return count;
}

/** Loaded after the first screen, which does not need the index of orders. */
const loadOpenOrders = () => import('../../local/rows-in-memory/open-orders.ts');

const entry = (name: RouteName, label: string, icon: LucideIcon): Destination => ({
  name,
  to: routePaths[name],
  label,
  icon,
});
