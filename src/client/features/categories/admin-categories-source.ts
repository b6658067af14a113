import { matches, searchText } from '../../../contract/search.ts';
import { deviceSource } from '../../lists/row-sources.ts';
import type { LocalDatabase } from '../../local/database.ts';
import type { RowFilter } from '../../local/row-columns.ts';
import { flatten } from './category-form-data.ts';
import { readCategoryTree, type CategoryNode } from './queries.ts';

/** A category in the admin's list. */
export interface ListedCategory extends CategoryNode {
  /** 0 for a category without a parent. */
  depth: number;
  parentTitle: string | null;
  /** The folded text that a search looks through. */
  searchText: string;
}

/** The filter value of categories without a parent. */
export const noParent = 'none';

/** All categories, each parent followed by its children; filters `parent` (an id or `none`) and `active` (`yes`, `no`). */
export const categorySource = deviceSource<ListedCategory>({ read: readListed, matches: isListed });

async function readListed(db: LocalDatabase): Promise<ListedCategory[]> {
  const nodes = flatten(await readCategoryTree(db));
  const titles = new Map(nodes.map(({ id, title }) => [id, title]));
  return nodes.map((node) => ({
    ...node,
    parentTitle: node.parent_id === null ? null : (titles.get(node.parent_id) ?? null),
    searchText: searchText([node.id, node.title, node.description]),
  }));
}

function isListed(row: ListedCategory, { search, values }: RowFilter): boolean {
  const isWanted = (name: string, value: string) => !values[name]?.length || values[name].includes(value);
  return (
    matches(row.searchText, search) &&
    isWanted('parent', String(row.parent_id ?? noParent)) &&
    isWanted('active', row.is_active ? 'yes' : 'no')
  );
}
