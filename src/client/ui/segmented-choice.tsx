import { useId } from 'react';
import type { ReactNode } from 'react';
import { chakra } from './theme/styled.tsx';

interface Props<Value extends string> {
  /** The name of the group for screen readers. */
  label: string;
  choices: readonly { value: Value; label: ReactNode; lang?: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** A few choices side by side, of which one is chosen; radio buttons for the keyboard and for screen readers. */
export function SegmentedChoice<Value extends string>({ label, choices, value, onChange }: Props<Value>) {
  const name = useId();
  return (
    <Group role="radiogroup" aria-label={label}>
      {choices.map((choice) => (
        <Segment key={choice.value} lang={choice.lang}>
          <Radio
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          {choice.label}
        </Segment>
      ))}
    </Group>
  );
}

const Group = chakra('div', {
  base: {
    display: 'flex',
    maxW: 'full',
    p: '0.5',
    bg: 'bg.muted',
    borderRadius: 'md',
    overflowX: 'auto',
    scrollbarWidth: 'none',
  },
});

const Segment = chakra('label', {
  base: {
    position: 'relative',
    flex: '1 1 auto',
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    h: { base: '10', md: '8' },
    px: { base: '1.5', sm: '2.5' },
    borderRadius: 'sm',
    textStyle: 'sm',
    fontWeight: 'medium',
    color: 'fg.muted',
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    transitionProperty: 'background-color, color',
    transitionDuration: 'fast',
    _hover: { color: 'fg' },
    '&:has(:checked)': { bg: { base: 'bg.panel', _dark: 'bg.emphasized' }, color: 'fg', boxShadow: 'xs' },
    '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'brand.focusRing', outlineOffset: '-2px' },
  },
});

/** Covers its segment, so that touch finds it, and is not drawn. */
const Radio = chakra('input', {
  base: { position: 'absolute', inset: { base: '-2px 0', md: '0' }, opacity: 0, cursor: 'pointer' },
});
