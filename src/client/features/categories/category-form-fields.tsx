import { useLingui } from '@lingui/react/macro';
import { useController, type UseFormReturn } from 'react-hook-form';
import { contentMax, titleMax } from '../../../contract/limits.ts';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { SelectField, TextAreaField, TextField, type SelectOption } from '../../ui/fields.tsx';
import { Switch } from '../../ui/switch.tsx';
import type { CategoryValues } from './category-form-data.ts';
import { chakra } from '../../ui/theme/styled.tsx';

interface Props {
  form: UseFormReturn<CategoryValues>;
  errorOf: (path: string) => string | undefined;
  parents: readonly SelectOption[];
}

/** Title, parent, description and the active switch of a category (S2H-04). */
export function CategoryFields({ form: { control }, errorOf, parents }: Props) {
  const { t } = useLingui();
  const names = useFieldNames();
  const { field: title } = useController({ control, name: 'title' });
  const { field: parent } = useController({ control, name: 'parent_id' });
  const { field: description } = useController({ control, name: 'description' });
  const { field: isActive } = useController({ control, name: 'is_active' });
  const { value: isOn, ...activeSwitch } = isActive;
  const parentField = {
    label: names.parent_id,
    error: errorOf('parent_id'),
    choices: parents,
    placeholder: t`No parent`,
  };
  return (
    <>
      <TextField {...title} label={names.title} error={errorOf('title')} max={titleMax} required autoComplete="off" />
      {parents.length > fewChoices ? (
        <ChoiceField {...parent} {...parentField} />
      ) : (
        <SelectField {...parent} {...parentField} />
      )}
      <TextAreaField
        {...description}
        label={names.description}
        error={errorOf('description')}
        max={contentMax}
        hasQuietCounter
      />
      <div>
        <Switch {...activeSwitch} label={names.is_active} checked={isOn} aria-describedby="category-active-hint" />
        <Hint id="category-active-hint">{t`Customers see active categories only.`}</Hint>
      </div>
    </>
  );
}

/** Up to so many parents are in the device's own picker; more are found by a search. */
const fewChoices = 20;

/** Returns the names of the form's fields in the user's language. */
export function useFieldNames() {
  const { t } = useLingui();
  return {
    title: t`Title`,
    parent_id: t`Parent category`,
    description: t`Description (optional)`,
    is_active: t`Active`,
  };
}

const Hint = chakra('p', { base: { textStyle: 'xs', color: 'fg.muted' } });
