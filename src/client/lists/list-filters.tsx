import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { MultiSelect } from '../ui/multi-select.tsx';
import { InputBox } from '../ui/theme/recipes.ts';
import type { ChoiceFilter, DayFilter } from './define-list.ts';
import type { ActiveFilter } from './use-list.ts';

interface Props<Filter extends ActiveFilter> {
  filter: Filter;
  onChange: (values: readonly string[]) => void;
}

/** The control of one filter: a list of choices, or a day. */
export function FilterControl({ filter, onChange }: Props<ActiveFilter>) {
  return filter.kind === 'day' ? (
    <Day filter={filter} onChange={onChange} />
  ) : (
    <Choices filter={filter} onChange={onChange} />
  );
}

function Choices({ filter, onChange }: Props<ActiveFilter<ChoiceFilter>>) {
  const { i18n } = useLingui();
  const choices = useChoicesOf(filter);
  return (
    <MultiSelect
      label={i18n._(filter.label)}
      choices={choices}
      value={filter.active}
      searchable={filter.isSearchable ?? false}
      onChange={onChange}
    />
  );
}

/** Calls the filter's hook: the same one at every render, because a list's definition never changes. */
function useChoicesOf(filter: ChoiceFilter) {
  return filter.useChoices();
}

function Day({ filter, onChange }: Props<ActiveFilter<DayFilter>>) {
  const { i18n } = useLingui();
  const id = useId();
  return (
    <Box display="flex" alignItems="center" gap="2">
      <Label htmlFor={id}>{i18n._(filter.label)}</Label>
      <InputBox
        id={id}
        type="date"
        size="sm"
        w="auto"
        flex="1"
        min="1000-01-01"
        max="9999-12-31"
        value={filter.active[0] ?? ''}
        onChange={({ currentTarget: { value } }) => onChange(value === '' ? [] : [value])}
      />
    </Box>
  );
}

const Label = chakra('label', {
  base: { textStyle: 'sm', color: 'fg.muted', whiteSpace: 'nowrap', minW: { base: '12', sm: '0' } },
});
