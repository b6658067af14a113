import type { Selectable } from 'kysely';
import { fold, searchText } from '../../contract/search.ts';
import type { Categories } from '../platform/database/schema.ts';
import { demoData, type DemoCategory, type ParentCategory } from './data.ts';
import { day, historyDays, minute } from './times.ts';

export type CategoryRow = Selectable<Categories>;

const { categories } = demoData;

/** Makes the rows of all categories, parents first, and returns the id of each slug. */
export function makeCategories(now: number): { rows: CategoryRow[]; ids: Map<string, number> } {
  const rows: CategoryRow[] = [];
  const ids = new Map<string, number>();
  const start = now - (historyDays + 29) * day;
  for (const parent of categories) add(parent, null);
  for (const parent of categories) for (const child of parent.children) add(child, ids.get(parent.slug)!);
  return { rows, ids };

  function add({ slug, title, description, isHidden }: DemoCategory, parentId: number | null): void {
    const id = rows.length + 1;
    ids.set(slug, id);
    rows.push({
      id,
      title,
      description,
      parent_id: parentId,
      is_active: isHidden ? 0 : 1,
      position: id,
      search_text: searchText([title, description]),
      sort_key: fold(title),
      created_at: start + id * minute,
      updated_at: start + id * minute,
      rev: 1,
    });
  }
}

/** Returns the parent of a subcategory. */
export function parentOf(slug: string): ParentCategory {
  return categories.find((parent) => parent.children.some((child) => child.slug === slug))!;
}

/** Returns the hue and the motif of the pictures in a subcategory. */
export function pictureStyleOf(slug: string): { hue: number; motif: string } {
  const { hue, motif, children } = parentOf(slug);
  return { hue, motif: children.find((child) => child.slug === slug)!.motif ?? motif };
}
