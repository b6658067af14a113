import { useLingui } from '@lingui/react/macro';
import { createCategory, updateCategory, type CategoryRow } from '../../../contract/categories.ts';
import { call } from '../../api/call.ts';
import { toast } from '../../ui/toast.ts';
import type { CategoryValues } from './category-form-data.ts';

/** Saves the form of a new category (`id` null) or of an existing one, and returns the category. Throws `CallFailure`. */
export async function saveCategory(id: number | null, values: CategoryValues, key: string): Promise<CategoryRow> {
  const { title, description, is_active, parent_id: parent, rev } = values;
  const input = { title, description, is_active, parent_id: parent === '' ? null : Number(parent) };
  const sent =
    id === null
      ? call(createCategory, input, { key })
      : call(updateCategory, { id, ...input }, { key, revision: rev ?? undefined });
  return (await sent).category;
}

/** Returns a function that reports that a new or an existing category is saved. */
export function useReportSaved(isNew: boolean): () => void {
  const { t } = useLingui();
  return () =>
    toast({ tone: 'success', title: isNew ? t`Category created successfully` : t`Category updated successfully` });
}
