import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { Trans } from '@lingui/react/macro';
import { useId } from 'react';
import { ticketTypes } from '../../../contract/ticket-rules.ts';
import { useStatuses } from '../../text/statuses.ts';
import { FieldError } from '../../ui/field.tsx';
import { Radio } from '../../ui/radio.tsx';
import { TicketTypeIcon } from './ticket-type.tsx';

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
      <Box containerType="inline-size" mb={error ? '1.5' : '0'}>
        <Tiles>
          {ticketTypes.map((type) => (
            <Tile key={type} borderColor={error ? 'border.error' : 'border.button'}>
              <TicketTypeIcon type={type} size="1.25rem" />
              <Radio type="radio" name={id} value={type} checked={type === value} onChange={() => onChange(type)} />
              <chakra.span gridColumn="1 / -1">{ticketType(type)}</chakra.span>
            </Tile>
          ))}
        </Tiles>
      </Box>
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
    </chakra.fieldset>
  );
}

/** At most two tiles side by side, four where all have room. */
const Tiles = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, max(7.5rem, 40%)), 1fr))',
    gap: '2',
    '@container (min-width: 30rem)': { gridTemplateColumns: 'repeat(4, 1fr)' },
  },
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
