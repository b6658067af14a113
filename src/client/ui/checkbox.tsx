import { chakra } from '@chakra-ui/react/styled-system';
import type { ComponentProps, ReactNode } from 'react';
import { useEffect, useRef } from 'react';

const Box = chakra('input', {
  base: {
    appearance: 'auto',
    accentColor: 'var(--c-colors-brand-solid)',
    boxSize: '4.5',
    flexShrink: 0,
    cursor: 'pointer',
    borderRadius: 'xs',
    focusVisibleRing: 'outside',
    _disabled: { cursor: 'not-allowed' },
  },
});

const Row = chakra('label', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '2.5',
    minH: { base: '11', md: '8' },
    minW: { base: '11', md: '0' },
    cursor: 'pointer',
  },
});
const Hidden = chakra('span', { base: { srOnly: true } });

interface Props extends Omit<ComponentProps<typeof Box>, 'onChange' | 'type' | 'children'> {
  label: ReactNode;
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean;
  /** Some of what it stands for is chosen. */
  some?: boolean;
  onChange?: (checked: boolean) => void;
}

/** A box to tick; the whole row is its target. */
export function Checkbox({ label, hideLabel = false, some = false, onChange, ...rest }: Props) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = some;
  }, [some]);
  return (
    <Row>
      <Box ref={box} {...rest} type="checkbox" onChange={(event) => onChange?.(event.currentTarget.checked)} />
      {hideLabel ? <Hidden>{label}</Hidden> : label}
    </Row>
  );
}
