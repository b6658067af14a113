import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import type { FieldFrame } from './field.tsx';
import { Field } from './field.tsx';
import type { SelectOption } from './fields.tsx';
import { lazyPart } from './lazy-part.tsx';
import { PopoverPanel } from './popover-panel.tsx';
import { recipes } from './theme/recipes.ts';
import { usePopover } from './use-popover.ts';
import { Box, chakra } from './theme/styled.tsx';

interface Props extends Omit<FieldFrame, 'label'> {
  label: string;
  choices: readonly SelectOption[];
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  /** Receives the control, which a form focuses when its value is refused. */
  ref?: (control: HTMLButtonElement | null) => void;
  /** The empty choice. */
  placeholder: string;
}

const ChoiceList = lazyPart(async () => (await import('./choice-list.tsx')).ChoiceList, <Box minH="96" />);

/** One of many choices, found by a search; for a few choices use `SelectField`. */
export function ChoiceField({ label, choices, value, onChange, onBlur, ref, placeholder, ...frame }: Props) {
  const { isOpen, open, close, anchor, panel } = usePopover('start');
  const list = useId();
  const chosen = choices.find((choice) => choice.value === value);
  const options = [{ value: '', label: placeholder }, ...choices];
  const choose = ([picked]: string[]) => {
    onChange(picked ?? '');
    close();
  };
  return (
    <Field label={label} {...frame}>
      {(control) => (
        <>
          <ChoiceButton
            {...control}
            ref={(button: HTMLButtonElement | null) => {
              anchor.current = button;
              ref?.(button);
            }}
            type="button"
            role="combobox"
            aria-controls={list}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onBlur={onBlur}
            onClick={() => (isOpen ? close() : open())}
          >
            <chakra.span flex="1" minW="0" truncate color={chosen ? undefined : 'fg.muted'}>
              <bdi>{chosen?.label ?? placeholder}</bdi>
            </chakra.span>
            <ChevronDown size="1rem" aria-hidden="true" />
          </ChoiceButton>
          {isOpen ? (
            <PopoverPanel ref={panel} id={list} role="dialog" aria-label={label}>
              <ChoiceList label={label} choices={options} value={[value]} onChange={choose} />
            </PopoverPanel>
          ) : null}
        </>
      )}
    </Field>
  );
}

const ChoiceButton = chakra('button', {
  ...recipes.input,
  base: { ...recipes.input.base, display: 'flex', alignItems: 'center', gap: '2', cursor: 'pointer' },
});
