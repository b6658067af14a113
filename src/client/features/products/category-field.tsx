import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { isolated } from '../../text/isolated.ts';
import { finds } from '../../text/search.ts';
import { TouchLink } from '../../ui/app-link.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { FreeText } from '../../ui/free-text.tsx';
import { InputBox } from '../../ui/theme/recipes.ts';
import { useCategoryChoices, type CategoryChoice } from './queries.ts';
import { Box, chakra, Muted } from '../../ui/theme/styled.tsx';

interface Props {
  value: readonly number[];
  onChange: (ids: number[]) => void;
  error: string | undefined;
}

/** The categories of a product, as a tree of checkboxes with a search (S2G-06). */
export function CategoryField({ value, onChange, error }: Props) {
  const { t } = useLingui();
  const choices = useCategoryChoices();
  const [query, setQuery] = useState('');
  const found = choices?.filter(({ title }) => finds(title, query)) ?? [];
  const toggle = (id: number, isChosen: boolean) =>
    onChange(isChosen ? [...value, id] : value.filter((other) => other !== id));
  return (
    <Field label={t`Categories`} error={error} required help={<Chosen choices={choices ?? []} value={value} />}>
      {(control) => (
        <Box borderWidth="1px" borderColor={error ? 'border.error' : 'border'} borderRadius="md" overflow="hidden">
          <InputBox
            {...control}
            type="search"
            // Not dir="auto", which would place the empty field's placeholder at the left in Arabic.
            unicodeBidi="plaintext"
            borderWidth="0"
            borderBottomWidth="1px"
            borderRadius="0"
            placeholder={t`Search categories`}
            value={query}
            onChange={(event) => setQuery(event.currentTarget.value)}
            onKeyDown={(event) => {
              // Enter searches; it does not send the form.
              if (event.key === 'Enter') event.preventDefault();
            }}
          />
          <Box role="group" aria-label={t`Categories`} maxH="64" overflowY="auto" px="3" py="1.5">
            {found.map((choice) => (
              <Choice key={choice.id} choice={choice} isFlat={query !== ''} {...{ value, toggle }} />
            ))}
            {choices && found.length === 0 ? (
              <Muted py="2">{choices.length === 0 ? <NoCategories /> : <Trans>No results</Trans>}</Muted>
            ) : null}
          </Box>
        </Box>
      )}
    </Field>
  );
}

/** A link to the form of the first category; the product stays as a draft. */
function NoCategories() {
  return (
    <>
      <Trans>There are no categories yet.</Trans>{' '}
      <TouchLink to="/admin/categories" search={{ new: 1 } as never}>
        <Trans>Create a category</Trans>
      </TouchLink>
    </>
  );
}

interface ChoiceProps {
  choice: CategoryChoice;
  /** Found by a search: without the indentation of the tree. */
  isFlat: boolean;
  value: readonly number[];
  toggle: (id: number, isChosen: boolean) => void;
}

function Choice({ choice: { id, title, depth, isActive }, isFlat, value, toggle }: ChoiceProps) {
  return (
    <Box ps={isFlat ? '0' : `${depth * 1.5}rem`}>
      <Checkbox
        checked={value.includes(id)}
        onChange={(isChosen) => toggle(id, isChosen)}
        label={
          <chakra.span minW="0">
            <FreeText as="span" wordBreak="break-word">
              {title}
            </FreeText>
            {isActive ? null : (
              <chakra.span ms="2" textStyle="xs" color="fg.subtle">
                <Trans>Inactive</Trans>
              </chakra.span>
            )}
          </chakra.span>
        }
      />
    </Box>
  );
}

/** The chosen categories in their order; the first one is the product's main category for older programs. */
function Chosen({ choices, value }: { choices: readonly CategoryChoice[]; value: readonly number[] }) {
  const titles = value.flatMap((id) => choices.find((choice) => choice.id === id)?.title ?? []);
  if (titles.length === 0) return <Trans>At least one. A product can be in several.</Trans>;
  return <bdi>{titles.map(isolated).join(' · ')}</bdi>;
}
