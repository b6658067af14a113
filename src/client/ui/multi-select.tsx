import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { chakra } from '@chakra-ui/react/styled-system';
import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import { Fragment, useState } from 'react';
import { finds } from '../text/search.ts';
import { Checkbox } from './checkbox.tsx';
import type { SelectOption } from './fields.tsx';
import { PopoverPanel } from './popover-panel.tsx';
import { InputBox } from './theme/recipes.ts';
import { usePopover } from './use-popover.ts';

interface Props {
  /** The name of the choice: "Status". */
  label: string;
  choices: readonly SelectOption[];
  /** The chosen values; none means no filter. */
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** Offers a search over the choices. */
  searchable?: boolean;
}

/** Rows shown at once of a long list; the search finds the rest. */
const shownAtOnce = 100;

/** A multiple choice: a button with the chosen values, and a list of checkboxes under it. */
export function MultiSelect({ label, choices, value, onChange, searchable = false }: Props) {
  const { t } = useLingui();
  const { isOpen, open, close, anchor, panel } = usePopover('start');
  return (
    <>
      <Button
        ref={anchor}
        variant="outline"
        size="sm"
        fontWeight="normal"
        justifyContent="space-between"
        {...(value.length > 0 && { borderColor: 'brand.solid', bg: 'brand.subtle' })}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => (isOpen ? close() : open())}
      >
        <Chosen label={label} choices={choices} value={value} />
        <ChevronDown size={16} aria-hidden="true" />
      </Button>
      {isOpen ? (
        <PopoverPanel ref={panel} role="dialog" aria-label={label} w="max-content" minW="56">
          <Choices {...{ label, choices, value, onChange, searchable }} />
          {value.length > 0 ? (
            <Box position="sticky" bottom="0" bg="bg.raised" borderTopWidth="1px" p="2">
              <Button variant="ghost" size="sm" w="full" onClick={() => onChange([])} aria-label={t`Clear ${label}`}>
                <Trans>Clear</Trans>
              </Button>
            </Box>
          ) : null}
        </PopoverPanel>
      ) : null}
    </>
  );
}

/** "Status: Pending, Open": the name of the filter and its values; from the third on only their number. */
function Chosen({ label, choices, value }: Pick<Props, 'label' | 'choices' | 'value'>) {
  if (value.length === 0) return <chakra.span>{label}</chakra.span>;
  const nameOf = (one: string) => choices.find((choice) => choice.value === one)?.label ?? one;
  return (
    <chakra.span display="inline-flex" alignItems="center" gap="1" maxW="56">
      <chakra.span color="fg.muted">{label}:</chakra.span>{' '}
      <chakra.span fontWeight="medium" truncate>
        {value.slice(0, 2).map((one, at) => (
          <Fragment key={one}>
            {at > 0 ? ', ' : null}
            <bdi>{nameOf(one)}</bdi>
          </Fragment>
        ))}
        {value.length > 2 ? ` +${value.length - 2}` : null}
      </chakra.span>
    </chakra.span>
  );
}

function Choices({ label, choices, value, onChange, searchable }: Props) {
  const { t } = useLingui();
  const [query, setQuery] = useState('');
  const found = query ? choices.filter((choice) => finds(choice.label, query)) : choices;
  const toggle = (one: string, checked: boolean) =>
    onChange(checked ? [...value, one] : value.filter((other) => other !== one));
  return (
    <>
      {searchable ? (
        <Box position="sticky" top="0" bg="bg.raised" p="2" borderBottomWidth="1px">
          <InputBox
            size="sm"
            type="search"
            dir="auto"
            aria-label={t`Search in ${label}`}
            placeholder={t`Search`}
            value={query}
            onChange={(event) => setQuery(event.currentTarget.value)}
          />
        </Box>
      ) : null}
      <Box role="group" aria-label={label} px="3" py="1.5" display="flex" flexDirection="column">
        {found.slice(0, shownAtOnce).map((choice) => (
          <Checkbox
            key={choice.value}
            checked={value.includes(choice.value)}
            disabled={choice.disabled}
            onChange={(checked) => toggle(choice.value, checked)}
            label={
              <chakra.bdi maxW="64" truncate>
                {choice.label}
              </chakra.bdi>
            }
          />
        ))}
        {found.length === 0 ? (
          <chakra.p py="2" color="fg.muted">
            <Trans>No results</Trans>
          </chakra.p>
        ) : null}
        {found.length > shownAtOnce ? (
          <chakra.p py="2" color="fg.muted">
            <Trans>Search to see more.</Trans>
          </chakra.p>
        ) : null}
      </Box>
    </>
  );
}
