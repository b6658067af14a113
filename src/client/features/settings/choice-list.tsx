import { chakra } from '@chakra-ui/react/styled-system';
import { useId } from 'react';
import type { ReactNode } from 'react';

interface Props<Value extends string> {
  legend: ReactNode;
  choices: readonly { value: Value; label: ReactNode; lang?: string; icon?: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
}

const Row = chakra('label', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    px: '3.5',
    minH: '11',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'md',
    cursor: 'pointer',
    transitionProperty: 'border-color, background-color',
    transitionDuration: 'fast',
    _hover: { borderColor: 'border.control' },
    '&:has(:checked)': { borderColor: 'brand.solid', bg: 'brand.subtle' },
    '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'brand.focusRing', outlineOffset: '2px' },
  },
});

const Radio = chakra('input', {
  base: { appearance: 'auto', accentColor: 'var(--c-colors-brand-solid)', boxSize: '4', outline: 'none' },
});

/** A group of radio buttons. */
export function ChoiceList<Value extends string>({ legend, choices, value, onChange }: Props<Value>) {
  const name = useId();
  return (
    <chakra.fieldset display="flex" flexDirection="column" gap="2" minW="0">
      <chakra.legend textStyle="field" mb="2">
        {legend}
      </chakra.legend>
      {choices.map((choice) => (
        <Row key={choice.value}>
          <Radio
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          <chakra.span flex="1" lang={choice.lang}>
            {choice.label}
          </chakra.span>
          {choice.icon}
        </Row>
      ))}
    </chakra.fieldset>
  );
}
