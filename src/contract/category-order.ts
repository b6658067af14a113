import type { CategoryRow } from './categories.ts';
import { compareFolded } from './search.ts';

/** The fields that decide the place of a category; `_sort` is its folded title. */
type Placed = Pick<CategoryRow, 'id' | 'position'> & { _sort: string };

/**
 * Orders categories with the same parent as admins have arranged them; those with equal places, and those that a device
 * stored before there were places, by title.
 */
export const byPosition = (a: Placed, b: Placed): number =>
  (a.position ?? 0) - (b.position ?? 0) || compareFolded(a._sort, b._sort) || a.id - b.id;
