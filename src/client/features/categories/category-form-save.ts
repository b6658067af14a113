import { useLingui } from '@lingui/react/macro';
import { createCategory, updateCategory } from '../../../contract/categories.ts';
import { call } from '../../api/call.ts';
import { toast } from '../../ui/toast.ts';
import type { CategoryValues } from './category-form-data.ts';

/** Saves the form of a new category (`id` null) or of an existing one. Throws `CallFailure`. */
export function saveCategory(id: number | null, values: CategoryValues, key: string): Promise<unknown> {
  const { rev, sent: _sent, parent_id: parent, ...rest } = values;
  const input = { ...rest, parent_id: parent === '' ? null : Number(parent) };
  return id === null
    ? call(createCategory, input, { key })
    : call(updateCategory, { id, ...input }, { key, revision: rev ?? undefined });
}

/** Returns a function that reports that a new or an existing category is saved. */
export function useReportSaved(isNew: boolean): () => void {
  const { t } = useLingui();
  return () =>
    toast({ tone: 'success', title: isNew ? t`Category created successfully` : t`Category updated successfully` });
}
