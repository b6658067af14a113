import type { CategoryRow } from '../../../contract/categories.ts';
import type { VersionValues } from '../../forms/save-record.ts';
import type { LocalDatabase } from '../../local/database.ts';
import { isolated } from '../../text/isolated.ts';
import type { SelectOption } from '../../ui/fields.tsx';
import { branchIds, readCategoryTree, type CategoryNode } from './queries.ts';

/** The values of the category form, as its fields have them. */
export type CategoryValues = VersionValues & {
  title: string;
  /** The id of the parent as text; empty for none. */
  parent_id: string;
  description: string;
  is_active: boolean;
};

/** What the category form needs from this device. */
export interface CategoryFormData {
  /** The category to edit; null for a new one, undefined when this device does not have it. */
  category: CategoryRow | null | undefined;
  /** The categories that may become the parent, in the order of the tree: neither the category itself nor one below it. */
  parents: SelectOption[];
}

/** Reads what the form of a new category (`id` null) or of an existing one needs. */
export async function readCategoryForm(db: LocalDatabase, id: number | null): Promise<CategoryFormData> {
  const nodes = flatten(await readCategoryTree(db));
  const excluded = id === null ? new Set<number>() : branchIds(nodes, id);
  const parents = nodes.filter((node) => !excluded.has(node.id));
  return {
    category: id === null ? null : nodes.find((node) => node.id === id),
    parents: parents.map(({ id: value, title, depth }) => ({
      value: String(value),
      label: `${'\u2003'.repeat(depth)}${isolated(title)}`,
    })),
  };
}

/** Returns the categories of a tree, each parent followed by its children, with their depth from 0. */
export const flatten = (tree: readonly CategoryNode[], depth = 0): (CategoryNode & { depth: number })[] =>
  tree.flatMap((node) => [{ ...node, depth }, ...flatten(node.children, depth + 1)]);

/** Returns the values of a category for the form; without one, those of a new category. */
export const valuesOf = (category: CategoryRow | null): CategoryValues =>
  category
    ? {
        title: category.title,
        parent_id: String(category.parent_id ?? ''),
        description: category.description ?? '',
        is_active: category.is_active,
        rev: category.rev,
        sent: null,
      }
    : { title: '', parent_id: '', description: '', is_active: true, rev: null, sent: null };
