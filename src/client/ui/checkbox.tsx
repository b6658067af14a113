import type { ChangeEvent, ComponentProps, ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { chakra } from './theme/styled.tsx';

const tick = 'polygon(10% 52%, 24% 38%, 41% 56%, 78% 16%, 91% 30%, 42% 84%)';
const dash = 'inset(42% 14%)';

const Input = chakra('input', {
  base: {
    appearance: 'none',
    display: 'inline-grid',
    placeContent: 'center',
    boxSize: '4.5',
    flexShrink: 0,
    cursor: 'pointer',
    borderWidth: '1.5px',
    borderColor: 'border.control',
    borderRadius: 'xs',
    bg: 'bg.panel',
    focusVisibleRing: 'outside',
    _hover: { borderColor: 'brand.solid' },
    '&:is(:checked, :indeterminate)': { bg: 'brand.solid', borderColor: 'brand.solid' },
    // The tick and the dash.
    _before: { content: '""', boxSize: '3', bg: 'brand.contrast', clipPath: tick, opacity: 0 },
    '&:is(:checked, :indeterminate)::before': { opacity: 1 },
    '&:indeterminate::before': { clipPath: dash },
    _disabled: { cursor: 'not-allowed', opacity: 0.55 },
    '@media (forced-colors: active)': { appearance: 'auto', _before: { content: 'none' } },
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
