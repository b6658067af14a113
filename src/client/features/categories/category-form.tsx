import { Trans, useLingui } from '@lingui/react/macro';
import { useId, type ReactNode } from 'react';
import { CategoryRow, createCategory, updateCategory } from '../../../contract/categories.ts';
import { call } from '../../api/call.ts';
import { DraftOfflineReason, RecordFormFrame } from '../../forms/record-form.tsx';
import { useRecordForm } from '../../forms/use-record-form.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { Button } from '../../ui/button.tsx';
import type { SelectOption } from '../../ui/fields.tsx';
import { toast } from '../../ui/toast.ts';
import { valuesOf, type CategoryValues } from './category-form-data.ts';
import { CategoryFields, useFieldNames } from './category-form-fields.tsx';

interface Props {
  /** The category to edit as it was when the form opened; null for a new one. */
  category: CategoryRow | null;
  parents: readonly SelectOption[];
  /** Leaves the form, after a save or when the user cancels. */
  onLeave: () => void;
  /** Returns the page or the dialog around the form; `cancel` asks before unsaved changes are discarded. */
  children: (parts: { fields: ReactNode; buttons: ReactNode; cancel: () => void }) => ReactNode;
}

/** The form of a new or an existing category; its text is kept as a draft until it is saved or discarded. */
export function CategoryForm({ category, parents, onLeave, children }: Props) {
  const id = useId();
  const online = useOnline();
  const recordForm = useCategoryForm(category, parents, onLeave);
  const fields = (
    <RecordFormFrame recordForm={recordForm} id={id}>
      <CategoryFields form={recordForm.form} errorOf={recordForm.errorOf} parents={parents} />
      <DraftOfflineReason online={online} id={`${id}-offline`} />
    </RecordFormFrame>
  );
  const buttons = (
    <>
      <Button variant="outline" onClick={recordForm.cancel} disabled={recordForm.isBusy}>
        <Trans>Cancel</Trans>
      </Button>
      <Button
        type="submit"
        form={id}
        loading={recordForm.isBusy}
        disabled={!online}
        aria-describedby={online ? undefined : `${id}-offline`}
      >
        {category ? <Trans>Save</Trans> : <Trans>Create category</Trans>}
      </Button>
    </>
  );
  return children({ fields, buttons, cancel: recordForm.cancel });
}

function useCategoryForm(category: CategoryRow | null, parents: readonly SelectOption[], onLeave: () => void) {
  const { t } = useLingui();
  const names = useFieldNames();
  // The labels of the choices are indented.
  const parentLabel = ({ parent_id: parent }: CategoryValues) =>
    parents.find(({ value }) => value === parent)?.label.trim() ?? t`No parent`;
  return useRecordForm<CategoryValues, CategoryRow>({
    row: category,
    valuesOf,
    fields: [
      { path: 'title', label: names.title },
      { path: 'parent_id', label: names.parent_id, show: parentLabel },
      { path: 'description', label: names.description, show: (one) => one.description || t`No description` },
      { path: 'is_active', label: names.is_active, show: (one) => (one.is_active ? t`Yes` : t`No`) },
    ],
    rowSchema: CategoryRow,
    schema: createCategory.input,
    draftName: `category.${category?.id ?? 'new'}`,
    save: (values, key) => saveCategory(category?.id ?? values.id ?? null, values, key),
    onSaved: () =>
      toast({
        tone: 'success',
        title: category ? t`Category updated successfully` : t`Category created successfully`,
      }),
    onLeave,
  });
}

/** Saves the form of a new category (`id` null) or of an existing one, and returns the category. Throws `CallFailure`. */
async function saveCategory(id: number | null, values: CategoryValues, key: string): Promise<CategoryRow> {
  const { title, description, is_active, parent_id: parent, rev } = values;
  const input = { title, description, is_active, parent_id: parent === '' ? null : Number(parent) };
  const sent =
    id === null
      ? call(createCategory, input, { key })
      : call(updateCategory, { id, ...input }, { key, revision: rev ?? undefined });
  return (await sent).category;
}
