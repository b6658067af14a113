import { useLingui } from '@lingui/react/macro';
import {
  BanknoteArrowUp,
  BookOpen,
  Mail,
  Plus,
  ReceiptText,
  Search,
  Send,
  Store,
  Truck,
  Wallet,
  Zap,
} from 'lucide-react';
import { useState } from 'react';
import type { DirectoryUser } from '../../../contract/people.ts';
import { can, type Permission, type RoleName } from '../../../contract/permissions.ts';
import { fold, matcher } from '../../../contract/search.ts';
import { currentDatabase } from '../../local/current.ts';
import { usePeopleSearch } from '../../lists/people.ts';
import type { RowIndex } from '../../local/rows-in-memory/row-index.ts';
import { orderIndexOf, ticketIndexOf } from '../../local/rows-in-memory/row-indexes.ts';
import { useLiveQuery, useRows } from '../../sync/use-live-query.ts';
import { isolated } from '../../text/isolated.ts';
import { pageActions, type PageAction } from '../../ui/page-actions.ts';
import { useSidebarEntries, useTabs } from './navigation.ts';
import { routePaths } from '../paths/route-names.ts';
import { findRecords, numberIn, readPaletteRecords, type FoundRecords } from './palette-records.ts';
import { itemOf, readRecent, type PaletteGroup, type PaletteItem } from './palette-items.ts';

interface PaletteResults {
  groups: readonly PaletteGroup[];
  /** Whether all records have been searched for the query. */
  isReady: boolean;
}

/**
 * Returns the results of the palette. An empty query lists the actions of the open page, recent records and pages. Other
 * queries list the matches among those, then tickets, orders, users and products of this device, and users of the server.
 */
export function usePaletteGroups(role: RoleName, query: string): PaletteResults {
  const { t } = useLingui();
  const db = currentDatabase();
  const recent = useLiveQuery(() => readRecent(db), [db]) ?? [];
  const [actions] = useState(() => [...searchOfPage(), ...pageActions()]);
  const isWanted = query === '' ? () => true : matcher(query);
  const matching = (items: readonly PaletteItem[]) => items.filter(({ label }) => isWanted(fold(label)));
  const pages = usePages(role);
  const groups = [
    {
      title: t`This page`,
      items: matching(actions.map((action) => ({ icon: Zap, ...action, id: `do ${action.id}` }))),
    },
    { title: t`Recent`, items: matching(recent.map((item) => itemOf(item, role))) },
    { title: t`Go to`, items: matching(pages) },
  ];
  const { found, isReady, hasAllOrders } = useFound(role, query);
  const shown = new Set(groups.flatMap(({ items }) => items.map(({ id }) => id)));
  const others = found.map(({ title, items }) => ({ title, items: items.filter(({ id }) => !shown.has(id)) }));
  // A numeric query is most likely the number of a record, so records come first.
  const all = numberIn(query) === null ? [...groups, ...others] : [...others, ...groups];
  const filled = all.filter(({ items }) => items.length > 0);
  // The other results do not wait for orders, because the first search by words loads all of them.
  return { groups: filled, isReady: isReady && (hasAllOrders || filled.length > 0) };
}

/** Returns the search of the open page as an action that moves the focus to it. */
function searchOfPage(): PageAction[] {
  // The search field cannot be focused while a dialog is open.
  if (document.querySelector('dialog[open]')) return [];
  const field = document.querySelector<HTMLElement>('main [role=search] input');
  const label = field?.getAttribute('aria-label');
  return field && label ? [{ id: 'search', label, icon: Search, run: () => field.focus() }] : [];
}

const nothing: FoundRecords = { tickets: [], orders: [], people: [], products: [], categories: [] };

interface Found {
  found: readonly PaletteGroup[];
  /** Whether all records except orders have been searched for the query. */
  isReady: boolean;
  hasAllOrders: boolean;
}

function useFound(role: RoleName, query: string): Found {
  const db = currentDatabase();
  const known = useLiveQuery(() => readPaletteRecords(db, role), [db, role]);
  const ticketIds = useTextMatches(ticketIndexOf(db), query);
  const orderIds = useTextMatches(orderIndexOf(db), query);
  const answer = useLiveQuery(async () => {
    if (query === '' || !known) return { query, records: nothing };
    return {
      query,
      records: await findRecords(db, query, known, { tickets: ticketIds ?? [], orders: orderIds ?? [] }),
    };
  }, [db, query, known, ticketIds?.join(), orderIds?.join()]);
  const { people } = usePeopleSearch(can(role, 'people') ? query : '');
  return {
    found: useRecordGroups(role, withPeople(answer?.records ?? nothing, people), query),
    isReady: known !== undefined && ticketIds !== null && answer?.query === query,
    hasAllOrders: orderIds !== null,
  };
}

/** Adds the users that the server has found to those of this device. */
function withPeople(found: FoundRecords, people: readonly DirectoryUser[]): FoundRecords {
  const here = new Set(found.people.map(({ id }) => id));
  return { ...found, people: [...found.people, ...people.filter(({ id }) => !here.has(id)).slice(0, 5)] };
}

/** Returns the ids of the first five records that contain every word of the query; null until they are in memory. */
function useTextMatches<Id extends string | number, Stored>(
  index: RowIndex<Id, Stored>,
  query: string,
): readonly Id[] | null {
  const hasWords = query !== '' && numberIn(query) === null;
  const filter = { search: query, values: {} };
  const rows = useRows(index, hasWords ? index.partOf(filter) : null);
  return hasWords ? (rows.find(filter)?.slice(0, 5) ?? null) : none;
}

const none: readonly never[] = [];

/**
 * Returns the groups of records, the most likely one first. An e-mail address is most likely that of a user, although
 * tickets contain it too. Orders are found through the names of users and products, which therefore come before them.
 */
function useRecordGroups(role: RoleName, found: FoundRecords, query: string): readonly PaletteGroup[] {
  const { t } = useLingui();
  const isCustomer = role === 'user';
  const isEmail = query.includes('@');
  const isNumber = numberIn(query) !== null;
  const users = {
    title: t`Users`,
    items: found.people.map(({ id, name, email }) => itemOf({ kind: 'user', id, label: name, note: email }, role)),
  };
  const orders = {
    title: t`Orders`,
    items: found.orders.map(({ id, user_name: name, items }) => {
      const products = items.map((item) => isolated(item.product_name)).join(', ');
      const note = isCustomer ? products : `${isolated(name)} · ${products}`;
      return itemOf({ kind: 'order', id, label: t`Order #${id}`, note }, role);
    }),
  };
  return [
    ...(isEmail ? [users] : []),
    {
      title: t`Tickets`,
      items: found.tickets.map(({ id, number, subject, user_name: name }) => {
        const mark = number === null ? '' : `#${number} · `;
        return itemOf(
          { kind: 'ticket', id, label: mark + isolated(subject), ...(!isCustomer && { note: name }) },
          role,
        );
      }),
    },
    ...(isNumber ? [orders] : []),
    ...(isEmail ? [] : [users]),
    {
      title: t`Products`,
      items: found.products.map(({ id, title }) => itemOf({ kind: 'product', id, label: title }, role)),
    },
    {
      title: t`Categories`,
      items: found.categories.map(({ id, title }) => itemOf({ kind: 'category', id, label: title }, role)),
    },
    ...(isNumber ? [] : [orders]),
  ];
}

/** Returns the pages of a role: those of the menus, and some that are opened from others. */
function usePages(role: RoleName): PaletteItem[] {
  const { t } = useLingui();
  const places = [...useSidebarEntries(role), ...useTabs(role)].map(({ to, label, icon }) => ({ to, label, icon }));
  const more = [
    ...(role === 'user'
      ? [
          { to: routePaths['pages.user.tickets.create'], label: t`New ticket`, icon: Plus },
          { to: routePaths['pages.user.balance'], label: t`Balance`, icon: Wallet },
          { to: routePaths['pages.user.top-up'], label: t`Add balance`, icon: Plus },
          { to: routePaths['pages.user.balance.statement'], label: t`Statement`, icon: ReceiptText },
        ]
      : []),
    ...ifMay(role, 'catalogue.change', {
      to: routePaths['pages.admin.products.create'],
      label: t`Create product`,
      icon: Plus,
    }),
    ...ifMay(role, 'people', { to: routePaths['pages.admin.users.create'], label: t`Create user`, icon: Plus }),
    ...ifMay(
      role,
      'shop.change',
      { to: routePaths['pages.admin.settings'], label: t`Shop settings`, icon: Store },
      { to: routePaths['pages.admin.settings.mail'], label: t`E-mails`, icon: Mail },
      { to: routePaths['pages.admin.settings.deliveries'], label: t`Deliveries`, icon: Truck },
    ),
    ...ifMay(role, 'topups.decide', {
      to: routePaths['pages.admin.settings.top-ups'],
      label: t`Top-up methods and limits`,
      icon: BanknoteArrowUp,
    }),
    { to: routePaths.outbox, label: t`Outbox`, icon: Send },
    { to: routePaths['pages.dashboard.help'], label: t`Help`, icon: BookOpen },
  ];
  const all = [...places, ...more];
  const unique = all.filter(({ to }, at) => all.findIndex((place) => place.to === to) === at);
  return unique.map(({ to, label, icon }) => ({
    id: `page ${to}`,
    label,
    icon,
    target: { to },
  }));
}

const ifMay = <Place>(role: RoleName, permission: Permission, ...places: Place[]): Place[] =>
  can(role, permission) ? places : [];
