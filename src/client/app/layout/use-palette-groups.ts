import { useLingui } from '@lingui/react/macro';
import { BookOpen, Plus, Search, Send, Wallet, Zap } from 'lucide-react';
import { useState } from 'react';
import { can, type Permission, type RoleName } from '../../../contract/permissions.ts';
import { fold, matcher } from '../../../contract/search.ts';
import { currentDatabase } from '../../local/current.ts';
import { ticketIndexOf } from '../../local/row-indexes.ts';
import { useLiveQuery, useRows } from '../../sync/use-live-query.ts';
import { isolated } from '../../text/isolated.ts';
import { pageActions, type PageAction } from '../../ui/page-actions.ts';
import { useSidebarEntries, useTabs } from './navigation.ts';
import { routePaths } from '../paths/route-names.ts';
import { findRecords, numberIn, readPaletteRecords, type FoundRecords } from './palette-records.ts';
import { itemOf, readRecent, type PaletteGroup, type PaletteItem } from './palette-items.ts';

interface Offer {
  groups: readonly PaletteGroup[];
  /** All records have been searched for the query. */
  isReady: boolean;
}

/**
 * Returns what the palette offers for a query: without one the actions of the open page, the recent records and the
 * pages; with one those that match, then tickets, orders, users and products of this device.
 */
export function usePaletteGroups(role: RoleName, query: string): Offer {
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
  const { found, isReady } = useFound(role, query);
  const shown = new Set(groups.flatMap(({ items }) => items.map(({ id }) => id)));
  const others = found.map(({ title, items }) => ({ title, items: items.filter(({ id }) => !shown.has(id)) }));
  // A number names a record.
  const all = numberIn(query) === null ? [...groups, ...others] : [...others, ...groups];
  return { groups: all.filter(({ items }) => items.length > 0), isReady };
}

/** Returns the search of the open page as an action that moves the focus to it. */
function searchOfPage(): PageAction[] {
  const field = document.querySelector<HTMLElement>('main [role=search] input');
  const label = field?.getAttribute('aria-label');
  return field && label ? [{ id: 'search', label, icon: Search, run: () => field.focus() }] : [];
}

const nothing: FoundRecords = { tickets: [], orders: [], people: [], products: [], categories: [] };

function useFound(role: RoleName, query: string): { found: readonly PaletteGroup[]; isReady: boolean } {
  const db = currentDatabase();
  const known = useLiveQuery(() => readPaletteRecords(db, role), [db, role]);
  const ticketIds = useTicketIds(query);
  const answer = useLiveQuery(async () => {
    if (query === '' || !known) return { query, records: nothing };
    return { query, records: await findRecords(db, query, known, ticketIds ?? []) };
  }, [db, query, known, ticketIds?.join()]);
  return {
    found: useRecordGroups(role, answer?.records ?? nothing, query.includes('@')),
    isReady: known !== undefined && ticketIds !== null && answer?.query === query,
  };
}

/** Returns the ids of the first tickets with all words; null until the tickets are in memory. */
function useTicketIds(query: string): readonly string[] | null {
  const hasWords = query !== '' && numberIn(query) === null;
  const index = ticketIndexOf(currentDatabase());
  const filter = { search: query, values: {} };
  const rows = useRows(index, hasWords ? index.partOf(filter) : null);
  return hasWords ? (rows.find(filter)?.slice(0, 5) ?? null) : noIds;
}

const noIds: readonly string[] = [];

/** An e-mail names a user, although it is in the texts of tickets, too. */
function useRecordGroups(role: RoleName, found: FoundRecords, isEmail: boolean): readonly PaletteGroup[] {
  const { t } = useLingui();
  const isCustomer = role === 'user';
  const users = {
    title: t`Users`,
    items: found.people.map(({ id, name, email }) => itemOf({ kind: 'user', id, label: name, note: email }, role)),
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
    {
      title: t`Orders`,
      items: found.orders.map(({ id, user_name: name, items }) => {
        const products = items.map((item) => isolated(item.product_name)).join(', ');
        return itemOf(
          {
            kind: 'order',
            id,
            label: t`Order #${id}`,
            note: isCustomer ? products : `${isolated(name)} · ${products}`,
          },
          role,
        );
      }),
    },
    ...(isEmail ? [] : [users]),
    {
      title: t`Products`,
      items: found.products.map(({ id, title }) => itemOf({ kind: 'product', id, label: title }, role)),
    },
    {
      title: t`Categories`,
      items: found.categories.map(({ id, title }) => itemOf({ kind: 'category', id, label: title }, role)),
    },
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
        ]
      : []),
    ...ifMay(role, 'catalogue.change', {
      to: routePaths['pages.admin.products.create'],
      label: t`Create product`,
      icon: Plus,
    }),
    ...ifMay(role, 'people', { to: routePaths['pages.admin.users.create'], label: t`Create user`, icon: Plus }),
    { to: routePaths.outbox, label: t`Outbox`, icon: Send },
    { to: routePaths['pages.dashboard.help'], label: t`Help`, icon: BookOpen },
  ];
  const byPath = new Map([...more, ...places.toReversed()].map((place) => [place.to, place]));
  return [...byPath.values()].map(({ to, label, icon }) => ({
    id: `page ${to}`,
    label,
    icon,
    target: { to },
  }));
}

const ifMay = <Place>(role: RoleName, permission: Permission, place: Place): Place[] =>
  can(role, permission) ? [place] : [];
