import { useLingui } from '@lingui/react/macro';
import type { CategoryRow } from '../../../contract/categories.ts';
import type { SelectOption } from '../../ui/fields.tsx';
import { VersionConflict } from '../../ui/version-conflict.tsx';
import { differences, valuesOf, type CategoryValues } from './category-form-data.ts';
import { useFieldNames } from './category-form-fields.tsx';

interface Props {
  mine: CategoryValues;
  saved: CategoryRow;
  parents: readonly SelectOption[];
  busy: boolean;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/** The values of the form and those that another admin has saved meanwhile, field by field (S2B-04). */
export function CategoryConflict({ mine, saved, parents, ...rest }: Props) {
  const { t } = useLingui();
  const names = useFieldNames();
  const theirs = valuesOf(saved);
  const textOf = (name: keyof typeof names, values: CategoryValues): string => {
    if (name === 'is_active') return values.is_active ? t`Yes` : t`No`;
    if (name === 'description') return values.description || t`No description`;
    if (name === 'title') return values.title;
    return parents.find(({ value }) => value === values.parent_id)?.label.trim() ?? t`No parent`;
  };
  const fields = differences(mine, theirs).map((name) => ({
    label: names[name],
    mine: textOf(name, mine),
    theirs: textOf(name, theirs),
  }));
  return <VersionConflict fields={fields} {...rest} />;
}
