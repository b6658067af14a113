import { chakra } from '@chakra-ui/react/styled-system';
import type { StatusLook, Tone } from '../text/statuses.ts';

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
export const badgeStyles = {
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
