import { useId } from 'react';
import { FieldError, type FieldFrame } from '../../ui/field.tsx';
import { Radio } from '../../ui/radio.tsx';
import { Box, chakra } from '../../ui/theme/styled.tsx';

interface Props extends FieldFrame {
  choices: readonly { value: string; label: string }[];
  value: string;
  disabled: boolean;
  onChange: (value: string) => void;
}

/** One of a few answers, as radio buttons; one that is not required can be taken away by a second press. */
export function AnswerChoice({ label, hint, error, required = false, choices, value, disabled, onChange }: Props) {
  const id = useId();
  const isWrong = Boolean(error);
  const below = error ? <FieldError>{error}</FieldError> : hint;
  const press = (pressed: string) => (!required && pressed === value ? onChange('') : undefined);
  return (
    <chakra.fieldset
      disabled={disabled}
      role="radiogroup"
      tabIndex={isWrong ? -1 : undefined}
      aria-required={required || undefined}
      aria-invalid={isWrong || undefined}
      aria-describedby={below ? `${id}-text` : undefined}
      minW="0"
    >
      <chakra.legend textStyle="field" mb="1.5">
        {label}
      </chakra.legend>
      <Box borderWidth="1px" borderColor={isWrong ? 'border.error' : 'border'} borderRadius="lg" overflow="hidden">
        {choices.map((choice) => (
          <Row key={choice.value}>
            <Radio
              type="radio"
              name={id}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
              onClick={() => press(choice.value)}
            />
            <chakra.span flex="1" minW="0" overflowWrap="anywhere">
              <bdi>{choice.label}</bdi>
            </chakra.span>
          </Row>
        ))}
      </Box>
      {below ? (
        <Box mt="1.5" id={`${id}-text`} textStyle="xs" color="fg.muted">
          {below}
        </Box>
      ) : null}
    </chakra.fieldset>
  );
}

const Row = chakra('label', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    minH: '11',
    px: '3.5',
    py: '2',
    cursor: 'pointer',
    '&:not(:first-of-type)': { borderTopWidth: '1px', borderColor: 'border.muted' },
    '&:has(:checked)': { bg: 'brand.subtle' },
    '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'brand.focusRing', outlineOffset: '-2px' },
    '&:has(:disabled)': { cursor: 'not-allowed', opacity: 0.7 },
  },
});
