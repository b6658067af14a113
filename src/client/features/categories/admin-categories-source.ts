import { matches, searchText } from '../../../contract/search.ts';
import { deviceSource } from '../../lists/row-sources.ts';
import type { LocalDatabase } from '../../local/database.ts';
import type { RowFilter } from '../../local/rows-in-memory/row-columns.ts';
import { flatten } from './category-form-data.ts';
import { readCategoryTree, type CategoryNode } from './queries.ts';

/** A category in the admin's list. */
export interface ListedCategory extends CategoryNode {
  /** 0 for a category without a parent. */
  depth: number;
  parentTitle: string | null;
  /** Its place among the categories of its parent, from 1. */
  place: number;
  moves: Moves;
  /** The folded text that a search looks through. */
  searchText: string;
}

/** The new place of a moved category: before another one, or last. */
export interface Move {
  before_id: number | null;
  /** Between those of the new neighbours. */
  position: number;
}

/** The moves by one place; null where there is none. */
interface Moves {
  up: Move | null;
  down: Move | null;
}

/** The filter value of categories without a parent. */
export const noParent = 'none';

/** All categories, each parent followed by its children; filters `parent` (an id or `none`) and `active` (`yes`, `no`). */
export const categorySource = deviceSource<ListedCategory>({ read: readListed, matches: isListed });

async function readListed(db: LocalDatabase): Promise<ListedCategory[]> {
  const tree = await readCategoryTree(db);
  const nodes = flatten(tree);
  const places = placesIn(tree);
  const titles = new Map(nodes.map(({ id, title }) => [id, title]));
  return nodes.map((node) => ({
    ...node,
    ...places.get(node.id)!,
    parentTitle: node.parent_id === null ? null : (titles.get(node.parent_id) ?? null),
    searchText: searchText([node.id, node.title, node.description]),
  }));
}

type Place = Pick<ListedCategory, 'place' | 'moves'>;

/** Returns the place and the moves of each category of a tree, by id. */
function placesIn(siblings: readonly CategoryNode[]): ReadonlyMap<number, Place> {
  const places = siblings.map(({ id }, at): [number, Place] => [id, { place: at + 1, moves: movesOf(siblings, at) }]);
  return new Map([...places, ...siblings.flatMap(({ children }) => [...placesIn(children)])]);
}

const movesOf = (siblings: readonly CategoryNode[], at: number): Moves => ({
  up: at > 0 ? between(siblings[at - 2], siblings[at - 1]) : null,
  down: at + 1 < siblings.length ? between(siblings[at + 1], siblings[at + 2]) : null,
});

/** The place behind one category and before another; at most one of them is missing. */
function between(left: CategoryNode | undefined, right: CategoryNode | undefined): Move {
  const low = left ? (left.position ?? 0) : (right?.position ?? 0) - 2;
  const high = right ? (right.position ?? 0) : low + 2;
  return { before_id: right?.id ?? null, position: (low + high) / 2 };
}

function isListed(row: ListedCategory, { search, values }: RowFilter): boolean {
  const isWanted = (name: string, value: string) => !values[name]?.length || values[name].includes(value);
  return (
    matches(row.searchText, search) &&
    isWanted('parent', String(row.parent_id ?? noParent)) &&
    isWanted('active', row.is_active ? 'yes' : 'no')
  );
}
