import { chakra } from '@chakra-ui/react/styled-system';
import type { ChangeEvent, ComponentProps, ReactNode } from 'react';
import { useEffect, useRef } from 'react';

const Input = chakra('input', {
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

interface Props extends Omit<ComponentProps<typeof Input>, 'onChange' | 'type' | 'children'> {
  label: ReactNode;
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean;
  /** Shows the mixed state: some of the items that it stands for are chosen. */
  isMixed?: boolean;
  onChange?: (checked: boolean, event: ChangeEvent<HTMLInputElement>) => void;
}

/** A checkbox with its label; a press on either one toggles it. */
export function Checkbox({ label, hideLabel = false, isMixed = false, onChange, ...rest }: Props) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = isMixed;
  }, [isMixed]);
  return (
    <Row>
      <Input ref={box} {...rest} type="checkbox" onChange={(event) => onChange?.(event.currentTarget.checked, event)} />
      {hideLabel ? <Hidden>{label}</Hidden> : label}
    </Row>
  );
}
