import { defineTokens } from '@chakra-ui/react/styled-system';

const shades = [50, 100, 200, 300, 400, 500, 600, 700, 800, 900, 950] as const;

/** A colour scale out of eleven hex values, lightest first. */
const scale = (values: string) =>
  Object.fromEntries(values.split(' ').map((hex, index) => [shades[index]!, { value: `#${hex}` }]));

const rem = (size: number) => ({ value: `${size}rem` });

const steps = [
  0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60,
  64, 72, 80, 96,
];

/** The 4 px grid: `4` is 16 px. */
const spacing = Object.fromEntries(steps.map((step) => [step, rem(step / 4)]));

export const tokens = defineTokens({
  colors: {
    white: { value: '#ffffff' },
    black: { value: '#000000' },
    brand: scale('f0fdfa d5f5ef a7e8de 6cd5c6 36b9aa 179b8e 0d8177 0f766e 115e59 134e4a 062d2b'),
    gray: scale('f7f9f9 eff2f2 e2e7e7 cdd4d4 98a3a3 687373 515c5c 3b4545 262e2e 181e1e 0e1313'),
    green: scale('f0fdf4 dcfce7 bbf7d0 86efac 4ade80 22a652 16803c 166e37 14532d 123f25 052e16'),
    amber: scale('fffbeb fef3c7 fde68a fcd34d fbbf24 d48806 a85b07 92500e 78400f 5b3210 35190a'),
    red: scale('fef2f2 fee2e2 fecaca fca5a5 f87171 e5484d cf2f35 b3252b 8f1d22 6a1a1e 3b0b0e'),
    violet: scale('f5f3ff ede9fe ddd6fe c4b5fd a78bfa 8b5cf6 7440e0 6430c4 52289f 432280 241047'),
    blue: scale('eff6ff dbeafe bfdbfe 93c5fd 60a5fa 3b82f6 2563eb 1d4fc4 1e409f 1b3272 111d42'),
  },
  spacing,
  sizes: {
    ...spacing,
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
    moderate: { value: '160ms' },
    slow: { value: '200ms' },
  },
  easings: {
    'ease-out': { value: 'cubic-bezier(0.2, 0, 0, 1)' },
    'ease-in-out': { value: 'cubic-bezier(0.4, 0, 0.2, 1)' },
  },
  animations: { spin: { value: 'spin 0.9s linear infinite' }, pulse: { value: 'pulse 1.6s ease-in-out infinite' } },
  zIndex: {
    base: { value: 0 },
    docked: { value: 10 },
    sticky: { value: 1100 },
    overlay: { value: 1300 },
    toast: { value: 1700 },
    skipNav: { value: 1800 },
  },
});
