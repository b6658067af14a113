import { Trans, useLingui } from '@lingui/react/macro';
import { Fragment, type ComponentType } from 'react';
import { Checkbox } from './checkbox.tsx';
import type { MoreSource, SelectOption } from './fields.tsx';
import { FilterButton } from './filter-button.tsx';
import { lazyPart } from './lazy-part.tsx';
import { PopoverPanel } from './popover-panel.tsx';
import { usePopover } from './use-popover.ts';
import { Box, chakra, Stack } from './theme/styled.tsx';
import { Button } from './button.tsx';

interface Props {
  /** The name of the choice: "Status". */
  label: string;
  choices: readonly SelectOption[];
  /** The chosen values; none means no filter. */
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** Offers a search over the choices. */
  searchable?: boolean;
  /** Searches further choices, where `choices` are not all. */
  source?: MoreSource;
}

/** The list with a search: its code comes when one is opened; without it all choices are checkboxes. */
const ChoiceList = lazyPart(
  async (): Promise<ComponentType<ListProps>> => {
    try {
      return (await import('./choice-list.tsx')).ChoiceList;
    } catch {
      return Choices;
    }
  },
  <Box minH="96" minW="72" />,
);

type ListProps = Pick<Props, 'label' | 'choices' | 'value' | 'onChange' | 'source'> & { isMultiple?: boolean };

/** A multiple choice: a button with the chosen values, and under it a list of checkboxes or, for long lists, a search. */
export function MultiSelect({ label, choices, value, onChange, searchable = false, source }: Props) {
  const { t } = useLingui();
  const { isOpen, open, close, anchor, panel } = usePopover('start');
  return (
    <>
      <FilterButton
        ref={anchor}
        label={label}
        chosen={value.length > 0 ? <Chosen choices={choices} value={value} /> : null}
        isOpen={isOpen}
        onPress={() => (isOpen ? close() : open())}
      />
      {isOpen ? (
        <PopoverPanel ref={panel} role="dialog" aria-label={label} w="max-content">
          {searchable ? (
            <ChoiceList {...{ label, choices, value, onChange }} {...(source && { source })} isMultiple />
          ) : (
            <Choices {...{ label, choices, value, onChange }} />
          )}
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

/** "Pending, Open": the chosen values; from the third on only their number. */
function Chosen({ choices, value }: Pick<Props, 'choices' | 'value'>) {
  const nameOf = (one: string) => choices.find((choice) => choice.value === one)?.label ?? one;
  return (
    <>
      {value.slice(0, 2).map((one, at) => (
        <Fragment key={one}>
          {at > 0 ? ', ' : null}
          <bdi>{nameOf(one)}</bdi>
        </Fragment>
      ))}
      {value.length > 2 ? ` +${value.length - 2}` : null}
    </>
  );
}

function Choices({ label, choices, value, onChange }: ListProps) {
  const toggle = (one: string, checked: boolean) =>
    onChange(checked ? [...value, one] : value.filter((other) => other !== one));
  return (
    <Stack role="group" aria-label={label} px="3" py="1.5">
      {choices.map((choice) => (
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
    </Stack>
  );
}
