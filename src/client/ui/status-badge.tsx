import type { StatusLook, Tone } from '../text/statuses.ts';
import { chakra } from './theme/styled.tsx';

const palettes: Record<Tone, string> = {
  neutral: 'gray',
  brand: 'brand',
  blue: 'blue',
  violet: 'violet',
  green: 'green',
  amber: 'amber',
  red: 'red',
};

/** Returns the palette of a tone, for `colorPalette`. */
export const paletteOf = (tone: Tone): string => palettes[tone];

/** A status as a tinted word with a dot: `<StatusBadge {...statuses.order(order.status)} />`. */
export function StatusBadge({ label, tone }: StatusLook) {
  return (
    <Badge colorPalette={paletteOf(tone)}>
      <StatusDot aria-hidden="true" />
      {label}
    </Badge>
  );
}

/** The look of a status, also of a button that changes it (which adds a caret). */
const badgeStyles = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1.5',
  px: '2',
  h: '5.5',
  borderRadius: 'sm',
  bg: 'colorPalette.muted',
  color: 'colorPalette.fg',
  textStyle: 'xs',
  fontWeight: 'medium',
  whiteSpace: 'nowrap',
  verticalAlign: 'top',
} as const;

/** The dot of a status, in the colour of its palette. */
export const StatusDot = chakra('span', {
  base: { boxSize: '1.5', borderRadius: 'full', bg: 'colorPalette.dot', flexShrink: 0 },
});

const Badge = chakra('span', { base: badgeStyles });

/** A button that shows a value of a record and opens the menu of possible values: a badge with a caret. */
export const BadgeTrigger = chakra('button', {
  base: {
    ...badgeStyles,
    pe: '1.5',
    minH: { base: '6', md: 'auto' },
    position: 'relative',
    cursor: 'pointer',
    focusVisibleRing: 'outside',
    _hover: { boxShadow: '0 0 0 1px currentColor' },
    _expanded: { boxShadow: '0 0 0 1px currentColor' },
    _disabled: { opacity: 0.55, cursor: 'progress' },
    // 44 px high for fingers and 32 px for a mouse, without making the row higher.
    _before: { content: '""', position: 'absolute', insetX: '0', insetY: { base: '-10px', md: '-5px' } },
  },
});
