import { useLingui } from '@lingui/react/macro';
import {
  type LucideIcon,
  BanknoteArrowUp,
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
import { can, type RoleName } from '../../../contract/permissions.ts';
import { afterFirstLoad } from '../../base/idle.ts';
import { mayOpen } from '../paths/page-permissions.ts';
import { areaOf, routePaths, type RouteName } from '../paths/route-names.ts';
import { currentDatabase } from '../../local/current.ts';
import type { LocalDatabase } from '../../local/database.ts';

export interface Destination {
  name: RouteName;
  to: string;
  label: string;
  icon: LucideIcon;
  /** The records whose number stands beside it: orders that are new or processing, top-up requests that wait. */
  counts?: 'orders' | 'topups';
}

/** Returns the entries of the sidebar in their order (S2C-01, S2C-02). */
export function useSidebarEntries(role: RoleName): Destination[] {
  const { t } = useLingui();
  const settings = entry('settings', t`Settings`, Settings);
  if (role === 'user')
    return [
      entry('pages.dashboard.user', t`Dashboard`, LayoutDashboard),
      { ...entry('pages.user.orders', t`Orders`, ShoppingBag), counts: 'orders' },
      settings,
    ];
  const pages: Destination[] = [
    entry('pages.dashboard.admin', t`Dashboard`, LayoutDashboard),
    { ...entry('pages.admin.orders', t`Orders`, ShoppingBag), counts: 'orders' },
    { ...entry('pages.admin.top-ups', t`Top-ups`, BanknoteArrowUp), counts: 'topups' },
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
    { ...entry(`pages.${area}.orders`, t`Orders`, ShoppingBag), counts: 'orders' },
    entry(`pages.${area}.tickets`, t`Tickets`, Headset),
  ];
  return tabs.filter(({ name }) => mayOpen(role, name));
}

/**
 * Returns the numbers beside the entries of the navigation (S2C-03): new and processing orders, and for users who decide
 * them the top-up requests that wait; undefined until they are known.
 */
export function useNavigationCounts(role: RoleName): Readonly<Record<'orders' | 'topups', number | undefined>> {
  return { orders: useCount(followOrders), topups: useCount(can(role, 'topups.decide') ? followTopups : null) };
}

/** Calls back with a number now and after each change; returns a function that ends this. */
type Follow = (db: LocalDatabase, onCount: (count: number | undefined) => void) => () => void;

/** Loaded after the first screen, which does not need the indexes. */
const followOrders = async (): Promise<Follow> =>
  (await import('../../local/rows-in-memory/open-orders.ts')).followOpenOrders;
const followTopups = async (): Promise<Follow> =>
  (await import('../../local/rows-in-memory/topup-index.ts')).followWaitingTopups;

function useCount(load: (() => Promise<Follow>) | null): number | undefined {
  const db = currentDatabase();
  const [count, setCount] = useState<number>();
  useEffect(() => {
    if (!load) return undefined;
    let stop: (() => void) | undefined;
    let hasLeft = false;
    const begin = async () => {
      const follow = await load();
      if (!hasLeft) stop = follow(db, setCount);
    };
    const cancel = afterFirstLoad(() => void begin());
    return () => {
      hasLeft = true;
      cancel();
      stop?.();
    };
  }, [db, load]);
  return count;
}

const entry = (name: RouteName, label: string, icon: LucideIcon): Destination => ({
  name,
  to: routePaths[name],
  label,
  icon,
});
