import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { SortOrder } from '../../../contract/categories.ts';
import { useMoney } from '../../text/money.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { parsePrice, type Trait } from './product-filter.ts';
import type { Browse } from './use-browse.ts';
import { Box, Stack, Wrap } from '../../ui/theme/styled.tsx';
import { Button } from '../../ui/button.tsx';

interface Props {
  id: string;
  browse: Browse;
}

/**
 * Lowest and highest price, the sort order, and the choice of promotions and of what is available; a button applies them,
 * unless a price is invalid or min is above max (S5-30).
 */
export function FilterPanel({ id, browse }: Props) {
  const { filter, filterCount, apply, clearFilters } = browse;
  // A filter that changes outside the form (Clear, the back button) resets its fields.
  return (
    <Box id={id} bg="bg.panel" borderWidth="1px" borderRadius="xl" p="4" mb="4">
      <FilterForm
        key={`${filter.min} ${filter.max} ${filter.sort} ${filter.only.join(' ')}`}
        {...{ filter, apply, clearFilters }}
        isActive={filterCount > 0}
      />
    </Box>
  );
}

function FilterForm({
  filter,
  apply,
  clearFilters,
  isActive,
}: Pick<Browse, 'filter' | 'apply' | 'clearFilters'> & { isActive: boolean }) {
  const [min, setMin] = useState(filter.min);
  const [max, setMax] = useState(filter.max);
  const [sort, setSort] = useState<string>(filter.sort);
  const [only, setOnly] = useState(filter.only);
  const [isSubmitted, setSubmitted] = useState(false);
  const problems = findProblems(min, max);
  const submit = () => {
    setSubmitted(true);
    if (problems.min || problems.max) return;
    apply({ min: parsePrice(min) ?? '', max: parsePrice(max) ?? '', sort: sort as SortOrder, only });
  };
  return (
    <Stack
      as="form"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      gap="4"
    >
      <Fields {...{ min, setMin, max, setMax, sort, setSort }} problems={isSubmitted ? problems : {}} />
      <Traits only={only} onChange={setOnly} />
      <Box display="flex" gap="3" css={{ '& > button': { flex: { base: '1', sm: '0 0 auto' } } }}>
        <Button type="submit" size="sm">
          <Trans>Filter</Trans>
        </Button>
        <Button variant="outline" size="sm" disabled={!isActive} onClick={clearFilters}>
          <Trans>Clear Filters</Trans>
        </Button>
      </Box>
    </Stack>
  );
}

interface FieldsProps {
  min: string;
  setMin: (text: string) => void;
  max: string;
  setMax: (text: string) => void;
  sort: string;
  setSort: (order: string) => void;
  problems: Problems;
}

function Fields({ min, setMin, max, setMax, sort, setSort, problems }: FieldsProps) {
  const { t } = useLingui();
  const { symbol } = useMoney();
  const sorts = useSortChoices();
  const sentences = {
    invalid: t`Enter a price, for example 12.50.`,
    minAboveMax: t`The highest price is below the lowest.`,
  };
  const price = { inputMode: 'decimal', autoComplete: 'off' } as const;
  return (
    <Box
      display="grid"
      gap="3"
      gridTemplateColumns={{ base: 'repeat(2, minmax(0, 1fr))', md: 'repeat(2, minmax(0, 10rem)) minmax(0, 16rem)' }}
      alignItems="start"
    >
      <TextField
        {...price}
        label={t`Lowest price (${symbol})`}
        value={min}
        onChange={setMin}
        error={problems.min && sentences[problems.min]}
      />
      <TextField
        {...price}
        label={t`Highest price (${symbol})`}
        value={max}
        onChange={setMax}
        error={problems.max && sentences[problems.max]}
      />
      <Box gridColumn={{ base: '1 / -1', md: 'auto' }}>
        <SelectField label={t`Sort by`} choices={sorts} value={sort} onChange={setSort} />
      </Box>
    </Box>
  );
}

function Traits({ only, onChange }: { only: readonly Trait[]; onChange: (only: readonly Trait[]) => void }) {
  const { t } = useLingui();
  const choices: { trait: Trait; label: string }[] = [
    { trait: 'promotion', label: t`On promotion` },
    { trait: 'available', label: t`Available now` },
  ];
  return (
    <Wrap columnGap="6">
      {choices.map(({ trait, label }) => (
        <Checkbox
          key={trait}
          label={label}
          checked={only.includes(trait)}
          onChange={(isChosen) => onChange(isChosen ? [...only, trait] : only.filter((other) => other !== trait))}
        />
      ))}
    </Wrap>
  );
}

type Problem = 'invalid' | 'minAboveMax';

interface Problems {
  min?: Problem;
  max?: Problem;
}

function findProblems(min: string, max: string): Problems {
  const [low, high] = [parsePrice(min), parsePrice(max)];
  if (low === null || high === null)
    return { ...(low === null && { min: 'invalid' }), ...(high === null && { max: 'invalid' }) };
  return low !== '' && high !== '' && Number(low) > Number(high) ? { max: 'minAboveMax' } : {};
}

function useSortChoices(): { value: SortOrder; label: string }[] {
  const { t } = useLingui();
  return [
    { value: 'name_asc', label: t`Name: A to Z` },
    { value: 'name_desc', label: t`Name: Z to A` },
    { value: 'price_asc', label: t`Price: low to high` },
    { value: 'price_desc', label: t`Price: high to low` },
    { value: 'newest', label: t`Newest first` },
  ];
}
