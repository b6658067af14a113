import type { LucideIcon } from 'lucide-react';
import { FolderTree, Headset, Package, ShoppingBag, User } from 'lucide-react';
import type { RoleName } from '../../../contract/permissions.ts';
import type { LocalDatabase } from '../../local/database.ts';
import type { RecentItem } from '../../local/meta.ts';

/** A row of the palette. */
export interface PaletteItem {
  id: string;
  label: string;
  /** The second line: of an order its customer, of a user the e-mail. */
  note?: string;
  icon: LucideIcon;
  shortcut?: string;
  /** Where it leads; absent for an action. */
  target?: { to: string; search?: unknown };
  run?: () => void;
  /** A record, which is among the recent items from now on. */
  recent?: RecentItem;
}

export interface PaletteGroup {
  title: string;
  items: readonly PaletteItem[];
}

const icons: Record<RecentItem['kind'], LucideIcon> = {
  order: ShoppingBag,
  ticket: Headset,
  user: User,
  product: Package,
  category: FolderTree,
};

/** Returns the row of a record. A customer orders a product over the present page. */
export function itemOf(recent: RecentItem, role: RoleName): PaletteItem {
  const { kind, id, label, note } = recent;
  return {
    id: `${kind} ${id}`,
    label,
    ...(note && { note }),
    icon: icons[kind],
    target: targetOf(recent, role),
    recent,
  };
}

function targetOf({ kind, id }: RecentItem, role: RoleName): NonNullable<PaletteItem['target']> {
  const area = role === 'user' ? '/user' : '/admin';
  if (kind === 'order') return { to: `${area}/orders`, search: { order: id } };
  if (kind === 'category') return { to: `${area}/categories/${id}` };
  if (kind === 'product' && role === 'user')
    return { to: '.', search: (old: Record<string, unknown>) => ({ ...old, buy: id }) };
  return { to: `${area}/${kind}s/${id}` };
}

/** Number of recent items kept. */
const recentMax = 6;

export const readRecent = async (db: LocalDatabase): Promise<readonly RecentItem[]> => (await db.fact('recent')) ?? [];

/** Stores a record as the most recent one. */
export async function storeRecent(db: LocalDatabase, item: RecentItem): Promise<void> {
  const others = (await readRecent(db)).filter(({ kind, id }) => kind !== item.kind || id !== item.id);
  await db.setFact('recent', [item, ...others].slice(0, recentMax));
}
