import type { Selectable } from 'kysely';
import { fold, searchText } from '../../contract/search.ts';
import type { Categories } from '../platform/database/schema.ts';
import type { Goods } from './demo-product.ts';
import type { Motif } from './picture-motifs.ts';
import { categoryTree } from './categories-tree.ts';
import { day, historyDays } from './times.ts';

export type CategoryRow = Selectable<Categories>;

interface DemoCategory {
  slug: string;
  title: string;
  description: string;
  isHidden?: boolean;
  /** When it differs from the parent's. */
  motif?: Motif;
}

export interface DemoParent extends DemoCategory {
  goods: Goods;
  motif: Motif;
  /** Degrees on the colour circle. */
  hue: number;
  children: readonly DemoCategory[];
}

/** Makes the rows of all categories, parents first, and tells the id of each slug. */
export function makeCategories(now: number): { rows: CategoryRow[]; ids: Map<string, number> } {
  const rows: CategoryRow[] = [];
  const ids = new Map<string, number>();
  const at = now - (historyDays + 29) * day;
  for (const parent of categoryTree) add(parent, null);
  for (const parent of categoryTree) for (const child of parent.children) add(child, ids.get(parent.slug)!);
  return { rows, ids };

  function add(one: DemoCategory, parentId: number | null): void {
    const id = rows.length + 1;
    ids.set(one.slug, id);
    rows.push({
      id,
      title: one.title,
      description: one.description,
      parent_id: parentId,
      is_active: one.isHidden ? 0 : 1,
      search_text: searchText([one.title, one.description]),
      sort_key: fold(one.title),
      created_at: at + id * 60_000,
      updated_at: at + id * 60_000,
      rev: 1,
    });
  }
}

/** Colour and thing of the pictures on a child's shelf. */
export function shelfOf(slug: string): { hue: number; motif: Motif } {
  const { hue, motif, children } = parentOf(slug);
  return { hue, motif: children.find((child) => child.slug === slug)!.motif ?? motif };
}

/** The parent a child's slug belongs to. */
export function parentOf(slug: string): DemoParent {
  return categoryTree.find((parent) => parent.children.some((child) => child.slug === slug))!;
}
