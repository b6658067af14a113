import { useLingui } from '@lingui/react/macro';
import { MultiSelect } from '../ui/multi-select.tsx';
import type { ChoiceFilter, DaysFilter, ListFilter } from './define-list.ts';
import type { FilterValues } from './use-list.ts';

interface Props<Filter extends ListFilter> {
  filter: Filter;
  /** The values of all filters of the list. */
  values: FilterValues;
  /** Receives the new values of this filter. */
  onChange: (values: FilterValues) => void;
}

/** The control of one filter: a list of choices, or a range of days; none for a filter that views set, or that the user lacks. */
export function FilterControl({ filter, values, onChange }: Props<ListFilter>) {
  if (filter.kind === 'view' || (filter.kind !== 'days' && filter.isOffered?.() === false)) return null;
  return filter.kind === 'days' ? (
    <Days {...{ filter, values, onChange }} />
  ) : (
    <Choices {...{ filter, values, onChange }} />
  );
}

function Choices({ filter, values, onChange }: Props<ChoiceFilter>) {
  const { i18n } = useLingui();
  const chosen = values[filter.name] ?? none;
  const choices = useChoicesOf(filter, chosen);
  return (
    <MultiSelect
      label={i18n._(filter.label)}
      choices={choices}
      value={chosen}
      searchable={filter.isSearchable ?? false}
      {...(filter.source && { source: filter.source })}
      onChange={(next) => onChange({ [filter.name]: next })}
    />
  );
}

const none: readonly never[] = [];

/** Calls the filter's hook, which is the same at every render. The React Compiler cannot see that. */
function useChoicesOf(filter: ChoiceFilter, chosen: readonly string[]) {
  'use no memo';
  return filter.useChoices(chosen);
}

function Days({ filter: { name, endName, label, Control }, values, onChange }: Props<DaysFilter>) {
  const { i18n } = useLingui();
  const [from = '', to = ''] = [values[name]?.[0], values[endName]?.[0]];
  return (
    <Control
      label={i18n._(label)}
      value={{ from, to }}
      onChange={(range) => onChange({ [name]: listOf(range.from), [endName]: listOf(range.to) })}
    />
  );
}

const listOf = (day: string): string[] => (day ? [day] : []);
