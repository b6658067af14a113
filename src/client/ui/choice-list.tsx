import { createListCollection } from '@chakra-ui/react/collection';
import { Listbox } from '@chakra-ui/react/listbox';
import { LocaleProvider } from '@chakra-ui/react/locale';
import { Trans, useLingui } from '@lingui/react/macro';
import { Check } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { tagOf } from '../text/locales.ts';
import { finds } from '../text/search.ts';
import { Button } from './button.tsx';
import type { MoreChoices, MoreSource, SelectOption } from './fields.tsx';
import { choicesRecipe } from './theme/choices.ts';
import { InputBox } from './theme/recipes.ts';
import { chakra } from './theme/styled.tsx';

interface Props {
  /** The name of the choice: "Product". */
  label: string;
  choices: readonly SelectOption[];
  value: readonly string[];
  /** Receives all chosen values; for a single choice also the one that was chosen before. */
  onChange: (value: string[]) => void;
  /** Several choices, each of which a second press takes away. */
  isMultiple?: boolean;
  /** Searches further choices, where `choices` are not all. */
  source?: MoreSource;
}

/** Rows shown at once of a long list; the search finds the rest. */
const shownAtOnce = 100;

/**
 * A list box with a search field. The search ignores case, accents and variant forms of Arabic characters; the arrow
 * keys and Enter choose from the results without leaving the field.
 */
export function ChoiceList({ label, choices, value, onChange, isMultiple = false, source = noSource }: Props) {
  const { i18n } = useLingui();
  const [query, setQuery] = useState('');
  const list = useId();
  const more = useMoreOf(source, query);
  const found = withMore(query ? choices.filter((choice) => finds(choice.label, query)) : choices, more);
  const shown = found.slice(0, shownAtOnce);
  return (
    <LocaleProvider locale={tagOf(i18n.locale)}>
      <Listbox.Root
        recipe={choicesRecipe}
        selectionMode={isMultiple ? 'multiple' : 'single'}
        typeahead={false}
        ids={{ content: list }}
        collection={createListCollection({ items: shown })}
        value={[...value]}
        onValueChange={isMultiple ? (chosen) => onChange(chosen.value) : undefined}
        onSelect={isMultiple ? undefined : (chosen) => onChange([chosen.value])}
      >
        <Search {...{ label, list, query }} onQuery={setQuery} />
        <Listbox.Label>{label}</Listbox.Label>
        <Listbox.Content>
          {shown.map((choice) => (
            <Listbox.Item key={choice.value} item={choice} highlightOnHover>
              <Listbox.ItemText>
                <bdi>{choice.label}</bdi>
              </Listbox.ItemText>
              <Listbox.ItemIndicator>
                <Check size="1rem" aria-hidden="true" />
              </Listbox.ItemIndicator>
            </Listbox.Item>
          ))}
        </Listbox.Content>
        <NoResults found={found} more={more} />
        {found.length > shownAtOnce ? (
          <Line>
            <Trans>Search to see more.</Trans>
          </Line>
        ) : null}
        <MoreState more={more} />
      </Listbox.Root>
    </LocaleProvider>
  );
}

const noMore: MoreChoices = { choices: [], state: 'none', retry: () => undefined };

const noSource: MoreSource = { useMore: () => noMore };

/** Calls the hook, which is the same at every render. The React Compiler cannot see that. */
function useMoreOf(source: MoreSource, query: string): MoreChoices {
  'use no memo';
  return source.useMore(query);
}

/** Returns the choices that match, then the further ones. */
function withMore(found: readonly SelectOption[], { choices }: MoreChoices): readonly SelectOption[] {
  const values = new Set(found.map(({ value }) => value));
  return [...found, ...choices.filter(({ value }) => !values.has(value))];
}

function NoResults({ found, more: { state } }: { found: readonly SelectOption[]; more: MoreChoices }) {
  if (found.length > 0 || state === 'loading' || state === 'failed') return null;
  return (
    <Line>
      <Trans>No results</Trans>
    </Line>
  );
}

/** Says how far the search is that goes beyond this device. */
function MoreState({ more: { state, retry } }: { more: MoreChoices }) {
  if (state === 'none' || state === 'found') return null;
  if (state === 'failed')
    return (
      <Line role="status">
        <Trans>The server could not be searched.</Trans>{' '}
        <Button size="sm" variant="outline" onClick={retry}>
          <Trans>Retry</Trans>
        </Button>
      </Line>
    );
  return (
    <Line role="status">
      {state === 'loading' ? (
        <Trans>Searching …</Trans>
      ) : (
        <Trans>You are offline. Only this device was searched.</Trans>
      )}
    </Line>
  );
}

interface SearchProps {
  label: string;
  /** The id of the choices. */
  list: string;
  query: string;
  onQuery: (query: string) => void;
}

function Search({ label, list, query, onQuery }: SearchProps) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // On a touch screen the focus would open the keyboard over the choices.
    if (window.matchMedia('(pointer: fine)').matches) input.current?.focus();
  }, []);
  return (
    <SearchLine onKeyDown={keepForm}>
      <Listbox.Input asChild autoHighlight>
        <InputBox
          ref={input}
          role="combobox"
          aria-expanded="true"
          aria-controls={list}
          size="sm"
          // Not dir="auto", which would place the empty field's placeholder at the left in Arabic.
          unicodeBidi="plaintext"
          aria-label={t`Search in ${label}`}
          placeholder={t`Search`}
          value={query}
          onChange={(event) => onQuery(event.currentTarget.value)}
        />
      </Listbox.Input>
    </SearchLine>
  );
}

/** Enter chooses; it does not send the form around the list. */
function keepForm(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault();
}

const SearchLine = chakra('div', {
  base: { position: 'sticky', top: '0', zIndex: 'docked', bg: 'bg.raised', p: '2', borderBottomWidth: '1px' },
});

const Line = chakra('p', { base: { px: '4', py: '2', color: 'fg.muted' } });
