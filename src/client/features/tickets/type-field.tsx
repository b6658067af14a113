import { Trans } from '@lingui/react/macro';
import { useId } from 'react';
import { ticketTypes } from '../../../contract/ticket-rules.ts';
import { useStatuses } from '../../text/statuses.ts';
import { FieldError } from '../../ui/field.tsx';
import { Radio } from '../../ui/radio.tsx';
import { TicketTypeIcon } from './ticket-type.tsx';
import { chakra } from '../../ui/theme/styled.tsx';

interface Props {
  value: string;
  error: string | null;
  onChange: (type: string) => void;
}

/** The type of a ticket: radio buttons as four tiles. */
export function TypeField({ value, error, onChange }: Props) {
  const { ticketType } = useStatuses();
  const id = useId();
  return (
    <chakra.fieldset
      role="radiogroup"
      aria-required="true"
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
      minW="0"
    >
      <chakra.legend textStyle="field" mb="1.5">
        <Trans>Type</Trans>
      </chakra.legend>
      <Tiles mb={error ? '1.5' : '0'}>
        {ticketTypes.map((type) => (
          <Tile key={type} borderColor={error ? 'border.error' : 'border.button'}>
            <TicketTypeIcon type={type} size="1.25rem" />
            <Radio type="radio" name={id} value={type} checked={type === value} onChange={() => onChange(type)} />
            <chakra.span gridColumn="1 / -1">{ticketType(type)}</chakra.span>
          </Tile>
        ))}
      </Tiles>
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
    </chakra.fieldset>
  );
}

/** Two tiles side by side, four on a wide screen. */
const Tiles = chakra('div', {
  base: { display: 'grid', gridTemplateColumns: { base: 'repeat(2, 1fr)', md: 'repeat(4, 1fr)' }, gap: '2' },
});

const Tile = chakra('label', {
  base: {
    display: 'grid',
    gridTemplateColumns: '1fr auto',
    alignItems: 'center',
    rowGap: '1.5',
    px: '3',
    py: '2.5',
    borderWidth: '1px',
    borderRadius: 'lg',
    textStyle: 'sm',
    fontWeight: 'medium',
    cursor: 'pointer',
    '& svg': { color: 'fg.subtle' },
    _hover: { bg: 'bg.hover' },
    '&:has(:checked)': { bg: 'brand.subtle', borderColor: 'brand.solid' },
    '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'brand.focusRing', outlineOffset: '2px' },
  },
});
