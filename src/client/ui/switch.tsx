import type { ComponentProps, ReactNode } from 'react';
import { Box, chakra } from './theme/styled.tsx';

const Input = chakra('input', {
  base: { position: 'absolute', inset: '0', opacity: 0, cursor: 'pointer', _disabled: { cursor: 'not-allowed' } },
});

const Row = chakra('label', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '2.5',
    position: 'relative',
    minH: { base: '11', md: '8' },
    minW: { base: '11', md: '9' },
    cursor: 'pointer',
    '&:has(:disabled)': { cursor: 'not-allowed' },
  },
});

const Track = chakra('span', {
  base: {
    flexShrink: 0,
    display: 'inline-flex',
    alignItems: 'center',
    w: '9',
    h: '5',
    p: '0.5',
    borderRadius: 'full',
    bg: 'border.control',
    transitionProperty: 'background-color',
    transitionDuration: 'fast',
    'input:checked + &': { bg: 'brand.solid', justifyContent: 'flex-end' },
    'input:disabled + &': { opacity: 0.5 },
    'input:focus-visible + &': { outline: '2px solid', outlineColor: 'brand.focusRing', outlineOffset: '2px' },
  },
});

interface Props extends Omit<ComponentProps<typeof Input>, 'onChange' | 'type' | 'role' | 'children'> {
  label: ReactNode;
  /** Keeps the label, which is then a string, for screen readers only. */
  hideLabel?: boolean;
  checked: boolean;
  onChange?: (checked: boolean) => void;
}

/** A setting that is on or off and takes effect at once. */
export function Switch({ label, hideLabel = false, checked, onChange, ...rest }: Props) {
  return (
    <Row>
      <Input
        {...rest}
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        aria-label={hideLabel && typeof label === 'string' ? label : undefined}
        onChange={(event) => onChange?.(event.currentTarget.checked)}
      />
      <Track aria-hidden="true">
        <Box as="span" boxSize="4" borderRadius="full" bg="white" shadow="xs" />
      </Track>
      {hideLabel ? null : label}
    </Row>
  );
}
