import { Trans } from '@lingui/react/macro';
import { useId, type ReactNode } from 'react';
import { createCategory, type CategoryRow } from '../../../contract/categories.ts';
import { useVersionedForm } from '../../forms/use-versioned-form.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import type { SelectOption } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { OfflineReason } from '../../ui/offline-reason.tsx';
import { CategoryConflict } from './category-form-conflict.tsx';
import { differences, savedVersion, valuesOf, type CategoryValues } from './category-form-data.ts';
import { CategoryFields, useFieldNames } from './category-form-fields.tsx';
import { saveCategory, useReportSaved } from './category-form-save.ts';
import { chakra } from '../../ui/theme/styled.tsx';
import { Button } from '../../ui/button.tsx';

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
  const { form, errorOf, problem, isBusy, submit, conflict, cancel, question } = useCategoryForm(category, onLeave);
  const fields = (
    <chakra.form
      id={id}
      noValidate
      onSubmit={(event) => (online ? submit(event) : event.preventDefault())}
      display="flex"
      flexDirection="column"
      gap="4"
    >
      {conflict ? <CategoryConflict {...conflict} parents={parents} busy={isBusy} /> : null}
      <CategoryFields form={form} errorOf={errorOf} parents={parents} />
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      <OfflineReason online={online} id={`${id}-offline`} />
    </chakra.form>
  );
  const buttons = (
    <>
      <Button variant="outline" onClick={cancel} disabled={isBusy}>
        <Trans>Cancel</Trans>
      </Button>
      <Button
        type="submit"
        form={id}
        loading={isBusy}
        disabled={!online}
        aria-describedby={online ? undefined : `${id}-offline`}
      >
        {category ? <Trans>Save</Trans> : <Trans>Create category</Trans>}
      </Button>
    </>
  );
  return (
    <>
      {children({ fields, buttons, cancel })}
      {question}
    </>
  );
}

const useCategoryForm = (category: CategoryRow | null, onLeave: () => void) =>
  useVersionedForm<CategoryValues, CategoryRow>({
    row: category,
    valuesOf,
    differences,
    savedVersion,
    schema: createCategory.input,
    labels: useFieldNames(),
    draftName: `category.${category?.id ?? 'new'}`,
    save: (values, key) => saveCategory(category?.id ?? values.id ?? null, values, key),
    onSaved: useReportSaved(category === null),
    onLeave,
  });
