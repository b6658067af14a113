import { Trans } from '@lingui/react/macro';
import { useEffect, useId } from 'react';
import { accents, type Accent } from '../../../contract/shop.ts';
import { useAccentName } from '../../text/accent-names.ts';
import { Radio } from '../../ui/radio.tsx';
import { showAccent, showKeptAccent, swatchOf } from '../../ui/theme/accents.ts';
import { Box, chakra, Muted } from '../../ui/theme/styled.tsx';

interface Props {
  value: Accent;
  onChange: (accent: Accent) => void;
  disabled: boolean;
}

/** The colour of buttons, links and marks; the page shows the chosen one until the form is left (S2U-07). */
export function AccentField({ value, onChange, disabled }: Props) {
  const accentName = useAccentName();
  const name = useId();
  useEffect(() => showAccent(value), [value]);
  useEffect(() => showKeptAccent, []);
  return (
    <chakra.fieldset minW="0" disabled={disabled}>
      <chakra.legend textStyle="field" mb="1">
        <Trans>Colour</Trans>
      </chakra.legend>
      <Choices>
        {accents.map((accent) => (
          <Choice key={accent}>
            <Radio
              type="radio"
              name={name}
              value={accent}
              checked={accent === value}
              onChange={() => onChange(accent)}
            />
            <Box boxSize="5" flexShrink="0" borderRadius="full" style={{ background: swatchOf(accent) }} />
            {accentName(accent)}
          </Choice>
        ))}
      </Choices>
      <Muted mt="2" textStyle="xs">
        <Trans>For buttons, links and the login page, in the light and the dark theme.</Trans>
      </Muted>
    </chakra.fieldset>
  );
}

const Choices = chakra('div', {
  base: { display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(8.5rem, 1fr))', gap: '1' },
});

const Choice = chakra('label', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2.5',
    minH: '11',
    px: '2',
    borderRadius: 'md',
    cursor: 'pointer',
    _hover: { bg: 'bg.hover' },
    '&:has(:checked)': { bg: 'bg.selected', fontWeight: 'medium' },
    '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'brand.focusRing', outlineOffset: '-2px' },
  },
});
