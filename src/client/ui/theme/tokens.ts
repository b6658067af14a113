import { defineTokens } from '@chakra-ui/react/styled-system';

const rem = (size: number) => ({ value: `${size}rem` });

const steps = [
  0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 5.5, 6, 7, 8, 8.5, 9, 10, 11, 12, 13, 14, 16, 20, 24, 28, 32, 36, 40, 44, 48,
  52, 56, 60, 64, 72, 80, 96,
];

/** The 4 px grid: `4` is 16 px. Sizes grow with the size of text in the browser's settings, space does not. */
const sizes = Object.fromEntries(steps.map((step) => [step, rem(step / 4)]));
const spacing = Object.fromEntries(steps.map((step) => [step, { value: `${step * 4}px` }]));

export const tokens = defineTokens({
  colors: { white: { value: '#ffffff' }, black: { value: '#000000' } },
  spacing,
  sizes: {
    ...sizes,
    full: { value: '100%' },
    fit: { value: 'fit-content' },
    min: { value: 'min-content' },
    max: { value: 'max-content' },
    prose: { value: '68ch' },
    '2xs': rem(16),
    xs: rem(20),
    sm: rem(24),
    md: rem(28),
    lg: rem(32),
    xl: rem(36),
    '2xl': rem(42),
    '3xl': rem(48),
    '4xl': rem(56),
    '5xl': rem(64),
    '6xl': rem(72),
    '7xl': rem(80),
  },
  fonts: {
    body: { value: "'Inter Variable', 'Inter Fallback', 'IBM Plex Sans Arabic', system-ui, sans-serif" },
    heading: { value: "'Inter Variable', 'Inter Fallback', 'IBM Plex Sans Arabic', system-ui, sans-serif" },
    mono: { value: "ui-monospace, 'SF Mono', Menlo, Consolas, monospace" },
  },
  fontSizes: {
    '2xs': rem(0.6875),
    xs: rem(0.75),
    sm: rem(0.875),
    md: rem(1),
    lg: rem(1.125),
    xl: rem(1.25),
    '2xl': rem(1.5),
    '3xl': rem(1.875),
  },
  fontWeights: { normal: { value: 400 }, medium: { value: 500 }, semibold: { value: 600 }, bold: { value: 700 } },
  lineHeights: { tight: { value: 1.25 }, short: { value: 1.375 }, moderate: { value: 1.5 }, tall: { value: 1.625 } },
  letterSpacings: { tight: { value: '-0.011em' }, tighter: { value: '-0.02em' }, wide: { value: '0.02em' } },
  radii: {
    none: { value: '0' },
    xs: { value: '4px' },
    sm: { value: '6px' },
    md: { value: '8px' },
    lg: { value: '10px' },
    xl: { value: '12px' },
    '2xl': { value: '16px' },
    full: { value: '9999px' },
  },
  durations: {
    fastest: { value: '80ms' },
    fast: { value: '120ms' },
    moderate: { value: '180ms' },
    slow: { value: '240ms' },
  },
  easings: {
    'ease-out': { value: 'cubic-bezier(0.2, 0, 0, 1)' },
    'ease-in-out': { value: 'cubic-bezier(0.4, 0, 0.2, 1)' },
  },
  animations: { spin: { value: 'spin 0.9s linear infinite' }, pulse: { value: 'pulse 1s ease-in-out' } },
  zIndex: {
    base: { value: 0 },
    docked: { value: 10 },
    sticky: { value: 1100 },
    overlay: { value: 1300 },
    toast: { value: 1700 },
    skipNav: { value: 1800 },
  },
});
