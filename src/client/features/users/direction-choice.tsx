import { Trans } from '@lingui/react/macro';
import { Minus, Plus } from 'lucide-react';
import { useId } from 'react';
import type { AdjustmentFields } from './adjustment.ts';
import { chakra } from '../../ui/theme/styled.tsx';

type Direction = AdjustmentFields['direction'];

interface Props {
  value: Direction;
  onChange: (value: Direction) => void;
  disabled: boolean;
}

/** The choice between adding and subtracting. */
export function DirectionChoice({ value, onChange, disabled }: Props) {
  const name = useId();
  return (
    <chakra.fieldset display="grid" gridTemplateColumns="repeat(2, minmax(0, 1fr))" gap="2" disabled={disabled}>
      <Legend>
        <Trans>Change of the balance</Trans>
      </Legend>
      {(['add', 'subtract'] as const).map((direction) => (
        <Choice key={direction}>
          <Radio
            type="radio"
            name={name}
            value={direction}
            checked={direction === value}
            onChange={() => onChange(direction)}
          />
          {direction === 'add' ? <Plus size={16} aria-hidden="true" /> : <Minus size={16} aria-hidden="true" />}
          {direction === 'add' ? <Trans>Add</Trans> : <Trans>Subtract</Trans>}
        </Choice>
      ))}
    </chakra.fieldset>
  );
}

const Legend = chakra('legend', { base: { srOnly: true } });
const Radio = chakra('input', { base: { srOnly: true } });
const Choice = chakra('label', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2',
    minH: '11',
    px: '3',
    borderWidth: '1px',
    borderColor: 'border.control',
    borderRadius: 'md',
    fontWeight: 'medium',
    cursor: 'pointer',
    position: 'relative',
    '&:has(:checked)': { borderColor: 'brand.solid', bg: 'brand.subtle', color: 'brand.fg' },
    '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'brand.focusRing', outlineOffset: '2px' },
    '&:has(:disabled)': { opacity: 0.6, cursor: 'not-allowed' },
  },
});
